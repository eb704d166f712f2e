import type { Ambient } from "../ambient.ts";
import { badInput, estimateTokens, isoTime, newId, redact, theOnly } from "../core/index.ts";
import type { MemoryRecord } from "../store/index.ts";
import { queryTerms } from "./terms.ts";

export interface RecalledMemory extends MemoryRecord {
  readonly score: number;
  readonly reasons: readonly string[];
}

export interface RememberInput {
  readonly content: string;
  readonly kind?: string | undefined;
  readonly agent?: string | undefined;
  /** Normalised; none means everywhere. */
  readonly project?: string | undefined;
  readonly sessionId?: string | undefined;
  readonly source: string;
}

export interface RecallInput {
  readonly query: string;
  readonly project?: string | undefined;
  readonly agent?: string | undefined;
  /** In tokens. */
  readonly budget?: number | undefined;
  readonly limit?: number | undefined;
}

const DAY_MS = 24 * 3_600_000;
const FRESH_GAIN = 0.15;
const DEFAULT_BUDGET = 1500;
const CANDIDATES = 40;
const SEARCHED_TERMS = 24;

export class Memory {
  readonly #ambient: Ambient;

  constructor(ambient: Ambient) {
    this.#ambient = ambient;
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
    const terms = queryTerms(input.query, SEARCHED_TERMS);
    if (terms.length === 0) return [];
    const now = this.#ambient.clock.now();
    const { project, agent } = input;
    const facts = await this.#ambient.store.memories.search(terms, { project, agent, limit: CANDIDATES });
    const said = await this.#ambient.store.messages.search(terms, { project, limit: CANDIDATES });
    const found: RecalledMemory[] = [
      ...facts.map(({ memory, relevance }) => ({ ...memory, score: relevance, reasons: [`matches (${memory.kind})`] })),
      ...said.map(({ message, relevance }) => ({
        id: message.id,
        agent: null,
        project: project ?? null,
        content: message.content,
        kind: "message",
        source: `message ${message.id} (${message.role})`,
        sessionId: message.sessionId,
        createdAt: message.createdAt,
        lastUsedAt: null,
        supersededBy: null,
        receiptId: null,
        weight: 0.5,
        // What was remembered on purpose outweighs what was merely said.
        score: 0.8 * relevance,
        reasons: [`said by ${message.role}`],
      })),
    ];
    const ranked = found
      .map((memory) => {
        const age = now - Date.parse(memory.createdAt);
        const gain = age < DAY_MS ? FRESH_GAIN * (1 - Math.max(0, age) / DAY_MS) : 0;
        return { ...memory, score: Math.min(1, memory.score + gain) };
      })
      .sort((a, b) => b.score - a.score);
    const kept = this.#within(ranked, input.budget ?? DEFAULT_BUDGET, input.limit ?? 10);
    const remembered = new Set(facts.map(({ memory }) => memory.id));
    await this.#ambient.store.memories.touch(
      kept.map((memory) => memory.id).filter((id) => remembered.has(id)),
      isoTime(now),
    );
    return kept;
  }

  #within(ranked: readonly RecalledMemory[], budget: number, limit: number): RecalledMemory[] {
    const kept: RecalledMemory[] = [];
    const seen = new Set<string>();
    let left = budget;
    for (const memory of ranked) {
      if (kept.length >= limit) break;
      const key = memory.content.replace(/\s+/g, " ").trim().toLowerCase();
      const tokens = estimateTokens(memory.content);
      if (seen.has(key) || tokens > left) continue;
      seen.add(key);
      left -= tokens;
      kept.push(memory);
    }
    return kept;
  }

  /** By id, or a part of it that fits one memory only. Answers with what is forgotten now. */
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
