import type { MemoryRecord, MemoryScope, Tables } from "../../store/index.ts";
import { termsOf } from "../text/words.ts";
import { isOfScope, type Rivals } from "./rivals.ts";
import { subjectTerms } from "./subject.ts";
import { contends } from "./succession.ts";

interface Newcomer {
  readonly memory: MemoryRecord;
  readonly terms: ReadonlySet<string>;
}

/**
 * What holds in a scope and came after the index was asked, among it what the same transaction writes, as far as a fact
 * could contradict it: read once, however many facts are stated there.
 */
export class Newcomers {
  readonly #scope: MemoryScope;
  /** By their ids, in the order in which they came. */
  readonly #there = new Map<string, Newcomer>();

  private constructor(scope: MemoryScope) {
    this.#scope = scope;
  }

  static async since({ memories }: Tables, { upTo }: Rivals, scope: MemoryScope): Promise<Newcomers> {
    const newcomers = new Newcomers(scope);
    for (const memory of await memories.numberedAbove(upTo, scope)) newcomers.#keep(memory);
    return newcomers;
  }

  add(memory: MemoryRecord): void {
    if (isOfScope(memory, this.#scope)) this.#keep(memory);
  }

  #keep(memory: MemoryRecord): void {
    if (!contends(memory)) return;
    this.#there.set(memory.id, { memory, terms: new Set(termsOf(memory.content)) });
  }

  /** It no longer holds. */
  drop(id: string): void {
    this.#there.delete(id);
  }

  /** Those that say anything of a fact's subject: comparing two facts costs far more. */
  about({ content }: Pick<MemoryRecord, "content">): MemoryRecord[] {
    if (this.#there.size === 0) return [];
    const subject = subjectTerms(content);
    return [...this.#there.values()]
      .filter(({ terms }) => subject.some((term) => terms.has(term)))
      .map(({ memory }) => memory);
  }
}
