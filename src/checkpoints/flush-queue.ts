import type { Clock } from "../core/index.ts";

/** Due checkpoints wait here for a moment, so that no prompt waits for a write: one entry a session. */
export class FlushQueue {
  readonly #waiting = new Map<string, () => void>();
  /** Those that become due later, by time alone. */
  readonly #later = new Map<string, () => void>();
  readonly #writing = new Set<Promise<void>>();

  readonly #clock: Clock;
  readonly #delayMs: number;
  readonly #write: (sessionId: string) => Promise<void>;

  constructor(clock: Clock, delayMs: number, write: (sessionId: string) => Promise<void>) {
    this.#clock = clock;
    this.#delayMs = delayMs;
    this.#write = write;
  }

  add(sessionId: string): void {
    if (this.#waiting.has(sessionId)) return;
    this.#waiting.set(
      sessionId,
      this.#clock.after(this.#delayMs, () => this.#flush(sessionId)),
    );
  }

  addAt(sessionId: string, dueAt: number): void {
    if (this.#later.has(sessionId)) return;
    const cancel = this.#clock.after(Math.max(0, dueAt - this.#clock.now()), () => {
      this.#later.delete(sessionId);
      this.add(sessionId);
    });
    this.#later.set(sessionId, cancel);
  }

  /** Another checkpoint was written, which covers what was waiting. */
  cancel(sessionId: string): void {
    this.#waiting.get(sessionId)?.();
    this.#waiting.delete(sessionId);
  }

  #flush(sessionId: string): void {
    this.cancel(sessionId);
    const writing = this.#write(sessionId).finally(() => this.#writing.delete(writing));
    this.#writing.add(writing);
  }

  async flushAll(): Promise<void> {
    for (const cancel of this.#later.values()) cancel();
    this.#later.clear();
    for (const sessionId of [...this.#waiting.keys()]) this.#flush(sessionId);
    await Promise.allSettled(this.#writing);
  }
}
