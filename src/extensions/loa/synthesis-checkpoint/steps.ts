import { relative, sep } from "node:path";
import { type Clock, isoTime, messageOf } from "../../../core/index.ts";
import type { LoaPlaces } from "../../../project-files/index.ts";
import { passes } from "../../grounding/index.ts";
import { appendEntries, findProgram, runProgram } from "../../ledgers/index.ts";
import { currentBead, notesAt } from "../read-notes.ts";
import { twoDecimals, ungroundedLines } from "../texts/grounding.ts";
import { type Found, isInstallationBroken } from "./evidence.ts";
import type { Settings } from "./settings.ts";

export interface Step {
  readonly title: string;
  readonly lines: readonly string[];
  /** Whether the context may still be cleared after it; a check that could not run is no check that passed. */
  readonly leaves: "open" | "blocked" | "unchecked";
}

/** What the steps are about. */
export interface Session {
  readonly agent: string;
  readonly trajectory: string;
  readonly places: LoaPlaces;
  readonly settings: Settings;
  readonly found: Found;
}

const open = (title: string, ...lines: readonly string[]): Step => ({ title, lines, leaves: "open" });
const unchecked = (title: string, why: string): Step => ({ title, lines: [why], leaves: "unchecked" });

const notReadable = (why: string): string => `Status: ERROR: the trajectory cannot be read: ${why}`;

/** Only a strict project is stopped by what a check found. */
function check(title: string, { enforcement }: Settings, isFine: boolean, problem: string) {
  const isStrict = enforcement === "strict";
  const status = isFine ? "Status: PASSED" : `Status: ${isStrict ? "FAILED" : "WARNING"}: ${problem}`;
  const leaves = isFine || !isStrict ? "open" : "blocked";
  return { status, step: (...lines: readonly string[]): Step => ({ title, lines, leaves }) };
}

export function grounding({ places, settings, found }: Session): Step {
  const title = "Step 1: Grounding Verification";
  if (isInstallationBroken(places.root))
    return unchecked(title, "Status: ERROR: grounding-check.sh is missing or not executable in .claude/scripts/");
  if (settings.enforcement === "disabled") return open(title, "SKIPPED (enforcement disabled)");
  if ("unreadable" in found) return unchecked(title, notReadable(found.unreadable));
  const { total, grounded, ratio, ungrounded } = found.claims;
  const shown = twoDecimals(ratio);
  const isFine = passes(ratio, settings.threshold);
  const { status, step } = check(title, settings, isFine, `the grounding ratio ${shown} is below the threshold`);
  return step(
    `Threshold: ${twoDecimals(settings.threshold)}`,
    `Claims: ${total} (${grounded} grounded)`,
    `Grounding ratio: ${shown}${total === 0 ? " (zero-claim session)" : ""}`,
    status,
    ...(isFine ? [] : ungroundedLines(ungrounded)),
  );
}

export function negativeGrounding({ settings, found }: Session): Step {
  const title = "Step 2: Negative Grounding";
  if (!settings.ghosts) return open(title, "SKIPPED (grounding.negative.enabled is false)");
  if ("unreadable" in found) return unchecked(title, notReadable(found.unreadable));
  const { unverifiedGhosts, ambiguousGhosts } = found;
  const isFine = unverifiedGhosts + ambiguousGhosts === 0;
  const problem = "features that documents promise were not found in the code";
  const { status, step } = check(title, settings, isFine, problem);
  return step(`Unverified ghosts: ${unverifiedGhosts}`, `High ambiguity: ${ambiguousGhosts}`, status);
}

export const decisionLog = ({ found }: Session): Step =>
  open(
    "Step 3: Update Decision Log",
    `Decisions to sync: ${"unreadable" in found ? "unknown" : found.claims.total}`,
    "See that each of them is in the Decision Log of NOTES.md.",
  );

/** A path as a note names it: from the project's root, with forward slashes. */
const inProject = ({ root }: LoaPlaces, path: string): string => relative(root, path).split(sep).join("/");

export async function bead({ agent, places, trajectory, found }: Session, passed: boolean): Promise<Step> {
  const title = "Step 4: Update Bead";
  const br = findProgram("br");
  if (br === undefined) return open(title, "SKIPPED (br is not installed)");
  const active = currentBead(notesAt(places.notes));
  if (active === undefined) return open(title, "SKIPPED (no active bead in NOTES.md)");
  if (!passed) return open(title, "SKIPPED (nothing is handed over yet)");
  const comment = [
    `HANDOFF:\nAgent: ${agent}`,
    `NOTES ref: ${inProject(places, places.notes)}`,
    `Trajectory: ${inProject(places, trajectory)}`,
    `Grounding ratio: ${"unreadable" in found ? "unknown" : twoDecimals(found.claims.ratio)}`,
  ].join("\n");
  const answer = await runProgram(br, places.root, ["comments", "add", active, comment]);
  const isNoted = "stdout" in answer;
  return open(title, isNoted ? `Handoff noted on ${active}` : `WARNING: br could not note the handoff on ${active}`);
}

/** The ratio in the log has two decimals, as everywhere. */
export function handoff({ agent, places, trajectory, settings, found }: Session, passed: boolean, clock: Clock): Step {
  const title = "Step 5: Log Session Handoff";
  const isKnown = settings.enforcement !== "disabled" && !("unreadable" in found);
  const status = passed ? "complete" : "blocked";
  try {
    const entry = {
      timestamp: isoTime(clock.now()),
      phase: "session_handoff",
      agent,
      grounding_ratio: isKnown ? Number(twoDecimals(found.claims.ratio)) : null,
      checkpoint_status: status,
    };
    appendEntries(trajectory, [entry], places.root);
    return open(title, `Logged to ${inProject(places, trajectory)} (${status})`);
  } catch (error) {
    return unchecked(title, `ERROR: the handoff could not be logged: ${messageOf(error)}`);
  }
}

export const decay = (): Step =>
  open("Step 6: Decay Raw Output", "ADVISORY: keep paths and line numbers, let go of raw tool output");

export function testScenarios({ settings: { minTestScenarios }, found }: Session): Step {
  const count = "unreadable" in found ? undefined : found.testScenarios;
  const isEnough = count !== undefined && count >= minTestScenarios;
  return open(
    "Step 7: Verify EDD",
    `Test scenarios documented: ${count ?? "unknown"}`,
    ...(isEnough ? [] : [`WARNING: at least ${minTestScenarios} are expected before a task is done`]),
  );
}
