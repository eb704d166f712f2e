import { formatDuration, localDay, redact } from "../../../core/index.ts";
import { oneLine } from "../../../text/index.ts";
import type { TaskFolder } from "../task-files/task-folder.ts";

export const LOG_FILE = "work/implementation-log.md";
const LONGEST = 1000;
const LAST_ENTRY = /^## Session [\s\S]*$/m;

export interface LogEntry {
  readonly endedAt: number;
  readonly durationMs: number;
  readonly goal: string;
  readonly completed: string;
  readonly blocked: string;
  readonly next: string;
}

/** In the form of seed 003, §4.1. */
export function entryText({ endedAt, durationMs, goal, completed, blocked, next }: LogEntry): string {
  const line = (title: string, text: string) => `**${title}**: ${oneLine(redact(text), LONGEST) || "none"}`;
  return [
    `## Session ${localDay(endedAt)} (${formatDuration(durationMs)})`,
    "",
    line("Goal", goal),
    line("Completed", completed),
    line("Blocked", blocked),
    line("Next", next),
    "",
  ].join("\n");
}

/** `once`: not where the very same entry ends the log already. */
export const appendToLog = (folder: TaskFolder, entry: LogEntry, once = false): void =>
  folder.change(LOG_FILE, (text) => {
    if (once && text.endsWith(entryText(entry))) return text;
    const gap = text === "" || text.endsWith("\n\n") ? "" : text.endsWith("\n") ? "\n" : "\n\n";
    return `${text}${gap}${entryText(entry)}`;
  });

/** What the last session wrote. */
export function lastEntry(log: string): string {
  const from = log.lastIndexOf("\n## Session ") + 1;
  return LAST_ENTRY.exec(log.slice(from))?.[0].trim() ?? "";
}
