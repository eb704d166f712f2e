import { newId } from "../../core/index.ts";
import type { MemoryRecord, Tables } from "../../store/index.ts";
import { Newcomers } from "./newcomers.ts";
import { NO_RIVALS, type Rivals } from "./rivals.ts";
import { contends, replaces } from "./succession.ts";

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
 * Facts that are stated in one transaction. The same words are one memory, and what a fact contradicts is marked as
 * superseded by it; one that was said before those that it contradicts, but is heard of only now, is superseded itself.
 */
export class Stating {
  readonly #tables: Tables;
  readonly #newcomers = new Map<string, Newcomers>();

  constructor(tables: Tables) {
    this.#tables = tables;
  }

  /** `edited` gives way in any case. */
  async state(fact: NewMemory, rivals: Rivals, edited?: MemoryRecord | undefined): Promise<Outcome> {
    const { memories } = this.#tables;
    const older = await this.#standing(fact, rivals);
    const same = await memories.sameAs(fact);
    const known = same && same.id !== edited?.id ? same : undefined;
    const memory = known ?? { ...fact, id: newId(), lastUsedAt: null, supersededBy: null };
    if (!known) await this.#insert(memory);

    let { supersededBy } = memory;
    const superseded: Superseded[] = [];
    const supersede = async ({ id, content }: MemoryRecord, why: string): Promise<void> => {
      if (await this.#supersede(id, { by: memory.id, at: fact.createdAt, why })) superseded.push({ id, content, why });
    };
    if (edited) await supersede(edited, EDITED);
    for (const rival of older) {
      if (rival.id === memory.id || rival.id === edited?.id) continue;
      const isOlder = rival.createdAt <= fact.createdAt;
      const why = (isOlder ? replaces(fact, rival) : replaces(rival, fact))?.why;
      if (why === undefined) continue;
      if (isOlder) await supersede(rival, why);
      else if (!known && (await this.#supersede(memory.id, { by: rival.id, at: rival.createdAt, why })))
        supersededBy = rival.id;
    }
    return { memory: { ...memory, supersededBy }, supersedes: superseded, wasKnown: known !== undefined };
  }

  /** Those that still hold: what was forgotten or superseded since the index was asked is left alone, and what came since is looked at. */
  async #standing(fact: NewMemory, rivals: Rivals): Promise<MemoryRecord[]> {
    const there: MemoryRecord[] = [];
    for (const { id } of rivals.memories) {
      const memory = await this.#tables.memories.get(id);
      if (memory?.supersededBy === null) there.push(memory);
    }
    if (rivals === NO_RIVALS || !contends(fact)) return there;
    return [...there, ...(await this.#since(fact, rivals)).about(fact)];
  }

  async #since({ agent, project }: NewMemory, rivals: Rivals): Promise<Newcomers> {
    const key = JSON.stringify([rivals.upTo, agent, project]);
    const known = this.#newcomers.get(key) ?? (await Newcomers.since(this.#tables, rivals, { agent, project }));
    this.#newcomers.set(key, known);
    return known;
  }

  async #insert(memory: MemoryRecord): Promise<void> {
    await this.#tables.memories.insert(memory);
    for (const newcomers of this.#newcomers.values()) newcomers.add(memory);
  }

  async #supersede(...[id, how]: Parameters<Tables["memories"]["supersede"]>): Promise<boolean> {
    const isDone = await this.#tables.memories.supersede(id, how);
    if (isDone) for (const newcomers of this.#newcomers.values()) newcomers.drop(id);
    return isDone;
  }
}
