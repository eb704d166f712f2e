import { isoTime, refused } from "../../core/index.ts";
import { type MemoryRecord, newIncident, type Tables } from "../../store/index.ts";
import { findMemory } from "./find-memory.ts";
import { predecessorsOf } from "./history.ts";

export interface Forgotten {
  readonly memory: MemoryRecord;
  /** What it had taken the place of went with it: it must not come back when its successor is gone. */
  readonly predecessors: readonly MemoryRecord[];
}

/** Forgets for good. That it happened stays on record, without the words. */
export async function forget(tables: Tables, partOfId: string, now: number): Promise<Forgotten> {
  const memory = await findMemory(tables, partOfId);
  if (memory.forgottenAt !== null)
    throw refused(
      `memory ${memory.id} was forgotten already, on ${memory.forgottenAt}`,
      "There is nothing left to do; `throughline memories --history` lists what was forgotten.",
    );
  const all = await predecessorsOf(tables, memory.id);
  const predecessors = all.filter(({ forgottenAt }) => forgottenAt === null);
  for (const { id } of [memory, ...predecessors]) await tables.memories.forget(id, isoTime(now));
  const others = predecessors.map(({ id }) => id).join(", ");
  const detail = `forgot memory ${memory.id}${others && `, and what it had taken the place of: ${others}`}`;
  await tables.accounts.addIncident(newIncident(now, "forgotten", detail, memory.sessionId));
  return { memory, predecessors };
}
