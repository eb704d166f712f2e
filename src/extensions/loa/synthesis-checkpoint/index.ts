import { localDay } from "../../../core/index.ts";
import { loaPlaces, projectRoot } from "../../../project-files/index.ts";
import { isAgentName, isDay, trajectoryFile } from "../../ledgers/index.ts";
import type { Outcome, Script } from "../outcome.ts";
import { DEFAULT_AGENT } from "../tally-claims.ts";
import { isHelp, synthesisCheckpointUsage } from "../texts/usage.ts";
import { gather } from "./evidence.ts";
import { readSettings } from "./settings.ts";
import * as step from "./steps.ts";

const RULE = "=".repeat(60);

const footer = (passed: boolean): string[] => [
  "",
  RULE,
  `SYNTHESIS CHECKPOINT: ${passed ? "PASSED" : "FAILED"}`,
  passed ? "/clear is permitted" : "/clear is BLOCKED",
];

const wrong = (message: string): Outcome => ({ code: 2, text: [`ERROR: ${message}`, ...footer(false)].join("\n") });

/**
 * The seven steps before a context is cleared. The first two decide; the others are done all the same, and a handoff
 * that could not be logged is not done.
 */
export const synthesisCheckpoint: Script = async (args, { env, cwd, clock }) => {
  if (args.length === 1 && isHelp(args[0])) return { code: 0, text: synthesisCheckpointUsage() };
  const agent = args[0] || DEFAULT_AGENT;
  const day = args[1] || localDay(clock.now());
  if (!isAgentName(agent)) return wrong(`An agent's name holds no path separator: ${agent}`);
  if (!isDay(day)) return wrong(`Not a day written as YYYY-MM-DD: ${day}`);

  const places = loaPlaces(projectRoot(env, cwd));
  const settings = readSettings(places.config);
  const trajectory = trajectoryFile(places.trajectory, agent, day);
  const session = { agent, trajectory, places, settings, found: gather(places.root, trajectory) };

  const checks = [step.grounding(session), step.negativeGrounding(session)];
  const isGrounded = checks.every(({ leaves }) => leaves === "open");
  // Before the comment on the bead: a handoff that could not be logged does not count.
  const handoff = step.handoff(session, isGrounded, clock);
  const passed = isGrounded && handoff.leaves === "open";
  const steps = [
    ...checks,
    step.decisionLog(session),
    await step.bead(session, passed),
    handoff,
    step.decay(),
    step.testScenarios(session),
  ];
  const head = [`Agent: ${agent}`, `Date: ${day}`, `Enforcement: ${settings.enforcement}`];
  const body = steps.flatMap(({ title, lines }) => ["", title, ...lines.map((line) => `  ${line}`)]);
  const isUnchecked = steps.some(({ leaves }) => leaves === "unchecked");
  return {
    code: passed ? 0 : isUnchecked ? 2 : 1,
    text: [RULE, "SYNTHESIS CHECKPOINT", RULE, ...head, ...body, ...footer(passed)].join("\n"),
  };
};
