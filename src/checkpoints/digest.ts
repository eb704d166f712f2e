import { basename, relative } from "node:path";
import type { Activity, CommandRun } from "../capture/index.ts";
import { formatDuration, redact } from "../core/index.ts";
import type { SessionRecord, StructuredState } from "../store/index.ts";
import { oneLine } from "../text/index.ts";
import type { Accumulator } from "./accumulator.ts";

export interface DigestInput {
  readonly session: SessionRecord;
  readonly accumulator: Accumulator;
  readonly activity: Activity;
  readonly now: number;
  /** What the runtime reported about its context, or the end of the transcript. */
  readonly context?: string | undefined;
  /** Why it is written, where something happened that must be kept. */
  readonly because?: string | undefined;
}

const LIST_LENGTH = 8;
const CONTEXT_CHARS = 4000;

export function displayPath(path: string, project: string | null): string {
  if (project === null || !path.startsWith(`${project}/`)) return path;
  return relative(project, path);
}

/** A list of the last few things under a title, where there are any. */
function bullets<Thing>(title: string, all: readonly Thing[], text: (thing: Thing) => string, most = LIST_LENGTH) {
  const items = all.slice(-most).map((thing) => `- ${text(thing)}`);
  return items.length > 0 ? [`${title}:`, ...items] : [];
}

function workLines({ activity, session }: DigestInput): string[] {
  const shown = (path: string) => displayPath(path, session.projectNormalized);
  const changed = activity.files.filter((file) => file.edits > 0);
  const commands = activity.commands.filter(({ stopped }) => stopped === undefined).slice(-LIST_LENGTH);
  const failing = commands.filter((command) => command.error !== undefined);
  const tests = commands.filter((command) => command.isTest);
  const outcome = ({ exitCode, error }: CommandRun) =>
    exitCode !== undefined ? `exit ${exitCode}` : error === undefined ? "no result" : "failed";
  const verdict = (run: CommandRun) => (run.exitCode === 0 ? "passing" : (run.error ?? outcome(run)));
  const open = activity.requests.at(-1);
  return [
    ...(open ? [`Open request: "${oneLine(open.text, 500)}"`] : []),
    ...bullets("Decisions", activity.decisions, ({ text }) => oneLine(text, 300)),
    ...bullets("Files changed", changed, ({ path, edits }) => `${shown(path)}${edits > 1 ? ` (${edits} edits)` : ""}`),
    ...bullets("Commands", commands, (run) => `\`${oneLine(run.command, 160)}\` (${outcome(run)})`),
    ...bullets("Tests", tests, (run) => `\`${oneLine(run.command, 120)}\`: ${verdict(run)}`, 3),
    ...bullets("Errors", failing, ({ command, error }) => `\`${oneLine(command, 80)}\`: ${error}`),
  ];
}

/** The digest of a checkpoint that no agent wrote. */
export function digestText(input: DigestInput): string {
  const { session, accumulator, now, context, because } = input;
  const duration = formatDuration(now - Date.parse(session.startedAt));
  const none = "none";
  const project = session.project ?? (session.projectNormalized ? basename(session.projectNormalized) : none);
  const work = workLines(input);
  return [
    "## Session Checkpoint",
    `Project: ${project}`,
    `Prompts: ${session.promptCount} | Duration: ${duration}`,
    ...(because ? [`Written because: ${because}`] : []),
    "",
    "### Memory Activity Since Last Checkpoint",
    `Queries: ${accumulator.queries.join("; ") || none}`,
    `Remembered: ${accumulator.remembers.map((text) => oneLine(text, 200)).join("; ") || none}`,
    `Top memories accessed: ${accumulator.memoriesAccessed.join(", ") || none}`,
    ...(work.length > 0 ? ["", "### Work Since Last Checkpoint", ...work] : []),
    // Redacted before it is cut: the rest of a secret whose beginning is gone cannot be recognized.
    ...(context ? ["", "### Context", redact(context).slice(-CONTEXT_CHARS)] : []),
  ].join("\n");
}

/** The state of a task, as text that search can find. */
export function taskLines(structured: StructuredState | undefined): string[] {
  if (!structured) return [];
  const { gate, step, summary, nextSteps, resumeInstructions } = structured;
  return [
    "",
    "### Task",
    `Gate: ${gate ?? "none yet"}, step ${step}`,
    summary,
    ...bullets("Next steps", nextSteps, (step) => step, nextSteps.length),
    resumeInstructions,
  ];
}
