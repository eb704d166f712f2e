import type { Enforcement } from "../synthesis-checkpoint/settings.ts";
import type { Tally } from "../tally-claims.ts";
import { twoDecimals, ungroundedLines } from "./grounding.ts";

const RULE = "=".repeat(60);

export const TITLES = [
  "Step 1: Grounding Verification",
  "Step 2: Negative Grounding",
  "Step 3: Update Decision Log",
  "Step 4: Update Bead",
  "Step 5: Log Session Handoff",
  "Step 6: Decay Raw Output",
  "Step 7: Verify EDD",
] as const;

export const header = (agent: string, day: string, enforcement: Enforcement): string[] => [
  RULE,
  "SYNTHESIS CHECKPOINT",
  RULE,
  `Agent: ${agent}`,
  `Date: ${day}`,
  `Enforcement: ${enforcement}`,
];

export const footer = (passed: boolean): string[] => [
  "",
  RULE,
  `SYNTHESIS CHECKPOINT: ${passed ? "PASSED" : "FAILED"}`,
  passed ? "/clear is permitted" : "/clear is BLOCKED",
];

export const broken = (what: string): string[] => [`Status: ERROR: ${what}`];
export const NOT_INSTALLED = "grounding-check.sh is missing or not executable in .claude/scripts/";
export const notReadable = (why: string): string => `the trajectory cannot be read: ${why}`;

export const SKIPPED_GROUNDING = ["SKIPPED (enforcement disabled)"];

type Status = "PASSED" | "WARNING" | "FAILED";

const statusLine = (status: Status, why: string): string => `Status: ${status}${status === "PASSED" ? "" : `: ${why}`}`;

export function grounding(tally: Tally, threshold: number, status: Status): string[] {
  const ratio = twoDecimals(tally.ratio);
  return [
    `Threshold: ${twoDecimals(threshold)}`,
    `Claims: ${tally.total} (${tally.grounded} grounded)`,
    `Grounding ratio: ${ratio}${tally.total === 0 ? " (zero-claim session)" : ""}`,
    statusLine(status, `the grounding ratio ${ratio} is below the threshold`),
    ...(status === "PASSED" ? [] : ungroundedLines(tally.ungrounded)),
  ];
}

export const SKIPPED_GHOSTS = ["SKIPPED (grounding.negative.enabled is false)"];

export const ghosts = (unverified: number, ambiguous: number, status: Status): string[] => [
  `Unverified ghosts: ${unverified}`,
  `High ambiguity: ${ambiguous}`,
  statusLine(status, "features that documents promise were not found in the code"),
];

export const decisions = (count: number | undefined): string[] => [
  `Decisions to sync: ${count ?? "unknown"}`,
  "See that each of them is in the Decision Log of NOTES.md.",
];

export const beadSkipped = (why: string): string[] => [`SKIPPED (${why})`];
export const beadUpdated = (bead: string): string[] => [`Handoff noted on ${bead}`];
export const beadFailed = (bead: string): string[] => [`WARNING: br could not note the handoff on ${bead}`];

export const handoffComment = (agent: string, trajectory: string, notes: string, ratio: string): string =>
  `HANDOFF:\nAgent: ${agent}\nNOTES ref: ${notes}\nTrajectory: ${trajectory}\nGrounding ratio: ${ratio}`;

export const handoff = (file: string, status: string): string[] => [`Logged to ${file} (${status})`];
export const handoffFailed = (why: string): string[] => [`ERROR: the handoff could not be logged: ${why}`];

export const DECAY = ["ADVISORY: keep paths and line numbers, let go of raw tool output"];

export const scenarios = (count: number | undefined, atLeast: number): string[] => [
  `Test scenarios documented: ${count ?? "unknown"}`,
  ...(count !== undefined && count >= atLeast
    ? []
    : [`WARNING: at least ${atLeast} are expected before a task is done`]),
];
