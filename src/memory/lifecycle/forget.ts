import { incidents, newIncident } from "../../audit/index.ts";
import { isoTime, refused } from "../../core/index.ts";
import type { MemoryRecord, Tables } from "../../store/index.ts";
import { findMemory } from "./find-memory.ts";
import { predecessorsOf } from "./history.ts";

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
