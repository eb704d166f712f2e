const SECOND = 1000;
const HOUR = 3600 * SECOND;
const FIRST_DELAY_MS = SECOND;
const LONGEST_DELAY_MS = HOUR;
/** After this time a delivery is given up. */
export const GIVE_UP_AFTER_MS = 24 * HOUR;

/** Exponential backoff with jitter, up to an hour. */
export function delayAfter(failures: number, random: number): number {
  const step = Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** Math.min(failures - 1, 30));
  return Math.round(step * (0.5 + random / 2));
}

/** The delay of a `Retry-After` header, in seconds or as a date; undefined if it is neither. */
export function askedDelay(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined;
  const ms = /^\d+$/.test(header.trim()) ? Number(header) * SECOND : Date.parse(header) - now;
  return Number.isFinite(ms) ? Math.min(Math.max(0, ms), GIVE_UP_AFTER_MS) : undefined;
}

export interface Answer {
  readonly status: number;
  readonly retryAfter?: string | undefined;
}

const MAY_CHANGE = [408, 429];

/** What an answer means for the delivery: taken, retry, or refused for good. */
export function verdictOn({ status }: Answer): "taken" | "again" | "refused" {
  if (status >= 200 && status < 300) return "taken";
  return status >= 500 || MAY_CHANGE.includes(status) ? "again" : "refused";
}

/** Why it was not accepted, for a person. */
export function wordsFor({ status }: Answer): string {
  if (status >= 300 && status < 400)
    return `it answered ${status}, a redirect, which is not followed: configure the address itself`;
  return `it answered ${status}`;
}
