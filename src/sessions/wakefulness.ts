/** Looks come every few seconds: when one is so late, the machine slept, or this process was held. */
const SLEPT_MS = 30_000;

interface Nap {
  readonly from: number;
  readonly to: number;
}

/** Knows when nobody could have been heard because the machine slept: that is no silence of theirs. */
export class Wakefulness {
  #naps: Nap[] = [];
  #lastLook: number | undefined;

  /** To be called every few seconds. True when the machine has just woken. */
  look(now: number): boolean {
    const from = this.#lastLook ?? now;
    this.#lastLook = now;
    const slept = now - from > SLEPT_MS;
    if (slept) this.#naps.push({ from, to: now });
    return slept;
  }

  /** How long the machine was awake between two moments. */
  awakeBetween(from: number, to: number): number {
    const slept = this.#naps.reduce(
      (sum, nap) => sum + Math.max(0, Math.min(to, nap.to) - Math.max(from, nap.from)),
      0,
    );
    return to - from - slept;
  }

  /** Forgets what lies so far back that nothing depends on it: so long was the machine awake since. */
  forget(now: number, awakeMs: number): void {
    this.#naps = this.#naps.filter(({ to }) => this.awakeBetween(to, now) < awakeMs);
  }

  get size(): number {
    return this.#naps.length;
  }
}
