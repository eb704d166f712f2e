import type { Entry } from "../capture/index.ts";

/** Outside these years ISO times have more digits and no longer sort as text. */
const FIRST_MS = Date.UTC(1, 0);
const LAST_MS = Date.UTC(9999, 11, 31);

/** A time in milliseconds as text; undefined where it is none. */
export const isoAt = (ms: number | undefined): string | undefined =>
  ms !== undefined && ms >= FIRST_MS && ms <= LAST_MS ? new Date(ms).toISOString() : undefined;

/** A client's time in the one format that sorts; undefined if it is not a time. */
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

/** A line without a readable time gets the fallback, or the current time. */
export const timeOf = (written: string | undefined, fallbackTime?: string): string =>
  readTime(written) ?? fallbackTime ?? new Date().toISOString();

/** Items without a time inherit the time of the one before; the first inherits `begin`. */
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
