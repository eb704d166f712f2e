import { newId } from "../../core/index.ts";
import type { MemoryRecord, Tables } from "../../store/index.ts";
import { whyReplaced } from "./supersession.ts";

/** A memory that is about to be kept; `createdAt` is when it was said. */
export type NewMemory = Omit<MemoryRecord, "id" | "lastUsedAt" | "supersededBy">;

/** An older memory, and why another has taken its place. */
export interface Superseded {
  readonly id: string;
  readonly content: string;
  readonly why: string;
}

export interface Outcome {
  readonly memory: MemoryRecord;
  readonly supersedes: readonly Superseded[];
  /** The same was remembered before: there is no new memory. */
  readonly wasKnown: boolean;
}

/** What somebody named as replaced, and in which words that is noted. */
interface Replaced {
  readonly memories: readonly MemoryRecord[];
  readonly why: string;
  /**
   * The words are put in the place of another memory's: that one is not known again, even if only its punctuation
   * changes.
   */
  readonly isEdit?: boolean;
}

const NOTHING: Replaced = { memories: [], why: "" };

/**
 * Keeps a fact. The same words are one memory; what was named, and what gave the same thing another value, is marked as
 * superseded by it. One that was said before such a value, but comes to be known only now, is superseded itself.
 */
export async function state({ memories }: Tables, fact: NewMemory, replaced = NOTHING): Promise<Outcome> {
  const rivals = await memories.ofSameSlot(fact);
  const same = await memories.sameAs(fact);
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
  for (const rival of rivals) {
    const isOlder = rival.createdAt <= fact.createdAt;
    const why = isOlder ? whyReplaced(fact, rival) : whyReplaced(rival, fact);
    if (why === undefined) continue;
    if (isOlder) await supersede(rival, why);
    else if (!known && (await memories.supersede(memory.id, { by: rival.id, at: rival.createdAt, why })))
      supersededBy = rival.id;
  }
  return { memory: { ...memory, supersededBy }, supersedes: superseded, wasKnown: known !== undefined };
}
