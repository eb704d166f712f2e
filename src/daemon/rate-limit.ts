import type { Clock } from "../core/index.ts";

const WINDOW_MS = 60_000;

/** Limits requests per minute and bearer; returns the seconds to wait, or 0. */
export class RateLimit {
  readonly #clock: Clock;
  readonly perMinute: number;
  readonly #windows = new Map<string, { from: number; count: number }>();

  constructor(clock: Clock, perMinute: number) {
    this.#clock = clock;
    this.perMinute = perMinute;
  }

  secondsToWait(bearer: string): number {
    const now = this.#clock.now();
    const window = this.#windows.get(bearer);
    if (!window || now - window.from >= WINDOW_MS) {
      this.#windows.set(bearer, { from: now, count: 1 });
      return 0;
    }
    window.count += 1;
    return window.count <= this.perMinute ? 0 : Math.max(1, Math.ceil((window.from + WINDOW_MS - now) / 1000));
  }
}
