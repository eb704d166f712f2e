import { formatDuration } from "../../core/index.ts";
import { oneLine } from "../../text/index.ts";
import { createdText } from "./created.ts";
import type { NamedCheckpoint } from "./view.ts";

/* What a person is told before the work goes on. */

const LONGEST_SUMMARY = 300;

const titleOf = ({ task, name }: NamedCheckpoint): string => (task === "" ? name : task);
const sentence = (text: string): string => text.replace(/[.!?。]+$/u, "");
const bullets = (entries: readonly string[]): string =>
  entries.map((entry) => `- ${entry.replaceAll("\n", "\n  ")}`).join("\n");

export function briefingOf(checkpoint: NamedCheckpoint): string {
  const { createdAt, ageSeconds, progress, nextAction, stale, incomplete } = checkpoint;
  return [
    `📌 Resume: ${titleOf(checkpoint)}`,
    `Saved: ${createdText(Date.parse(createdAt))} (${formatDuration(ageSeconds * 1000)} ago)`,
    `✅ Progress:\n${progress.length > 0 ? bullets(progress) : "- nothing was written down"}`,
    `🔜 Next action: ${nextAction === "" ? "none was written down" : nextAction}`,
    ...(stale.length > 0 ? [`⚠️ Stale warnings:\n${bullets(stale)}`] : []),
    ...(incomplete.length > 0 ? [`⚠️ Saved incomplete:\n${bullets(incomplete)}`] : []),
  ].join("\n");
}

/** What the answer "no" does, to be said before anybody is asked. */
export const ifNoOf = ({ name }: NamedCheckpoint): string =>
  `"no" moves this checkpoint to the trash; \`throughline checkpoint restore ${name}\` brings it back.`;

/** The same as one line, which asks. */
export function questionOf(checkpoint: NamedCheckpoint): string {
  const { progress, nextAction } = checkpoint;
  const done = oneLine(progress.join("; "), LONGEST_SUMMARY) || "none written down";
  const next = oneLine(nextAction, LONGEST_SUMMARY) || "none written down";
  return `Resuming: ${sentence(titleOf(checkpoint))}. Last progress: ${sentence(done)}. Next action: ${sentence(next)}. Ready to continue? (yes/no)`;
}
