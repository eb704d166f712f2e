import { activityOf, callsIn, type Spoken } from "../capture/index.ts";
import type { CheckpointTrigger, SessionRecord } from "../store/index.ts";
import { oneLine } from "../text/index.ts";
import { displayPath } from "./digest.ts";

const MANY_EDITS = 3;
const MANY_LINES = 40;
const LONGEST = 300;
const CREATED = /\bcreated\b|"type":\s*"create"|\bnew file\b/i;

/** Why a checkpoint must be written: the most important reason is the trigger, `because` lists all. */
export interface DetectedTrigger {
  readonly trigger: CheckpointTrigger;
  readonly because: string;
}

/** Files that were created or edited heavily. */
function changedFiles(messages: readonly Spoken[]): string[] {
  const edits = new Map<string, number>();
  for (const { act, content, result } of callsIn(messages)) {
    if (act.kind !== "edit" || !result || result.isError) continue;
    const isHeavy = CREATED.test(result.content.slice(0, 400)) || content.split("\\n").length >= MANY_LINES;
    edits.set(act.path, (edits.get(act.path) ?? 0) + (isHeavy ? MANY_EDITS : 1));
  }
  return [...edits].flatMap(([path, count]) => (count >= MANY_EDITS ? [path] : []));
}

/** Commands that passed after `since` and had failed before; all test commands count as one. */
function recoveredCommands(messages: readonly Spoken[], since: number): string[] {
  const failing = new Map<string, string>();
  return activityOf(messages).commands.flatMap(({ command, error, exitCode, isTest, seq }) => {
    const key = isTest ? "tests" : command.trim();
    const before = failing.get(key);
    if (error !== undefined) failing.set(key, error);
    if (exitCode !== 0) return [];
    failing.delete(key);
    return before === undefined || seq <= since ? [] : [`\`${oneLine(command, 80)}\` passes again after: ${before}`];
  });
}

/**
 * Finds a reason for a checkpoint after the message `since`; `recorded`: decisions put on record, "" where the text is
 * not known.
 */
export function detectTrigger(
  { projectNormalized }: Pick<SessionRecord, "projectNormalized">,
  messages: readonly Spoken[],
  { since, recorded }: { readonly since: number; readonly recorded: readonly string[] },
): DetectedTrigger | undefined {
  const numbered = messages.map((one) => ({ ...one, seq: one.seq ?? Number.MAX_SAFE_INTEGER }));
  const recent = numbered.filter(({ seq }) => seq > since);
  const words = [...recorded, ...activityOf(recent).decisions.map(({ text }) => text)].filter((text) => text !== "");
  const quoted = [...new Set(words)].map((text) => `decided: ${text}`);
  const decided = quoted.length === 0 && recorded.length > 0 ? ["a decision was recorded"] : quoted;
  const recovered = recoveredCommands(numbered, since);
  const files = changedFiles(recent).map((path) => displayPath(path, projectNormalized));
  const reasons = [...decided, ...recovered, ...(files.length > 0 ? [`changed ${files.join(", ")}`] : [])];
  if (reasons.length === 0) return undefined;
  const trigger = decided.length > 0 ? "decision" : recovered.length > 0 ? "error_recovery" : "file_edit";
  return { trigger, because: oneLine(reasons.join("; "), LONGEST) };
}
