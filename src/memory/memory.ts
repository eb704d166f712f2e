import type { Ambient } from "../ambient.ts";
import { badInput, isoTime, newId, redact, theOnly } from "../core/index.ts";
import type { MemoryRecord } from "../store/index.ts";
import { Indexer } from "./indexing/indexer.ts";
import type { RecalledMemory } from "./recall/found.ts";
import { rareTermsOf } from "./recall/rare-terms.ts";
import { Recall, type RecallInput } from "./recall/recall.ts";
import { openWords } from "./vectors/open.ts";

export interface RememberInput {
  readonly content: string;
  readonly kind?: string | undefined;
  readonly agent?: string | undefined;
  /** Normalised; none means everywhere. */
  readonly project?: string | undefined;
  readonly sessionId?: string | undefined;
  readonly source: string;
}

export class Memory {
  readonly #ambient: Ambient;
  readonly #recall: Recall;
  readonly indexer: Indexer;

  constructor(ambient: Ambient) {
    this.#ambient = ambient;
    const words = openWords();
    this.indexer = new Indexer(ambient, words);
    this.#recall = new Recall(ambient, this.indexer, words);
  }

  async remember(input: RememberInput): Promise<MemoryRecord> {
    const content = redact(input.content).trim();
    if (content === "") throw badInput("there is nothing to remember", "Give the fact as text.");
    const now = isoTime(this.#ambient.clock.now());
    const scope = { content, agent: input.agent ?? null, project: input.project ?? null };
    return this.#ambient.store.transaction(async ({ memories }) => {
      const same = await memories.sameAs(scope);
      if (same) {
        await memories.touch([same.id], now);
        return { ...same, lastUsedAt: now };
      }
      const memory: MemoryRecord = {
        ...scope,
        id: newId(),
        kind: input.kind ?? "fact",
        source: input.source,
        sessionId: input.sessionId ?? null,
        createdAt: now,
        lastUsedAt: null,
        supersededBy: null,
        receiptId: null,
        weight: 0.5,
      };
      await memories.insert(memory);
      return memory;
    });
  }

  /** What was remembered and said about something, best first, inside a budget of tokens. */
  async recall(input: RecallInput): Promise<RecalledMemory[]> {
    const found = await this.#recall.recall(input);
    // Whoever is in a hurry reads only.
    if (input.withinMs !== undefined) return found;
    const remembered = found.filter(({ kind }) => kind !== "message" && kind !== "checkpoint");
    await this.#ambient.store.memories.touch(
      remembered.map((memory) => memory.id),
      isoTime(this.#ambient.clock.now()),
    );
    return found;
  }

  /** The words of a text that are seldom used: by them it is known again. */
  rareTerms(text: string, scope: Pick<RecallInput, "project" | "agent">): Promise<string[]> {
    return rareTermsOf(this.#ambient.store.passages, text, scope);
  }

  forget(id: string): Promise<MemoryRecord> {
    return this.#ambient.store.transaction(async ({ memories }) => {
      const memory = theOnly("memory", id, await memories.find(id), "`throughline memories` shows the ones there are.");
      await memories.forget(memory.id, isoTime(this.#ambient.clock.now()));
      return memory;
    });
  }

  list(filter: {
    project?: string | undefined;
    agent?: string | undefined;
    limit?: number | undefined;
  }): Promise<MemoryRecord[]> {
    return this.#ambient.store.memories.list(filter);
  }
}
