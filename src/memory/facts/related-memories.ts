import { wordsKeyWithoutArticles } from "../../core/index.ts";
import { type MemoryRecord, ownerOf, type Scope, type Store } from "../../store/index.ts";
import { contentTerms, surpriseOf } from "../../text/index.ts";

/** Of each term, the newest memories that hold it. */
const NEWEST = 64;
const MOST_TERMS = 12;
const MOST_COMPARED = 8;
export const MOST_RELATED = 3;
/**
 * Two memories share a subject when their common terms, weighted by rarity, make up this share of the shorter one; a
 * single common term is never enough.
 */
const FEWEST_SHARED = 2;
const SAME_SUBJECT = 0.6;

export interface Related {
  readonly memory: MemoryRecord;
  /** How much they have in common: 0 to 1. */
  readonly share: number;
}

/**
 * Other memories of the same scope about the same subject, newest first. They may repeat, extend or contradict it: the
 * reader decides.
 */
export async function relatedTo(
  { memories, passages }: Store,
  { id, content, agent, project }: Pick<MemoryRecord, "id" | "content" | "agent" | "project">,
  asOf = Number.POSITIVE_INFINITY,
): Promise<Related[]> {
  const terms = [...new Set(contentTerms(content))].slice(0, MOST_TERMS);
  const scope: Scope = { project, ...(agent !== null && { agent }) };
  const search = { termSets: terms.map((term) => [term]), scope, limit: NEWEST };
  const holders = (await passages.search("memories", search)).map((list) => new Set(list.map(ownerOf)));
  const { passages: among } = await passages.extentOf("memories", scope);
  const worths = holders.map(({ size }) => surpriseOf(size, among));
  const all = worths.reduce((sum, worth) => sum + worth, 0);
  const unshared = surpriseOf(1, among);

  const shared = new Map<number, { readonly pk: number; readonly terms: number; readonly worth: number }>();
  for (const [at, pks] of holders.entries())
    for (const pk of pks) {
      const before = shared.get(pk) ?? { terms: 0, worth: 0 };
      shared.set(pk, { pk, terms: before.terms + 1, worth: before.worth + (worths[at] ?? 0) });
    }
  const near = [...shared.values()]
    .filter((one) => one.terms >= FEWEST_SHARED)
    .sort((a, b) => b.worth - a.worth || b.pk - a.pk)
    .slice(0, MOST_COMPARED);
  const isHeld = (createdAt: string, supersededAt: string | null): boolean =>
    Date.parse(createdAt) <= asOf && (supersededAt === null || Date.parse(supersededAt) > asOf);
  return (await memories.byNumber(near.map(({ pk }) => pk)))
    .filter(({ memory, supersededAt }) => memory.id !== id && isHeld(memory.createdAt, supersededAt))
    .filter(({ memory }) => memory.agent === agent && memory.project === project)
    .map(({ pk, memory }) => {
      const { terms: common = 0, worth = 0 } = shared.get(pk) ?? {};
      const others = worth + unshared * (new Set(contentTerms(memory.content)).size - common);
      return { memory, share: Math.min(1, worth / Math.min(all, others)) };
    })
    .filter(({ share }) => share >= SAME_SUBJECT)
    .sort((a, b) => b.share - a.share)
    .slice(0, MOST_RELATED)
    .sort((a, b) => (a.memory.createdAt < b.memory.createdAt ? 1 : -1));
}

/** A memory of the same scope with the same words, which has other articles. */
export async function sameButForArticles(
  store: Store,
  fact: Pick<MemoryRecord, "content" | "agent" | "project">,
): Promise<MemoryRecord | undefined> {
  const key = wordsKeyWithoutArticles(fact.content);
  const related = await relatedTo(store, { ...fact, id: "" });
  return related.find(({ memory }) => wordsKeyWithoutArticles(memory.content) === key)?.memory;
}
