import { type Clock, isoTime, localDay, messageOf } from "../../core/index.ts";
import { isInRepository, type LoaPlaces, loaPlaces, projectRoot } from "../../project-files/index.ts";
import { appendEntries, trajectoryFile } from "../ledgers/index.ts";
import type { Outcome, Script } from "./outcome.ts";
import { type Origin, stateComponents } from "./state-components.ts";
import { selfHealUsage } from "./texts/usage.ts";

const AGENT = "system";
const FLAGS = ["--check-only", "--verbose"];
const RULE = "=".repeat(60);

/** The index of `ck` is rebuilt when needed. */
const SEARCH_INDEX = ".ck/";

const HEALED: Readonly<Record<Origin, { readonly text: string; readonly action: string }>> = {
  git: { text: "Recovered from git", action: "recovered_from_git" },
  template: { text: "Created from template", action: "created_from_template" },
  nothing: { text: "Created", action: "created" },
};

interface Healed {
  readonly name: string;
  readonly problem: string;
  readonly from: Origin;
}

const progress = (text: string): string => `[SELF-HEAL] ${text}`;

/** When all is done: the folder of the log may itself have been among what was lost. */
function log(places: LoaPlaces, clock: Clock, healed: readonly Healed[]): string[] {
  try {
    const timestamp = isoTime(clock.now());
    const entries = healed.map(({ name, problem, from }) => ({
      ...{ timestamp, phase: "self_heal", agent: AGENT, component: name, problem, action: HEALED[from].action },
    }));
    if (entries.length > 0)
      appendEntries(trajectoryFile(places.trajectory, AGENT, localDay(clock.now())), entries, places.root);
    return [];
  } catch (error) {
    return [progress(`  Could not log the healing: ${messageOf(error)}`)];
  }
}

const wrong = (message: string): Outcome => ({ code: 2, text: message, isError: true });

/** Checks every part of the project's state and restores what is lost; a failure never blocks a session. */
export const selfHealState: Script = (args, { env, cwd, clock }) => {
  const unknown = args.find((argument) => !FLAGS.includes(argument));
  if (unknown !== undefined) return wrong(`Unknown argument: ${unknown}\n${selfHealUsage()}`);
  const checkOnly = args.includes("--check-only");
  const verbose = args.includes("--verbose");
  const root = projectRoot(env, cwd);
  if (!isInRepository(root)) return wrong(progress("Not in a git repository"));

  const places = loaPlaces(root);
  const lines: string[] = [];
  const say = (text: string) => lines.push(progress(text));
  if (verbose) say(`Project: ${root}`);
  const healed: Healed[] = [];
  let issues = 0;
  for (const component of stateComponents(places)) {
    const { name } = component;
    const problem = component.problem();
    say(`Checking: ${name}`);
    if (problem === undefined && verbose) say(`  ${name} exists`);
    if (problem === undefined) continue;
    issues++;
    say(`  ISSUE: ${name} ${problem}`);
    if (checkOnly) continue;
    try {
      const from = component.heal();
      healed.push({ name, problem, from });
      say(`  ${HEALED[from].text}: ${name}`);
    } catch (error) {
      say(`  Could not heal ${name}: ${messageOf(error)}`);
    }
  }
  say(`Checking: ${SEARCH_INDEX}`);
  if (verbose) say(`  ${SEARCH_INDEX} is optional: rebuilt when needed`);
  lines.push(
    ...log(places, clock, healed),
    ...["", RULE, "SELF-HEALING SUMMARY", RULE, `Mode: ${checkOnly ? "Check only" : "Heal"}`],
    ...[`Timestamp: ${isoTime(clock.now())}`, `Issues: ${issues}`],
    ...(checkOnly ? [] : [`Healed: ${healed.length}`]),
    ...(issues === 0 ? ["State Zone is healthy"] : []),
    ...(checkOnly && issues > 0 ? ["Run without --check-only to heal"] : []),
    ...(!checkOnly && healed.length < issues ? [`Still wrong: ${issues - healed.length}`] : []),
  );
  return { code: checkOnly && issues > 0 ? 1 : 0, text: lines.join("\n") };
};
