import { AsyncLocalStorage } from "node:async_hooks";
import { ThroughlineError } from "../../core/index.ts";

interface Running {
  isDone: boolean;
}

/** Refuses a call to the store from inside a transaction on it: the two would wait for each other for ever. */
export class TransactionGuard {
  readonly #running = new AsyncLocalStorage<Running>();

  /** `execute` runs a transaction and marks its work with what it is given. */
  async watch<Result>(execute: (mark: <Done>(work: () => Done) => Done) => Promise<Result>): Promise<Result> {
    const running = { isDone: false };
    try {
      return await execute((work) => this.#running.run(running, work));
    } finally {
      // What the work began and did not wait for may use the store from now on.
      running.isDone = true;
    }
  }

  assertOutside(): void {
    if (this.#running.getStore()?.isDone !== false) return;
    throw new ThroughlineError(
      "internal",
      "the store was called from inside a transaction on it, and would wait for it for ever",
      "Use the tables that the transaction hands to its work; begin no other one inside it.",
    );
  }
}
