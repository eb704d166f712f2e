import { incidents, newIncident } from "../../audit/index.ts";
import { isoTime, refused } from "../../core/index.ts";
import type { KeptMemory, MemoryRecord, Tables } from "../../store/index.ts";
import { findMemory } from "./find-memory.ts";

/** A memory with its predecessors and successors. */
export interface MemoryHistory extends KeptMemory {
  /** What it replaced, directly or indirectly; newest first. */
  readonly supersedes: readonly KeptMemory[];
  /** What replaced it, up to the current one. */
  readonly succeededBy: readonly KeptMemory[];
}

const newestFirst = (a: KeptMemory, b: KeptMemory): number =>
  a.createdAt === b.createdAt ? (a.id < b.id ? 1 : -1) : a.createdAt < b.createdAt ? 1 : -1;

export async function predecessorsOf(tables: Tables, id: string): Promise<KeptMemory[]> {
  const found = await tables.memories.list({ supersededBy: id });
  for (const one of found) found.push(...(await tables.memories.list({ supersededBy: one.id })));
  return found.sort(newestFirst);
}

async function successorsOf({ memories }: Tables, { supersededBy }: KeptMemory): Promise<KeptMemory[]> {
  const found: KeptMemory[] = [];
  for (let id = supersededBy; id !== null; ) {
    const [next] = await memories.find(id);
    if (!next) break;
    found.push(next);
    id = next.supersededBy;
  }
  return found;
}

export async function historyOf(tables: Tables, partOfId: string): Promise<MemoryHistory> {
  const memory = await findMemory(tables, partOfId);
  return {
    ...memory,
    supersedes: await predecessorsOf(tables, memory.id),
    succeededBy: await successorsOf(tables, memory),
  };
}

export interface Forgotten {
  readonly memory: MemoryRecord;
  /** Forgotten too: they must not come back when their successor is gone. */
  readonly predecessors: readonly MemoryRecord[];
}

/** Forgets for good; the record of it holds none of the words. */
export async function forget(tables: Tables, partOfId: string, now: number): Promise<Forgotten> {
  const memory = await findMemory(tables, partOfId);
  if (memory.forgottenAt !== null)
    throw refused(
      `memory ${memory.id} was already forgotten on ${memory.forgottenAt}`,
      "`throughline memories --history` lists forgotten memories.",
    );
  const all = await predecessorsOf(tables, memory.id);
  const predecessors = all.filter(({ forgottenAt }) => forgottenAt === null);
  for (const { id } of [memory, ...predecessors]) await tables.memories.forget(id, isoTime(now));
  const others = predecessors.map(({ id }) => id).join(", ");
  const detail = `forgot memory ${memory.id}${others && `, and the memories it had replaced: ${others}`}`;
  await incidents(tables).add(newIncident(now, "forgotten", detail, memory.sessionId));
  return { memory, predecessors };
}
