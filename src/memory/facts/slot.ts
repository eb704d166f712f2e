import { CHANGE, DURATIONS, DWELLING, JOINS, NAMING, SCHEDULED, WORKING } from "./lexicon.ts";
import type { Part } from "./parts.ts";
import type { Reading } from "./reading.ts";
import { isNumber, isTime } from "./roles.ts";

/** Two facts that are the same but for one place. */
export interface Slot {
  readonly lead: readonly Part[];
  readonly older: readonly Part[];
  readonly newer: readonly Part[];
  readonly tail: readonly Part[];
}

const HOLDS_ONE = [NAMING, DWELLING, SCHEDULED];
/** "Moved to" stands where the older fact has "lives in" or "is on"; who moves may keep their work. */
const alike = (newer: Part, older: Part): boolean =>
  (newer.key === older.key && newer.before === older.before) ||
  (newer.key === CHANGE &&
    older.isVerb &&
    older.key !== WORKING &&
    (older.key === "is" || HOLDS_ONE.some((verbs) => verbs.has(older.key))));

const MOST_WORDS = 5;
const isDuration = (part: Part | undefined): boolean => part !== undefined && DURATIONS.has(part.key);

export function slotOf(newer: Reading, older: Reading): Slot | undefined {
  const [n, o] = [newer.parts, older.parts];
  let start = 0;
  for (; start < n.length && start < o.length; start++) {
    const [a, b] = [n[start], o[start]];
    if (a === undefined || b === undefined || !alike(a, b)) break;
  }
  // Thirty seconds became thirty minutes: the number is a part of what changed.
  if (isNumber(n[start - 1]?.key ?? "") && isDuration(n[start]) && isDuration(o[start])) start -= 1;
  // "Is called" became "was renamed to".
  const named = o[start];
  const skipped = n[start - 1]?.key === CHANGE && named?.isVerb === true && NAMING.has(named.key) ? 1 : 0;
  let end = 0;
  while (n.length - end > start && o.length - end > start + skipped) {
    const [a, b] = [n[n.length - 1 - end], o[o.length - 1 - end]];
    if (a === undefined || b === undefined || a.key !== b.key || a.before !== b.before) break;
    end += 1;
  }
  const slot = {
    lead: n.slice(0, start),
    older: o.slice(start + skipped, o.length - end),
    newer: n.slice(start, n.length - end),
    tail: n.slice(n.length - end),
  };
  return isFilled(slot.older) && isFilled(slot.newer) && areApart(slot) ? slot : undefined;
}

/** One value: no clause, no list, no further circumstances. */
function isFilled(value: readonly Part[]): boolean {
  if (value.length === 0 || value.length > MOST_WORDS) return false;
  return value.every(
    (part, at) =>
      part.key !== "," && !part.isVerb && !JOINS.has(part.key) && (at === 0 || part.before === "" || isTime(part.key)),
  );
}

/** A value that holds the other is a closer one, not another one. Days are made of the same words. */
function areApart({ older, newer }: Slot): boolean {
  const known = new Set(older.map((part) => part.key));
  const shared = newer.filter((part) => known.has(part.key)).length;
  if (shared === 0) return true;
  if (older.length === 2 && newer.length === 2 && isDuration(older[1]) && isDuration(newer[1])) return shared === 1;
  const isDay = [...older, ...newer].every((part) => isNumber(part.key) || isTime(part.key));
  return isDay && shared < older.length && shared < newer.length;
}
