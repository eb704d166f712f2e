import type { Entry } from "../capture/index.ts";

/** Beyond these years times are written with more digits, and no longer sort as texts. */
const FIRST_MS = Date.UTC(1, 0);
const LAST_MS = Date.UTC(9999, 11, 31);

/** A time in milliseconds as text; undefined where it is none. */
export const isoAt = (ms: number | undefined): string | undefined =>
  ms !== undefined && ms >= FIRST_MS && ms <= LAST_MS ? new Date(ms).toISOString() : undefined;

/** A time as a client wrote it, in the one form in which times can be compared; undefined where it is none. */
export const readTime = (written: string | undefined): string | undefined =>
  written === undefined ? undefined : isoAt(Date.parse(written));

/** The first of them that can be read. */
export function firstTime(written: readonly (string | undefined)[]): string | undefined {
  for (const one of written) {
    const time = readTime(one);
    if (time !== undefined) return time;
  }
  return undefined;
}

/**
 * A line without a time that can be read was written when the one before it was, or just now as far as anybody can
 * tell.
 */
export const timeOf = (written: string | undefined, fallbackTime?: string): string =>
  readTime(written) ?? fallbackTime ?? new Date().toISOString();

/** Gives what has no time of its own the time of what was read before it; to the first, `begin`. */
export function withInheritedTimes<Item>(
  read: (item: Item, fallbackTime: string, index: number) => Entry[],
  begin: string,
): (item: Item, index: number) => Entry[] {
  let time = begin;
  return (item, index) => {
    const entries = read(item, time, index);
    time = entries.at(-1)?.createdAt ?? time;
    return entries;
  };
}
