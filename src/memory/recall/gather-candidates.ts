import type { Indexed, PassageRecord, PassageRows, Scope } from "../../store/index.ts";
import { cellTerm } from "../indexing/analyse.ts";
import type { WordVectors } from "../vectors/word-vectors.ts";
import type { Question } from "./question.ts";

/** The passages that might answer a question, and how rare its terms are. */
export interface Candidates {
  readonly passages: PassageRecord[];
  /** In the order of the question's terms. */
  readonly rarity: readonly number[];
  /** About how many passages hold each term, and how many there are. */
  readonly holders: readonly number[];
  readonly among: number;
  readonly averageLength: number;
}

export interface Within {
  readonly scope: Scope;
  /** Terms that every passage must hold. */
  readonly must: readonly string[];
  /** Only passages up to this time, in milliseconds. */
  readonly asOf: number | undefined;
  readonly words: WordVectors | undefined;
}

/** How many of a term's newest passages are read; older ones are found only by terms in combination. */
const LIST = 300;
/** A question about the past reads this many times as far back. */
const DEEPER = 4;
const FURTHER_LIST = 200;
const CELLS = 4;
const DURING = 300;
/** How many passages are scored: most answers are messages. */
const MOST: Readonly<Record<Indexed, number>> = { messages: 150, memories: 80, checkpoints: 30 };
/** How many kin terms are searched for; the others only count in the scores. */
const LEADING_KIN = 8;
/** The worth of a passage found by a kin term, by meaning or by time. */
const BY_KIN = 0.3;
const BY_MEANING = 1;
const BY_TIME = 1.5;
const COMMON_PAIRS = 3;

/** Inverse document frequency. */
export const rarityOf = (holders: number, all: number): number =>
  Math.log(1 + Math.max(0, all - holders + 0.5) / (holders + 0.5));

/** Estimates how many passages hold a term from its newest ones. */
export function holdersOf(list: readonly number[], limit: number, all: number): number {
  const [newest, oldest] = [list[0] ?? 0, list.at(-1) ?? 0];
  if (list.length < limit) return list.length;
  return Math.max(limit, Math.min(all, (limit * newest) / Math.max(1, newest - oldest)));
}

/**
 * The passages worth scoring, whatever the size of the store: the newest of each term, pairs of terms that are too
 * common alone, and a few more by kin terms, meaning and time.
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
    index.search(source, { termSets: termSets.map((terms) => [...must, ...terms]), scope, limit });
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
  // Terms that always occur together say little as a pair: its worth is its own rarity.
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
  if (question.time && must.length === 0) {
    const inTime = await index.search(source, { termSets: [[]], scope, span: question.time, limit: DURING });
    for (const found of inTime) add(found, BY_TIME);
  }
  // A small store is scored whole.
  const most = MOST[source];
  if (worth.size < most && must.length === 0) for (const found of await holding([[]], most - worth.size)) add(found, 0);
  const { asOf } = within;
  const known =
    asOf === undefined ? await index.read(source, { pks: mostWorth(worth, most) }) : await readUntil(asOf, most);
  return { passages: known.slice(0, most), rarity, holders, among: all, averageLength };

  /** Passages after the asked time must not take the place of earlier ones. */
  async function readUntil(asOf: number, most: number): Promise<PassageRecord[]> {
    const best = mostWorth(worth, worth.size);
    const known: PassageRecord[] = [];
    for (let at = 0; at < best.length && known.length < most; at += most)
      known.push(...(await index.read(source, { pks: best.slice(at, at + most) })).filter((one) => one.at <= asOf));
    return known;
  }
}

/** The passages of highest worth, newer ones first among equals. Sorting all of them would take longer than scoring. */
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

/** Pairs of the rarest common terms. */
function pairsOf<Term extends { rarity: number }>(common: readonly Term[]): [Term, Term][] {
  const rarest = [...common].sort((a, b) => b.rarity - a.rarity).slice(0, COMMON_PAIRS);
  return rarest.flatMap((a, n) => rarest.slice(n + 1).map((b): [Term, Term] => [a, b]));
}
