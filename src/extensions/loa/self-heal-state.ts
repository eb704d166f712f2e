import { type Clock, isoTime, localDay, messageOf } from "../../core/index.ts";
import { isInRepository, type LoaPlaces, loaPlaces, projectRoot } from "../../project-files/index.ts";
import { appendEntries, trajectoryFile } from "../ledgers/index.ts";
import type { Outcome, Script } from "./outcome.ts";
import { type Origin, stateComponents } from "./state-components.ts";
import * as texts from "./texts/self-heal.ts";
import { selfHealUsage } from "./texts/usage.ts";

const AGENT = "system";
const FLAGS = ["--check-only", "--verbose"];
const ACTIONS = { git: "recovered_from_git", template: "created_from_template", nothing: "created" } as const;

interface Healed {
  readonly name: string;
  readonly problem: string;
  readonly from: Origin;
}

/** When all is done: the folder of the log may itself have been among what was lost. */
function log(places: LoaPlaces, clock: Clock, healed: readonly Healed[]): string[] {
  try {
    const timestamp = isoTime(clock.now());
    const entries = healed.map(({ name, problem, from }) => ({
      ...{ timestamp, phase: "self_heal", agent: AGENT, component: name, problem },
      action: ACTIONS[from],
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
  for (const component of stateComponents(places)) {
    const { name } = component;
    const problem = component.problem();
    lines.push(texts.checking(name));
    if (problem === undefined) {
      if (verbose) lines.push(texts.fine(name));
      continue;
    }
    issues++;
    lines.push(texts.issue(name, problem));
    if (checkOnly) continue;
    try {
      const from = component.heal();
      healed.push({ name, problem, from });
      lines.push(texts.healed(name, from));
    } catch (error) {
      lines.push(texts.notHealed(name, messageOf(error)));
    }
  }
  lines.push(texts.checking(texts.SEARCH_INDEX));
  if (verbose) lines.push(texts.notNeeded(texts.SEARCH_INDEX));
  lines.push(...log(places, clock, healed));
  const time = isoTime(clock.now());
  lines.push(...texts.summary({ checkOnly, time, issues, healed: healed.length }));
  return { code: checkOnly && issues > 0 ? 1 : 0, text: lines.join("\n") };
};
