import { sha256 } from "../../core/index.ts";
import type { NamedCheckpoint } from "./view.ts";

/** More are not answered for at once: of those that nobody answers, the oldest is forgotten. */
const MOST_SHOWN = 200;

/** What somebody may answer to: the words of the checkpoint and its warnings, without its age. */
const stateOf = ({ ageSeconds: _, ...state }: NamedCheckpoint): string => sha256(JSON.stringify(state));

/**
 * The briefings that wait for an answer, each for whoever was given it: nobody can have answered what was not shown.
 */
export class Shown {
  readonly #states = new Map<string, string>();

  add(to: string, checkpoint: NamedCheckpoint): void {
    const key = this.#keyOf(to, checkpoint);
    this.#states.delete(key);
    this.#states.set(key, stateOf(checkpoint));
    for (const oldest of this.#states.keys()) {
      if (this.#states.size <= MOST_SHOWN) break;
      this.#states.delete(oldest);
    }
  }

  /**
   * Takes an answer to a briefing; false where it was never given, was answered before, or says something else by now.
   */
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
