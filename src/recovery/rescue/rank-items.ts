import { type Item, type ItemKey, type ItemKind, itemOf, keyOf } from "./items.ts";
import type { LineRange } from "./line-range.ts";
import type { Step, Trail } from "./trail.ts";

/** What an item saves the agent: a path is found again only by searching for it. */
export const WORTH: Readonly<Record<ItemKind, number>> = { path: 6, url: 3, reference: 1, name: 1 };
/** After so many steps an item counts half. */
const HALF = 30;
/** What an item costs in addition to its length. */
const COST = 10;
/** What comes up in many of so many parts of a session is of the work, not of one moment. */
const PARTS = 10;

/** Among more than these, a commit or an issue that comes up nowhere else is one of a list, as `git log` prints. */
const FEW_REFERENCES = 3;
const isReference = (key: ItemKey): boolean => key.startsWith("reference ");
/** A client may show the files that were touched last again after a compaction: their items are worth less then. */
const FILES_SHOWN_AGAIN = 5;
const SHOWN_AGAIN = 0.3;
/** The last touched files that are shown with their lines. */
const FILES_IN_WORK = 3;
/** And those of which a compacted session is shown where it looked, with so many places each. */
const FILES_LOOKED_AT = 8;
const PLACES = 3;

export interface RankedItem extends Item {
  readonly key: ItemKey;
  /**
   * As it is written for the agent: the path of the file touched last in full, others by their shortest ending that
   * means no other file.
   */
  readonly label: string;
  /** One of the files touched last: its whole path is shown where there is room for everything. */
  readonly isInWork: boolean;
}

/** The files that were touched last, the last one first. */
function lastFiles(steps: readonly Step[], count: number): string[] {
  const files = new Set<string>();
  for (const { file } of [...steps].reverse()) if (file !== undefined && files.size < count) files.add(file);
  return [...files];
}

function shownAgain(steps: readonly Step[]): Set<ItemKey> {
  const files = new Set(lastFiles(steps, FILES_SHOWN_AGAIN));
  const shown = steps.filter(({ file }) => file !== undefined && files.has(file));
  return new Set([...[...files].map((file) => keyOf("path", file)), ...shown.flatMap(({ items }) => [...items])]);
}

/** What came up all through the session, lately and among few others, by value for its length, the best first. */
export function rank({ steps, shortPath }: Trail, { showsFilesAgain = false } = {}): RankedItem[] {
  const values = new Map<ItemKey, number>();
  const parts = new Map<ItemKey, Set<number>>();
  const listed = new Set<ItemKey>();
  for (const [n, { items }] of steps.entries()) {
    const value = 1 / (1 + (steps.length - n) / HALF) / Math.sqrt(1 + items.size);
    const isList = [...items].filter(isReference).length > FEW_REFERENCES;
    for (const key of items) {
      if (isList && isReference(key) && !values.has(key)) listed.add(key);
      else listed.delete(key);
      values.set(key, (values.get(key) ?? 0) + value);
      const part = Math.floor((PARTS * n) / steps.length);
      parts.set(key, (parts.get(key) ?? new Set()).add(part));
    }
  }
  const inWork = lastFiles(steps, FILES_IN_WORK);
  const shown = showsFilesAgain ? shownAgain(steps) : new Set<ItemKey>();
  return [...values]
    .filter(([key]) => !listed.has(key))
    .map(([key, value]) => {
      const item = itemOf(key);
      const short = item.kind === "path" ? shortPath(item.value) : item.value;
      const label = item.value === inWork[0] ? item.value : short;
      const worth = WORTH[item.kind] * (shown.has(key) ? SHOWN_AGAIN : 1);
      const use = (parts.get(key)?.size ?? 1) ** 1.5 * Math.sqrt(value);
      const isInWork = inWork.includes(item.value);
      return { ...item, key, label, isInWork, score: (worth * use) / (COST + short.length) ** 2 };
    })
    .sort((a, b) => b.score - a.score);
}

/** A file with the lines that were looked at, the last ones first. */
export interface LookedAt {
  /** Its last two folders or more: a name alone is not looked up at once. */
  readonly label: string;
  readonly ranges: readonly LineRange[];
}

/** What an agent will probably need, the likeliest first: a few kilobytes, however long the session was. */
export interface Likely {
  readonly items: readonly RankedItem[];
  /** The files that were touched last, by their paths, the last one first. */
  readonly lookedAt: ReadonlyMap<string, LookedAt>;
}

const MOST_ITEMS = 200;

const isWithin = (inner: LineRange, outer: LineRange): boolean => outer.from <= inner.from && inner.to <= outer.to;

function rangesOf(file: string, steps: readonly Step[]): LineRange[] {
  const ranges: LineRange[] = [];
  for (const step of [...steps].reverse()) {
    const { range } = step;
    if (step.file !== file || !range || ranges.length === PLACES) continue;
    if (!ranges.some((later) => isWithin(range, later))) ranges.push(range);
  }
  return ranges;
}

function lookedAt({ steps, shortPath }: Trail): Map<string, LookedAt> {
  const labelOf = (file: string): string => {
    const short = shortPath(file);
    return short.includes("/") ? short : file.split("/").slice(-2).join("/");
  };
  return new Map(
    lastFiles(steps, FILES_LOOKED_AT).flatMap((file) => {
      const ranges = rangesOf(file, steps);
      return ranges.length > 0 ? [[file, { label: labelOf(file), ranges }] as const] : [];
    }),
  );
}

export const likelyOf = (ranked: readonly RankedItem[], trail: Trail): Likely => ({
  items: ranked.slice(0, MOST_ITEMS),
  lookedAt: lookedAt(trail),
});
