import { isoTime } from "../core/index.ts";
import type { Services } from "../services.ts";
import type { KeptMemory, MemoryFilter, MemoryRecord } from "../store/index.ts";
import { contentTerms, RARE, surpriseOf } from "../text/index.ts";
import { type NewMemory, type Outcome, type Superseded, state } from "./facts/record-fact.ts";
import { relatedTo, sameButForArticles } from "./facts/related-memories.ts";
import { isOnPurpose } from "./facts/supersession.ts";
import { Indexer, type IndexState } from "./indexing/indexer.ts";
import {
  assertEdit,
  assertFilter,
  assertRecall,
  assertRemember,
  type EditInput,
  type RecallInput,
  type RememberInput,
} from "./input.ts";
import { assertHolds, findMemory, withoutPast } from "./lifecycle/find-memory.ts";
import { type Forgotten, forget, historyOf, type MemoryHistory } from "./lifecycle/history.ts";
import { storableContent } from "./lifecycle/storable-content.ts";
import { Recall } from "./recall/recall.ts";
import type { RecalledMemory } from "./recall/recalled-memory.ts";
import { openWords } from "./vectors/word-vectors.ts";

/** A memory and what it just replaced. */
export interface Remembered extends MemoryRecord {
  readonly supersedes?: readonly Superseded[];
  /** An equal memory existed. */
  readonly wasKnown?: boolean;
  /** Current memories about the same subject, newest first: the caller may say which ones it replaces. */
  readonly related?: readonly MemoryRecord[];
}

export type Edited = Remembered & { readonly changed: boolean };

const EDITED = "edited";
const MOST_RARE_TERMS = 60;
const HOLDERS_COUNTED = 300;
const NAMED = "named as replaced";

const withOutcome = (memory: MemoryRecord, { supersedes, wasKnown }: Outcome): Remembered => ({
  ...memory,
  ...(supersedes.length > 0 && { supersedes }),
  ...(wasKnown && { wasKnown }),
});

export class Memory {
  readonly #recall: Recall;
  readonly indexer: Indexer;
  readonly #knownWords: number;

  readonly #services: Services;

  constructor(services: Services) {
    this.#services = services;
    const words = openWords();
    this.#knownWords = words?.size ?? 0;
    this.indexer = new Indexer(services, words);
    this.#recall = new Recall(services, this.indexer, words);
  }

  async index(): Promise<IndexState & { words: number }> {
    return { ...(await this.indexer.state()), words: this.#knownWords };
  }

  /** Equal words in one scope are one memory, articles apart; an older value of the same slot is superseded. */
  async remember(input: RememberInput): Promise<Remembered> {
    assertRemember(input);
    const now = isoTime(this.#services.clock.now());
    const fact: NewMemory = {
      content: storableContent(input.content),
      kind: input.kind ?? "fact",
      agent: input.agent ?? null,
      project: input.project ?? null,
      sessionId: input.sessionId ?? null,
      source: input.source,
      createdAt: now,
      receiptId: null,
      weight: 0.5,
    };
    const { store } = this.#services;
    const known = input.supersedes?.length ? undefined : await sameButForArticles(store, fact);
    const remembered = await store.transaction(async (tables) => {
      const named = new Map<string, KeptMemory>();
      for (const id of input.supersedes ?? []) {
        const replaced = await findMemory(tables, id);
        assertHolds(replaced);
        named.set(replaced.id, replaced);
      }
      const outcome = await state(tables, known ? { ...fact, content: known.content } : fact, {
        memories: [...named.values()],
        why: NAMED,
      });
      const { memory } = outcome;
      if (!outcome.wasKnown) return withOutcome(memory, outcome);
      const change = {
        lastUsedAt: now,
        // From now on it counts as remembered on purpose.
        ...(!isOnPurpose(memory) && { source: fact.source, sessionId: fact.sessionId ?? memory.sessionId }),
      };
      await tables.memories.change([memory.id], change);
      return withOutcome({ ...memory, ...change }, outcome);
    });
    // Indexed before the answer: the next prompt may come at once and must find it.
    await this.indexer.catchUp(["memories"]);
    const related = (await relatedTo(store, remembered)).map(({ memory }) => memory);
    return related.length > 0 ? { ...remembered, related } : remembered;
  }

  /** Supersedes a memory by one with other words; nothing is overwritten. */
  async edit(partOfId: string, input: EditInput): Promise<Edited> {
    assertEdit(input);
    const { content, kind, source } = input;
    const words = storableContent(content);
    const { store } = this.#services;
    const { id, ...old } = await findMemory(store, partOfId);
    const fact: NewMemory = {
      ...{ content: words, kind: kind ?? old.kind, agent: old.agent, project: old.project },
      ...{
        sessionId: old.sessionId,
        source,
        createdAt: isoTime(this.#services.clock.now()),
        receiptId: old.receiptId,
        weight: old.weight,
      },
    };
    const edited = await store.transaction(async (tables): Promise<Edited> => {
      // It may have changed since.
      const current = await findMemory(tables, id);
      assertHolds(current);
      if (current.content === fact.content && current.kind === fact.kind) return { ...current, changed: false };
      const outcome = await state(tables, fact, { memories: [current], why: EDITED, isEdit: true });
      return { ...withOutcome(outcome.memory, outcome), changed: true };
    });
    // The next prompt may come at once, and only what is indexed is found.
    this.indexer.wakeSoon();
    return edited;
  }

  /** Memories, messages and checkpoints about something, best first, within a token budget. */
  async recall(input: RecallInput): Promise<RecalledMemory[]> {
    // Only our own code sets `withinMs`.
    if (input?.withinMs === undefined) assertRecall(input);
    const found = await this.#recall.recall(input);
    // Fast searches only read.
    if (input.withinMs !== undefined) return found;
    const remembered = found.filter(({ kind }) => kind !== "message" && kind !== "checkpoint");
    await this.#services.store.memories.change(
      remembered.map((memory) => memory.id),
      { lastUsedAt: isoTime(this.#services.clock.now()) },
    );
    return found;
  }

  /** The rare words of a text, which identify it. */
  async rareTerms(text: string, scope: Pick<RecallInput, "project" | "agent">): Promise<string[]> {
    const { passages } = this.#services.store;
    const terms = [...new Set(contentTerms(text))].slice(0, MOST_RARE_TERMS);
    const termSets = terms.map((term) => [term]);
    const lists = await passages.search("messages", { termSets, scope, limit: HOLDERS_COUNTED });
    const { passages: among } = await passages.extentOf("messages", scope);
    return terms.filter((_, n) => surpriseOf(lists[n]?.length ?? 0, among) >= RARE);
  }

  /** Final: neither it nor what it replaced is served again. */
  forget(partOfId: string): Promise<Forgotten> {
    const { store, clock } = this.#services;
    return store.transaction((tables) => forget(tables, partOfId, clock.now()));
  }

  /** Current memories, newest first. */
  async list(filter: MemoryFilter): Promise<MemoryRecord[]> {
    assertFilter(filter);
    return (await this.#services.store.memories.list(filter)).map(withoutPast);
  }

  /** Also superseded and forgotten ones. */
  async history(filter: MemoryFilter): Promise<KeptMemory[]> {
    assertFilter(filter);
    return this.#services.store.memories.list({ ...filter, withPast: true });
  }

  /** One memory with its predecessors and successors. */
  show(partOfId: string): Promise<MemoryHistory> {
    return historyOf(this.#services.store, partOfId);
  }
}
