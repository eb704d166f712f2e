import { RecentMap, sha256 } from "../../core/index.ts";
import type { NamedCheckpoint } from "./checkpoint-view.ts";

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
