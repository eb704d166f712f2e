import { setImmediate } from "node:timers/promises";
import { type MemoryRecord, type MemoryScope, ownerOf, type Store } from "../../store/index.ts";
import type { Indexer } from "../indexing/indexer.ts";
import { subjectTerms } from "./subject.ts";
import { contends, replaces, type Stated } from "./succession.ts";

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

/** So many facts are looked up at once: others get their turn in between. */
const AT_ONCE = 8;

/** The memories that share most with a fact, by their numbers; `found` are the passages of each of its sets of terms. */
function nearestOf(found: readonly (readonly number[])[]): number[] {
  const shared = new Map<number, number>();
  for (const passages of found)
    for (const owner of new Set(passages.map(ownerOf))) shared.set(owner, (shared.get(owner) ?? 0) + 1);
  return [...shared]
    .sort(([a, inA], [b, inB]) => inB - inA || b - a)
    .slice(0, MOST_COMPARED)
    .map(([owner]) => owner)
    .sort((a, b) => a - b);
}

/** For each of some facts of one scope the memories that speak against it. */
async function rivalsAmong(store: Store, facts: readonly Fact[], scope: MemoryScope): Promise<MemoryRecord[][]> {
  const { agent, project } = scope;
  const within = { project, ...(agent !== null && { agent }) };
  const termSets = facts.map(({ content }) => termSetsOf(subjectTerms(content)));
  const found = await store.passages.holding("memories", { termSets: termSets.flat(), scope: within, limit: NEWEST });
  const nearest = termSets.map(({ length }) => nearestOf(found.splice(0, length)));
  const known = new Map<number, MemoryRecord>();
  for (const { pk, memory } of await store.memories.byNumber([...new Set(nearest.flat())]))
    if (memory.supersededBy === null && isOfScope(memory, scope)) known.set(pk, memory);
  return facts.map((fact, at) =>
    (nearest[at] ?? []).flatMap((pk) => known.get(pk) ?? []).filter((memory) => areRivals(fact, memory)),
  );
}

/** A few facts of one scope each. */
function* lotsOf(facts: Iterable<Fact>): Generator<readonly [Fact, ...Fact[]]> {
  let lot: [Fact, ...Fact[]] | undefined;
  for (const fact of facts) {
    if (lot && lot.length < AT_ONCE && isOfScope(fact, lot[0])) {
      lot.push(fact);
      continue;
    }
    if (lot) yield lot;
    lot = [fact];
  }
  if (lot) yield lot;
}

/** For each fact what is remembered against it. It takes its time: ask before a transaction, not in it. */
export async function findRivals(store: Store, indexer: Indexer, facts: readonly Fact[]): Promise<Rivals[]> {
  const upTo = await indexer.complete("memories");
  const found = new Map<Fact, readonly MemoryRecord[]>();
  for (const lot of lotsOf(facts.filter(contends))) {
    const memories = await rivalsAmong(store, lot, lot[0]);
    for (const [at, fact] of lot.entries()) found.set(fact, memories[at] ?? []);
    await setImmediate();
  }
  return facts.map((fact) => ({ memories: found.get(fact) ?? [], upTo }));
}
