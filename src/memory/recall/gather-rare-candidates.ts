import type { Indexed, PassageRows } from "../../store/index.ts";
import { RARE, surpriseOf } from "../../text/index.ts";
import { type Candidates, holdersOf, rarityOf, type Within } from "./gather-candidates.ts";
import type { Question } from "./question.ts";

const LIST = 100;
const MOST = 40;
const REMEMBERED_TERMS = 5000;
const REMEMBERED_MS = 10 * 60_000;

/** A cache of common terms and their counts, so that they need not be searched each time. */
export class CommonTerms {
  readonly #holders = new Map<string, number>();
  #since = performance.now();

  holders(where: string, term: string): number | undefined {
    return this.#holders.get(`${where} ${term}`);
  }

  learn(where: string, term: string, holders: number): void {
    const now = performance.now();
    if (this.#holders.size >= REMEMBERED_TERMS || now - this.#since > REMEMBERED_MS) {
      this.#holders.clear();
      this.#since = now;
    }
    this.#holders.set(`${where} ${term}`, holders);
  }
}

/** The passages with a rare term of the question, for fast searches: others are no sure answer. */
export async function gatherRare(
  index: PassageRows,
  source: Indexed,
  question: Question,
  { scope }: Within,
  common: CommonTerms,
): Promise<Candidates> {
  const { passages: among, averageLength } = await index.extentOf(source, scope);
  if (among === 0) return { passages: [], rarity: [], holders: [], among, averageLength };
  const where = `${source} ${scope.project ?? ""} ${scope.agent ?? ""}`;
  const known = question.terms.map(({ term }) => common.holders(where, term));
  const unknown = question.terms.filter((_, n) => known[n] === undefined);
  const lists = await index.search(source, { termSets: unknown.map(({ term }) => [term]), scope, limit: LIST });
  const listOf = new Map(unknown.map(({ term }, n) => [term, lists[n] ?? []]));
  const worth = new Map<number, number>();
  const holders = question.terms.map(({ term, worth: weight }, n) => {
    const found = listOf.get(term) ?? [];
    const count = known[n] ?? holdersOf(found, LIST, among);
    const surprise = surpriseOf(count, among);
    if (known[n] === undefined && surprise < RARE) common.learn(where, term, count);
    if (surprise >= RARE) for (const pk of found) worth.set(pk, (worth.get(pk) ?? 0) + surprise * weight);
    return count;
  });
  const best = [...worth].sort((a, b) => b[1] - a[1] || b[0] - a[0]).slice(0, MOST);
  const read = best.length === 0 ? [] : await index.read(source, { pks: best.map(([pk]) => pk) });
  const rarity = holders.map((count) => rarityOf(count, among));
  return { passages: read, rarity, holders, among, averageLength };
}
