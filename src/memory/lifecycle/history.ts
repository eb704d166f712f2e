import type { KeptMemory, Tables } from "../../store/index.ts";
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
