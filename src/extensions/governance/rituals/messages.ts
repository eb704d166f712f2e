import { redact } from "../../../core/index.ts";
import { fence, oneLine } from "../../../text/index.ts";
import type { GovernedRecord } from "../governed-sessions.ts";
import { isUnhealthy } from "./ritual-steps.ts";

/* What agents and users are told about a session under a task. */

const OUTPUT_LINES = 15;
const LONGEST_START = 3000;
const LONGEST_FAILURE = 300;

/**
 * The command that fails, and the end of what it printed, in a line; nothing where the code is healthy as far as is
 * known.
 */
export function failureOf(record: GovernedRecord): string | undefined {
  if (!isUnhealthy(record)) return undefined;
  const end = (record.smokeOutput ?? "").split("\n").slice(-3).join(" ");
  return oneLine(`${record.smokeCommand}: ${end}`, LONGEST_FAILURE);
}

const P0 = (task: string): string =>
  `P0 in task ${task}: the smoke command fails. Fix this before any other work: until it passes, no gate is passed and no other task can start. It is run again when you end your turn.`;

/** What the agent is told when the smoke command was found to fail. */
export const p0Text = ({ smokeCommand, smokeOutput, task }: GovernedRecord): string =>
  fence(redact([P0(task), `$ ${smokeCommand}`, ...(smokeOutput ?? "").split("\n").slice(-OUTPUT_LINES)].join("\n")));

/** And with each prompt, as long as it fails. */
export const p0Line = (record: GovernedRecord): string => fence(redact(`${P0(record.task)} (${failureOf(record)})`));

export const fixedText = ({ smokeCommand, task }: GovernedRecord): string =>
  fence(redact(`Task ${task}: the smoke command (${smokeCommand}) passes now. Planned work can go on.`));

export interface StartContent {
  readonly goal: string;
  readonly gate: string | null;
  readonly resume: string | undefined;
  readonly recalled: readonly string[];
  readonly progress: string;
  readonly status: string;
  readonly commits: readonly string[];
  /** What the work went on from and is no longer so. */
  readonly broken?: string | undefined;
}

const part = (title: string, lines: readonly string[]): string[] => (lines.length === 0 ? [] : ["", title, ...lines]);

/** What an agent is given when its session begins under a task. */
export function startText({ sessionId, task }: GovernedRecord, content: StartContent): string {
  const { goal, gate, resume, recalled, progress, status, commits, broken } = content;
  const lines = [
    "## Session under a task",
    `Task: ${task} | Goal: ${goal} | Gate: ${gate ?? "none yet"} | Session: ${sessionId}`,
    ...(resume === undefined ? [] : [`Last checkpoint: ${resume}`]),
    ...(broken === undefined ? [] : [`Look at this first: ${broken}`]),
    "Record decisions with record_decision. At a gate's end: throughline gate <Gn>; it says what is missing.",
    ...part("Status:", status === "" ? [] : [oneLine(status, 400)]),
    ...part("Implementation log, its last entry:", progress === "" ? [] : [progress.slice(0, 900)]),
    ...part("Recent commits:", commits),
    ...part("Recalled:", recalled),
  ];
  return fence(redact(lines.join("\n").slice(0, LONGEST_START)));
}
