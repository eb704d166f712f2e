import { formatDuration, RecentMap, sha256 } from "../../core/index.ts";
import { oneLine } from "../../text/index.ts";
import { formatCreated } from "./created-time.ts";
import type { NamedCheckpoint } from "./draft.ts";

/* What a person sees before work is resumed. */

const LONGEST_SUMMARY = 300;

const titleOf = ({ task, name }: NamedCheckpoint): string => (task === "" ? name : task);
const sentence = (text: string): string => text.replace(/[.!?。]+$/u, "");
const bullets = (entries: readonly string[]): string =>
  entries.map((entry) => `- ${entry.replaceAll("\n", "\n  ")}`).join("\n");

export function briefingOf(checkpoint: NamedCheckpoint): string {
  const { createdAt, ageSeconds, progress, nextAction, stale, incomplete } = checkpoint;
  return [
    `📌 Resume: ${titleOf(checkpoint)}`,
    `Saved: ${formatCreated(Date.parse(createdAt))} (${formatDuration(ageSeconds * 1000)} ago)`,
    `✅ Progress:\n${progress.length > 0 ? bullets(progress) : "- nothing was written down"}`,
    `🔜 Next action: ${nextAction === "" ? "none was written down" : nextAction}`,
    ...(stale.length > 0 ? [`⚠️ Stale warnings:\n${bullets(stale)}`] : []),
    ...(incomplete.length > 0 ? [`⚠️ Saved incomplete:\n${bullets(incomplete)}`] : []),
  ].join("\n");
}

/** What the answer "no" does, shown before the question. */
export const ifNoOf = ({ name }: NamedCheckpoint): string =>
  `"no" moves this checkpoint to the trash; \`throughline checkpoint restore ${name}\` brings it back.`;

/** The briefing as a one-line question. */
export function questionOf(checkpoint: NamedCheckpoint): string {
  const { progress, nextAction } = checkpoint;
  const done = oneLine(progress.join("; "), LONGEST_SUMMARY) || "none written down";
  const next = oneLine(nextAction, LONGEST_SUMMARY) || "none written down";
  return `Resuming: ${sentence(titleOf(checkpoint))}. Last progress: ${sentence(done)}. Next action: ${sentence(next)}. Ready to continue? (yes/no)`;
}

/** Beyond this, the oldest unanswered briefing is forgotten. */
const MOST_PENDING = 200;

/** What an answer refers to: the checkpoint and its warnings, without its age. */
const stateOf = ({ ageSeconds: _, ...state }: NamedCheckpoint): string => sha256(JSON.stringify(state));

/** The briefings that wait for an answer, by session: a briefing that was not shown cannot be answered. */
export class PendingBriefings {
  readonly #states = new RecentMap<string, string>(MOST_PENDING);

  add(to: string, checkpoint: NamedCheckpoint): void {
    this.#states.set(this.#keyOf(to, checkpoint), stateOf(checkpoint));
  }

  /** False where the briefing was never shown, was answered before, or has changed since. */
  answer(by: string, checkpoint: NamedCheckpoint): boolean {
    const key = this.#keyOf(by, checkpoint);
    const isCurrent = this.#states.get(key) === stateOf(checkpoint);
    this.#states.delete(key);
    return isCurrent;
  }

  #keyOf(who: string, { path }: NamedCheckpoint): string {
    return JSON.stringify([who, path]);
  }
}
