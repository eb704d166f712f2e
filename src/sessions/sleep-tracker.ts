/** Checks run every few seconds: after a gap this long, the machine slept or this process was stopped. */
const SLEPT_MS = 30_000;

/** Tracks when the machine slept, so that this time does not count as silence of a session. */
export class SleepTracker {
  #naps: { readonly from: number; readonly to: number }[] = [];
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
    const sleptIn = (nap: { readonly from: number; readonly to: number }) =>
      Math.max(0, Math.min(to, nap.to) - Math.max(from, nap.from));
    return this.#naps.reduce((awake, nap) => awake - sleptIn(nap), to - from);
  }

  /** Forgets naps that nothing depends on: the machine was awake for `awakeMs` since. */
  forget(now: number, awakeMs: number): void {
    this.#naps = this.#naps.filter(({ to }) => this.awakeBetween(to, now) < awakeMs);
  }

  get size(): number {
    return this.#naps.length;
  }
}
