import { setImmediate } from "node:timers/promises";
import { type MemoryRecord, type MemoryScope, ownerOf, type Store } from "../../store/index.ts";
import type { Indexer } from "../indexing/indexer.ts";
import { subjectTerms } from "./subject.ts";
import { replaces, type Stated } from "./succession.ts";

export type Fact = Stated & MemoryScope;

/** What speaks against a fact, as far as the index knew: memories up to a number. */
export interface Rivals {
  readonly memories: readonly MemoryRecord[];
  readonly upTo: number;
}

/** Nobody has looked, and nobody shall. */
export const NO_RIVALS: Rivals = { memories: [], upTo: Number.MAX_SAFE_INTEGER };

/** Of a term's passages, the newest; of all that were found, those that share most with the fact. */
const NEWEST = 64;
const MOST_COMPARED = 60;
const PAIRED = 4;

/** Each term by itself, and the first ones in pairs: a common word alone has too many passages. */
function termSetsOf(terms: readonly string[]): string[][] {
  const first = terms.slice(0, PAIRED);
  const pairs = first.flatMap((one, at) => first.slice(at + 1).map((other) => [one, other]));
  return [...pairs, ...terms.map((term) => [term])];
}

export const isOfScope = (memory: MemoryScope, { agent, project }: MemoryScope): boolean =>
  memory.agent === agent && memory.project === project;

/** One speaks against the other: which of them holds is a matter of time. */
export const areRivals = (one: Stated, other: Stated): boolean =>
  replaces(one, other) !== undefined || replaces(other, one) !== undefined;

async function rivalsOf(store: Store, fact: Fact, upTo: number): Promise<Rivals> {
  const { agent, project } = fact;
  const scope = { project, ...(agent !== null && { agent }) };
  const termSets = termSetsOf(subjectTerms(fact.content));
  const shared = new Map<number, number>();
  for (const passages of await store.passages.holding("memories", { termSets, scope, limit: NEWEST }))
    for (const owner of new Set(passages.map(ownerOf))) shared.set(owner, (shared.get(owner) ?? 0) + 1);
  const nearest = [...shared].sort(([a, inA], [b, inB]) => inB - inA || b - a).slice(0, MOST_COMPARED);
  const found = await store.memories.byNumber(nearest.map(([owner]) => owner));
  const memories = found
    .map(({ memory }) => memory)
    .filter((memory) => memory.supersededBy === null && isOfScope(memory, fact) && areRivals(fact, memory));
  return { memories, upTo };
}

/** For each fact what is remembered against it. It takes its time: ask before a transaction, not in it. */
export async function findRivals(store: Store, indexer: Indexer, facts: readonly Fact[]): Promise<Rivals[]> {
  const upTo = await indexer.complete("memories");
  const found: Rivals[] = [];
  for (const fact of facts) {
    found.push(await rivalsOf(store, fact, upTo));
    await setImmediate();
  }
  return found;
}
