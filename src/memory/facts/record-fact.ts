import { newId } from "../../core/index.ts";
import type { MemoryRecord, Tables } from "../../store/index.ts";
import { withoutPast } from "../lifecycle/find-memory.ts";
import { whyReplaced } from "./supersession.ts";

/** A memory before it is stored; `createdAt` is the time of the statement. */
export type NewMemory = Omit<MemoryRecord, "id" | "lastUsedAt" | "supersededBy">;

/** A replaced memory and the reason. */
export interface Superseded {
  readonly id: string;
  readonly content: string;
  readonly why: string;
}

export interface Outcome {
  readonly memory: MemoryRecord;
  readonly supersedes: readonly Superseded[];
  /** An equal memory existed: no new one was stored. */
  readonly wasKnown: boolean;
}

/** The memories that the caller replaces, and the reason to record. */
interface Replaced {
  readonly memories: readonly MemoryRecord[];
  readonly why: string;
  /** An edit never matches the memory it replaces, even if only punctuation changes. */
  readonly isEdit?: boolean;
}

const NOTHING: Replaced = { memories: [], why: "" };

/**
 * Stores a fact. Equal words are one memory. Replaced memories, and older values of the same slot, are marked as
 * superseded; a fact that is older than the stored value is itself superseded.
 */
export async function state({ memories }: Tables, fact: NewMemory, replaced = NOTHING): Promise<Outcome> {
  const rivals = await memories.list({ scope: fact, sameSlot: fact.content });
  const [same] = await memories.list({ scope: fact, sameWords: fact.content, limit: 1 });
  const known = replaced.isEdit && replaced.memories.some(({ id }) => id === same?.id) ? undefined : same;
  const memory = known ?? { ...fact, id: newId(), lastUsedAt: null, supersededBy: null };
  if (!known) await memories.insert(memory);

  let { supersededBy } = memory;
  const superseded: Superseded[] = [];
  const supersede = async ({ id, content }: MemoryRecord, why: string): Promise<void> => {
    if (id !== memory.id && (await memories.supersede(id, { by: memory.id, at: fact.createdAt, why })))
      superseded.push({ id, content, why });
  };
  for (const one of replaced.memories) await supersede(one, replaced.why);
  for (const rival of rivals.reverse()) {
    const isOlder = rival.createdAt <= fact.createdAt;
    const why = isOlder ? whyReplaced(fact, rival) : whyReplaced(rival, fact);
    if (why === undefined) continue;
    if (isOlder) await supersede(rival, why);
    else if (!known && (await memories.supersede(memory.id, { by: rival.id, at: rival.createdAt, why })))
      supersededBy = rival.id;
  }
  return { memory: { ...withoutPast(memory), supersededBy }, supersedes: superseded, wasKnown: known !== undefined };
}
