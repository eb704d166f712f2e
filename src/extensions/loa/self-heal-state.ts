import { type Clock, isoTime, localDay, messageOf } from "../../core/index.ts";
import { isInRepository, type LoaPlaces, loaPlaces, projectRoot } from "../../project-files/index.ts";
import {
  appendEntries,
  COMPONENTS,
  describe,
  heal,
  problemWith,
  type Remedy,
  trajectoryFile,
} from "../ledgers/index.ts";
import type { Outcome, Script } from "./outcome.ts";
import * as texts from "./texts/self-heal.ts";
import { selfHealUsage } from "./texts/usage.ts";

const AGENT = "system";
const FLAGS = ["--check-only", "--verbose"];

interface Healed {
  readonly name: string;
  readonly problem: string;
  readonly remedy: Remedy;
}

/** When all is done: the folder of the log may itself have been among what was lost. */
function log(places: LoaPlaces, clock: Clock, healed: readonly Healed[]): string[] {
  try {
    const timestamp = isoTime(clock.now());
    const entries = healed.map(({ name, problem, remedy }) => ({
      ...{ timestamp, phase: "self_heal", agent: AGENT, component: name, problem },
      action:
        remedy.from === "git" ? "recovered_from_git" : remedy.from === "template" ? "created_from_template" : "created",
    }));
    if (entries.length > 0)
      appendEntries(trajectoryFile(places.trajectory, AGENT, localDay(clock.now())), entries, places.root);
    return [];
  } catch (error) {
    return [texts.notLogged(messageOf(error))];
  }
}

const wrong = (message: string): Outcome => ({ code: 2, text: message, isError: true });

/** Checks every part of the project's state and restores what is lost; a failure never blocks a session. */
export const selfHealState: Script = (args, { env, cwd, clock }) => {
  const unknown = args.find((argument) => !FLAGS.includes(argument));
  if (unknown !== undefined) return wrong(`${texts.unknownArgument(unknown)}\n${selfHealUsage()}`);
  const checkOnly = args.includes("--check-only");
  const verbose = args.includes("--verbose");
  const root = projectRoot(env, cwd);
  if (!isInRepository(root)) return wrong(texts.line(texts.NOT_IN_GIT));

  const places = loaPlaces(root);
  const lines = verbose ? [texts.line(`Project: ${root}`)] : [];
  const healed: Healed[] = [];
  let issues = 0;
  for (const component of COMPONENTS) {
    const { name } = describe(component, places);
    const problem = problemWith(component, places);
    lines.push(texts.checking(name));
    if (problem === undefined) {
      if (verbose) lines.push(component === "index" ? texts.notNeeded(name) : texts.fine(name));
      continue;
    }
    issues++;
    lines.push(texts.issue(name, problem));
    if (checkOnly) continue;
    const remedy = heal(component, places);
    lines.push(texts.healed(name, remedy));
    if (remedy.from !== undefined) healed.push({ name, problem, remedy });
  }
  lines.push(...log(places, clock, healed));
  const time = isoTime(clock.now());
  lines.push(...texts.summary({ checkOnly, time, issues, healed: healed.length }));
  return { code: checkOnly && issues > 0 ? 1 : 0, text: lines.join("\n") };
};
