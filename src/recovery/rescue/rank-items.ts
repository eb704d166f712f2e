import { type Item, type ItemKey, type ItemKind, itemOf, keyOf } from "./items.ts";
import type { LineRange } from "./line-range.ts";
import type { Step, Trail } from "./trail.ts";

/** How useful an item of each kind is to the agent: a lost path has to be searched for, a name is easily found. */
export const WORTH: Readonly<Record<ItemKind, number>> = { path: 6, url: 3, reference: 1, name: 1 };
/** An item that came up so many steps ago weighs half as much as a new one. */
const HALF = 30;
/** Characters that an item takes besides its own, for its place in the list. */
const COST = 10;
/** In sessions with more steps, names count more: the agent works on details of the code. */
const USUAL_STEPS = 300;
/** A session is cut into so many parts: an item that comes up in several of them matters to the work as a whole. */
const PARTS = 10;

/** If one output has more commits or issues, as `git log` prints, those that come up nowhere else count little. */
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

/** How an item came up in a session. */
interface Trace {
  /** The steps that name it. */
  count: number;
  readonly parts: Set<number>;
  /** How lately, and among how few others. */
  nearness: number;
  /** It came up only as one of a long list. */
  isListed: boolean;
}

/** What came up all through the session, often and lately, by value for its length, the best first. */
export function rank({ steps, shortPath }: Trail, { showsFilesAgain = false } = {}): RankedItem[] {
  const traces = new Map<ItemKey, Trace>();
  for (const [n, { items }] of steps.entries()) {
    const nearness = 1 / (1 + (steps.length - n) / HALF) / Math.sqrt(1 + items.size);
    const isList = [...items].filter(isReference).length > FEW_REFERENCES;
    for (const key of items) {
      const known = traces.get(key);
      const trace = known ?? { count: 0, parts: new Set(), nearness: 0, isListed: false };
      trace.isListed = isList && isReference(key) && !known;
      trace.count += 1;
      trace.nearness += nearness;
      trace.parts.add(Math.floor((PARTS * n) / steps.length));
      traces.set(key, trace);
    }
  }
  const inWork = lastFiles(steps, FILES_IN_WORK);
  const shown = showsFilesAgain ? shownAgain(steps) : new Set<ItemKey>();
  return [...traces]
    .filter(([, { isListed }]) => !isListed)
    .map(([key, { count, parts, nearness }]) => {
      const item = itemOf(key);
      const short = item.kind === "path" ? shortPath(item.value) : item.value;
      const label = item.value === inWork[0] ? item.value : short;
      const kindWorth = WORTH[item.kind] * (item.kind === "name" ? Math.sqrt(steps.length / USUAL_STEPS) : 1);
      const worth = kindWorth * (shown.has(key) ? SHOWN_AGAIN : 1);
      const use = parts.size ** 1.5 * Math.sqrt(count) * nearness ** 0.15;
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
