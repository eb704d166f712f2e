import type { Indexed, PassageRecord, PassageRows, Scope } from "../../store/index.ts";
import { cellTerm } from "../indexing/analyse.ts";
import type { WordVectors } from "../vectors/word-vectors.ts";
import type { Question } from "./question.ts";

/** What a question is weighed against: the passages that might answer it, and how rare its terms are among all. */
export interface Candidates {
  readonly passages: PassageRecord[];
  /** In the order of the question's terms. */
  readonly rarity: readonly number[];
  /** How many passages hold each of the terms, about, and how many there are. */
  readonly holders: readonly number[];
  readonly among: number;
  readonly averageLength: number;
}

/** Where to look. */
export interface Within {
  readonly scope: Scope;
  /** Terms that every passage must hold. */
  readonly must: readonly string[];
  /** Only what was there by then, in milliseconds. */
  readonly asOf: number | undefined;
  readonly words: WordVectors | undefined;
}

/** A list of a term's passages is read so far back: what is older is found by terms together, or not at all. */
const LIST = 300;
/** Who asks for the past wants what lies behind the newest. */
const DEEPER = 4;
const FURTHER_LIST = 200;
const CELLS = 4;
const DURING = 300;
/** So many are weighed: most of what is asked for was said. */
const MOST: Readonly<Record<Indexed, number>> = { messages: 150, memories: 80, checkpoints: 30 };
/** Of the kin terms, those that lead to passages; the others only count in them. */
const LEADING_KIN = 8;
/** How much a passage is worth looking at that a kin term, a near meaning or the time that was asked for led to. */
const BY_KIN = 0.3;
const BY_MEANING = 1;
const BY_TIME = 1.5;
const COMMON_PAIRS = 3;

/** The rarer a term, the more it says. */
export const rarityOf = (holders: number, all: number): number =>
  Math.log(1 + Math.max(0, all - holders + 0.5) / (holders + 0.5));

/** About how many passages hold a term, from the part of its list that was read: newest first, at most so many. */
export function holdersOf(list: readonly number[], limit: number, all: number): number {
  const [newest, oldest] = [list[0] ?? 0, list.at(-1) ?? 0];
  if (list.length < limit) return list.length;
  return Math.max(limit, Math.min(all, (limit * newest) / Math.max(1, newest - oldest)));
}

/**
 * The passages worth weighing, whatever the size of the store: each term gives its newest holders, terms that are too
 * common to be read through are asked for together, and kin terms, meaning and time give a few more.
 */
export async function gatherCandidates(
  index: PassageRows,
  source: Indexed,
  question: Question,
  within: Within,
): Promise<Candidates> {
  const { scope, must, words } = within;
  const list = LIST * (within.asOf === undefined ? 1 : DEEPER);
  const holding = (termSets: readonly (readonly string[])[], limit: number) =>
    index.holding(source, { termSets: termSets.map((terms) => [...must, ...terms]), scope, limit });
  const { passages: all, averageLength } = await index.extentOf(source, scope);
  if (all === 0) return { passages: [], rarity: [], holders: [], among: 0, averageLength };
  const worth = new Map<number, number>();
  const add = (pks: readonly number[], more: number) => {
    for (const pk of pks) worth.set(pk, (worth.get(pk) ?? 0) + more);
  };

  const lists = await holding(
    question.terms.map(({ term }) => [term]),
    list,
  );
  const holders = lists.map((found) => holdersOf(found, list, all));
  const rarity = holders.map((count) => rarityOf(count, all));
  for (const [n, found] of lists.entries()) add(found, (rarity[n] ?? 0) * (question.terms[n]?.worth ?? 0));
  const common = question.terms.flatMap(({ term }, n) =>
    lists[n]?.length === list ? [{ term, rarity: rarity[n] ?? 0 }] : [],
  );
  const pairs = pairsOf(common);
  const together = await holding(
    pairs.map(([a, b]) => [a.term, b.term]),
    list,
  );
  // Terms that always come together say little together: what a pair is worth is how rare it is itself.
  for (const found of together) add(found, rarityOf(holdersOf(found, list, all), all));
  if (must.length > 0) for (const found of await holding([[]], list)) add(found, BY_TIME);

  const cells = question.meaning && words ? words.cells(question.meaning, CELLS).map(cellTerm) : [];
  const leading = question.kin
    .map(({ term, worth: share, of }) => ({ term, gain: share * (rarity[of] ?? 0) }))
    .sort((a, b) => b.gain - a.gain)
    .slice(0, LEADING_KIN);
  const further = await holding(
    [...leading.map(({ term }) => term), ...cells].map((term) => [term]),
    FURTHER_LIST,
  );
  for (const [n, found] of further.entries()) add(found, leading[n] ? BY_KIN * leading[n].gain : BY_MEANING);
  if (question.time && must.length === 0) add(await index.during(source, question.time, scope, DURING), BY_TIME);
  // Where there is little, all of it is weighed.
  const most = MOST[source];
  if (worth.size < most && must.length === 0) for (const found of await holding([[]], most - worth.size)) add(found, 0);
  const { asOf } = within;
  const known = asOf === undefined ? await index.read(source, mostWorth(worth, most)) : await readUntil(asOf, most);
  return {
    passages: known.slice(0, most),
    rarity,
    holders,
    among: all,
    averageLength,
  };

  /** What came after the time that is asked for takes nobody's place. */
  async function readUntil(asOf: number, most: number): Promise<PassageRecord[]> {
    const best = mostWorth(worth, worth.size);
    const known: PassageRecord[] = [];
    for (let at = 0; at < best.length && known.length < most; at += most)
      known.push(...(await index.read(source, best.slice(at, at + most))).filter((one) => one.at <= asOf));
    return known;
  }
}

/**
 * Those that are worth most, the newer where they are worth the same. Sorting all of thousands would take longer than
 * weighing them.
 */
function mostWorth(worth: ReadonlyMap<number, number>, most: number): number[] {
  if (worth.size <= most) return [...worth].sort((a, b) => b[1] - a[1] || b[0] - a[0]).map(([pk]) => pk);
  const least = Float64Array.from(worth.values()).sort()[worth.size - most] ?? 0;
  const better: number[] = [];
  const even: number[] = [];
  for (const [pk, value] of worth)
    if (value > least) better.push(pk);
    else if (value === least) even.push(pk);
  return [...better, ...even.sort((a, b) => b - a).slice(0, most - better.length)];
}

/** The rarest of the common terms, two by two. */
function pairsOf<Term extends { rarity: number }>(common: readonly Term[]): [Term, Term][] {
  const rarest = [...common].sort((a, b) => b.rarity - a.rarity).slice(0, COMMON_PAIRS);
  return rarest.flatMap((a, n) => rarest.slice(n + 1).map((b): [Term, Term] => [a, b]));
}
