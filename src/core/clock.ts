/** Time as an argument: logic that depends on it is tested by moving a clock by hand, never by sleeping. */
export interface Clock {
  now(): number;
  /** Calls `action` once after `ms`; the returned function cancels it. */
  after(ms: number, action: () => void): () => void;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  after(ms, action) {
    const timer = setTimeout(action, ms);
    // A pending flush must not keep a finished process alive: the owner of the work flushes on close.
    timer.unref();
    return () => clearTimeout(timer);
  },
};

/** A clock that only moves when a test advances it; due actions run in the order of their time. */
export class ManualClock implements Clock {
  #now: number;
  #timers: { at: number; action: () => void }[] = [];

  constructor(start: number | string = "2026-01-01T00:00:00.000Z") {
    this.#now = typeof start === "number" ? start : Date.parse(start);
  }

  now(): number {
    return this.#now;
  }

  after(ms: number, action: () => void): () => void {
    const timer = { at: this.#now + ms, action };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((other) => other !== timer);
    };
  }

  advance(ms: number): void {
    const target = this.#now + ms;
    for (;;) {
      const next = this.#timers.filter((timer) => timer.at <= target).sort((a, b) => a.at - b.at)[0];
      if (!next) break;
      this.#timers = this.#timers.filter((timer) => timer !== next);
      this.#now = Math.max(this.#now, next.at);
      next.action();
    }
    this.#now = target;
  }
}

export const isoTime = (ms: number): string => new Date(ms).toISOString();

/** The day of a moment in the local time zone, as YYYY-MM-DD. */
export function localDay(ms: number): string {
  const at = new Date(ms);
  const two = (number: number): string => String(number).padStart(2, "0");
  return `${String(at.getFullYear()).padStart(4, "0")}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}

/** The day of a time as it is stored. */
export const isoDay = (time: string | null): string => time?.slice(0, 10) ?? "an unknown day";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** How long something took or how old it is, in the two largest units: `3 d 4 h`, `12 min`, `40 s`. */
export function formatDuration(ms: number): string {
  if (Number.isNaN(ms)) return "an unknown time";
  const whole = Math.max(0, ms);
  if (whole < MINUTE) return `${Math.floor(whole / SECOND)} s`;
  if (whole < HOUR) return `${Math.floor(whole / MINUTE)} min`;
  if (whole < DAY) {
    const minutes = Math.floor((whole % HOUR) / MINUTE);
    return `${Math.floor(whole / HOUR)} h${minutes > 0 ? ` ${minutes} min` : ""}`;
  }
  const hours = Math.floor((whole % DAY) / HOUR);
  return `${Math.floor(whole / DAY)} d${hours > 0 ? ` ${hours} h` : ""}`;
}
