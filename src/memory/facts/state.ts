import { newId } from "../../core/index.ts";
import type { MemoryRecord, Tables } from "../../store/index.ts";
import { isOfSubject, type Rivals } from "./rivals.ts";
import { subjectTerms } from "./subject.ts";
import { replaces } from "./succession.ts";

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

const EDITED = "edited";

/**
 * Those that still hold: what was forgotten or superseded since the index was asked is left alone, and what came since is
 * looked at, among it what the same transaction has written.
 */
async function standing(
  { memories }: Tables,
  fact: NewMemory,
  { memories: known, upTo }: Rivals,
): Promise<MemoryRecord[]> {
  const there: MemoryRecord[] = [];
  for (const { id } of known) {
    const memory = await memories.get(id);
    if (memory?.supersededBy === null) there.push(memory);
  }
  const since = await memories.numberedAbove(upTo, fact);
  const terms = new Set(since.length > 0 ? subjectTerms(fact.content) : []);
  return [...there, ...since.filter((memory) => isOfSubject(terms, memory.content))];
}

/**
 * Keeps what somebody stated: the same words are one memory, and what it contradicts is marked as superseded by it. A fact
 * that was said before the ones it contradicts, but is heard of only now, is superseded itself. `edited` gives way in any case.
 */
export async function state(
  tables: Tables,
  fact: NewMemory,
  rivals: Rivals,
  edited?: MemoryRecord | undefined,
): Promise<Outcome> {
  const { memories } = tables;
  const older = await standing(tables, fact, rivals);
  const same = await memories.sameAs(fact);
  const known = same && same.id !== edited?.id ? same : undefined;
  const memory = known ?? { ...fact, id: newId(), lastUsedAt: null, supersededBy: null };
  if (!known) await memories.insert(memory);

  let { supersededBy } = memory;
  const superseded: Superseded[] = [];
  const supersede = async ({ id, content }: MemoryRecord, why: string): Promise<void> => {
    if (await memories.supersede(id, { by: memory.id, at: fact.createdAt, why })) superseded.push({ id, content, why });
  };
  if (edited) await supersede(edited, EDITED);
  for (const rival of older) {
    if (rival.id === memory.id || rival.id === edited?.id) continue;
    const isOlder = rival.createdAt <= fact.createdAt;
    const why = (isOlder ? replaces(fact, rival) : replaces(rival, fact))?.why;
    if (why === undefined) continue;
    if (isOlder) await supersede(rival, why);
    else if (!known && (await memories.supersede(memory.id, { by: rival.id, at: rival.createdAt, why })))
      supersededBy = rival.id;
  }
  return { memory: { ...memory, supersededBy }, supersedes: superseded, wasKnown: known !== undefined };
}
