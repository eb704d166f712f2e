import { activityOf, type CommandRun } from "../../capture/index.ts";
import { oneLine } from "../../text/index.ts";
import { commandKey } from "../../work/index.ts";
import type { ExtractedFrom, Item } from "./item.ts";

const LONGEST_COMMAND = 160;
const LONGEST_PATH = 300;

/** Recent work is needed next. */
const recency = (seq: number, lastSeq: number): number => 0.5 + 0.5 / (1 + (lastSeq - seq) / 60);

/** The outcome of a run, as far as it is known. */
function ending({ exitCode, error }: CommandRun): string {
  if (exitCode === undefined) return error === undefined ? "" : ` → failed${error && `: ${error}`}`;
  return ` → exit ${exitCode}${error ? `: ${error}` : ""}`;
}

/** The last run of each command, and how often it failed; without commands that only look around. */
function lastRuns(commands: readonly CommandRun[]): { readonly run: CommandRun; readonly failures: number }[] {
  const last = new Map<string, { run: CommandRun; failures: number }>();
  for (const run of commands) {
    const key = commandKey(run.command);
    if (key === "" || run.stopped !== undefined) continue;
    const failures = (last.get(key)?.failures ?? 0) + (run.error === undefined ? 0 : 1);
    last.set(key, { run, failures });
  }
  return [...last.values()];
}

/** Files touched and commands run, with their outcomes. */
export function* workItems(calls: readonly ExtractedFrom[], lastSeq: number): Generator<Item> {
  const ids = new Map(calls.map(({ seq, id }) => [seq, id]));
  const { files, commands } = activityOf(calls);
  const itemAt = (
    kind: Item["kind"],
    text: string,
    { at, seq }: { at: string; seq: number },
    weight: number,
  ): Item => ({
    ...{ kind, text, at, seq, cites: [ids.get(seq) ?? ""] },
    weight: weight * recency(seq, lastSeq),
  });
  for (const file of files) {
    const { edits, lines } = file;
    const name = oneLine(file.path, LONGEST_PATH);
    if (name === "") continue;
    const what = edits === 0 ? "read" : edits === 1 ? "edited" : `edited ${edits} times`;
    const text = `${name}${edits === 0 && lines ? `:${lines}` : ""} (${what})`;
    yield itemAt("file", text, file, edits > 0 ? Math.min(0.75, 0.45 + 0.03 * edits) : 0.25);
  }
  for (const { run, failures } of lastRuns(commands)) {
    const shown = `\`${oneLine(run.command, LONGEST_COMMAND)}\``;
    const hasFailed = run.error !== undefined;
    yield itemAt("command", `${shown}${ending(run)}`, run, (run.isTest ? 0.6 : 0.35) + (hasFailed ? 0.1 : 0));
    if (run.error && failures > 1) yield itemAt("failed", `${shown} kept failing: ${run.error}`, run, 0.6);
  }
}
