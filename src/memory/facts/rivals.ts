import { setImmediate } from "node:timers/promises";
import type { MemoryRecord, MemoryScope, Store } from "../../store/index.ts";
import type { Indexer } from "../indexing/indexer.ts";
import { Holders } from "./holders.ts";
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

const PAIRED = 4;

/** Each term by itself, and the first ones in pairs: a common word alone has too many passages. */
function termSetsOf(terms: readonly string[]): string[][] {
  const first = terms.slice(0, PAIRED);
  const pairs = first.flatMap((one, at) => first.slice(at + 1).map((other) => [one, other]));
  return [...pairs, ...terms.map((term) => [term])];
}

export const isOfScope = (memory: MemoryScope, { agent, project }: MemoryScope): boolean =>
  memory.agent === agent && memory.project === project;

/** Of what the index has for a scope: it knows in which folders a project lies, and gives an agent all that is the agent's. */
const isOfOwner = (memory: MemoryScope, { agent, project }: MemoryScope): boolean =>
  memory.agent === agent && (memory.project === null) === (project === null);

/** One speaks against the other: which of them holds is a matter of time. */
export const areRivals = (one: Stated, other: Stated): boolean =>
  replaces(one, other) !== undefined || replaces(other, one) !== undefined;

/** So many facts are looked up at once: others get their turn in between. */
const AT_ONCE = 8;

/** For each of some facts of one scope the memories that speak against it. */
async function rivalsAmong(
  store: Store,
  facts: readonly [Fact, ...Fact[]],
  holders: Holders,
): Promise<MemoryRecord[][]> {
  const termSets = facts.map(({ content }) => termSetsOf(subjectTerms(content)));
  await holders.learn(termSets.flat());
  const nearest = termSets.map((sets) => holders.nearest(sets));
  const known = new Map<number, MemoryRecord>();
  for (const { pk, memory } of await store.memories.byNumber([...new Set(nearest.flat())]))
    if (memory.supersededBy === null && isOfOwner(memory, facts[0]) && contends(memory)) known.set(pk, memory);
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
  const holders = new Map<string, Holders>();
  for (const lot of lotsOf(facts.filter(contends))) {
    const scope = JSON.stringify([lot[0].agent, lot[0].project]);
    const ofScope = holders.get(scope) ?? new Holders(store, lot[0]);
    holders.set(scope, ofScope);
    const memories = await rivalsAmong(store, lot, ofScope);
    for (const [at, fact] of lot.entries()) found.set(fact, memories[at] ?? []);
    await setImmediate();
  }
  return facts.map((fact) => ({ memories: found.get(fact) ?? [], upTo }));
}
