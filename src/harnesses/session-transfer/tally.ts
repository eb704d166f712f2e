import type { NotCarried } from "./session-writer.ts";

/** Counts what is not carried over, by kind. */
export class Tally {
  readonly #items = new Map<string, NotCarried>();

  add(what: string, why: string, count = 1): void {
    if (count === 0) return;
    const known = this.#items.get(what)?.count ?? 0;
    this.#items.set(what, { what, count: known + count, why });
  }

  get items(): NotCarried[] {
    return [...this.#items.values()];
  }
}
