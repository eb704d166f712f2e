/** A part of the engine that has work of its own to do or to end. */
export interface Component {
  readonly name: string;
  /** Due work of every minute or so. */
  readonly sweep?: () => unknown;
  /** Due work of every hour or so. */
  readonly maintain?: () => unknown;
  /** Ends what is under way. It is called once. */
  readonly stop?: () => unknown;
}

/**
 * The parts of a running engine, each after those that it needs. Work runs in this order, and the end comes in reverse.
 * A part that fails keeps no other from its turn: the first failure is thrown after all of them.
 */
export class Components {
  readonly #parts: readonly Component[];

  constructor(parts: readonly Component[]) {
    this.#parts = parts;
  }

  sweep(): Promise<void> {
    return this.#each(this.#parts, "sweep");
  }

  maintain(): Promise<void> {
    return this.#each(this.#parts, "maintain");
  }

  stop(): Promise<void> {
    return this.#each([...this.#parts].reverse(), "stop");
  }

  async #each(parts: readonly Component[], action: "sweep" | "maintain" | "stop"): Promise<void> {
    const failures: unknown[] = [];
    for (const part of parts) {
      try {
        await part[action]?.();
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw failures[0];
  }
}
