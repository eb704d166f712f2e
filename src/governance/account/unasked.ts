import type { Ambient } from "../../ambient.ts";
import { fence, oneLine } from "../../conversation/index.ts";
import { isoTime, redact } from "../../core/index.ts";
import { newIncident, type SessionRecord } from "../../store/index.ts";

const KIND = "went_unasked";
const LONGEST = 200;
const LOOKED_THROUGH = 200;

/** A call that went through, and why it should not have. */
export interface WentThrough {
  readonly text: string;
  readonly although: string;
  /** When its hook gave up. */
  readonly at: number;
}

/**
 * A hook that waits in vain lets everything through. What would have been held up is an incident and an event then, and the agent is told
 * at the next occasion.
 */
export class Unasked {
  readonly #ambient: Ambient;
  readonly #owed = new Map<string, string>();

  constructor(ambient: Ambient) {
    this.#ambient = ambient;
  }

  /** Told once, however often its hook's event comes. */
  async note({ id }: SessionRecord, { text, although, at }: WentThrough): Promise<void> {
    const { store, clock, log, events } = this.#ambient;
    const detail = redact(
      `a call went through unasked at ${isoTime(at)}, for its hook was not answered in time, although ${although}: ${oneLine(text, LONGEST)}`,
    );
    const known = await store.accounts.incidents(LOOKED_THROUGH);
    if (known.some((one) => one.kind === KIND && one.sessionId === id && one.detail === detail)) return;
    await store.accounts.addIncident(newIncident(clock.now(), KIND, detail, id));
    log.warn({ sessionId: id }, "a hook was not answered in time, and what was to be held up went through");
    events.emit({ type: "work.unasked", sessionId: id, what: "tool", detail });
    const told = `Throughline: ${detail}. Say so, do not go on with it, and undo nothing unasked.`;
    this.#owed.set(id, fence(told));
  }

  /** What the agent has not been told yet. */
  take(sessionId: string): string | undefined {
    const owed = this.#owed.get(sessionId);
    this.#owed.delete(sessionId);
    return owed;
  }
}
