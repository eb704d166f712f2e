import type { Ambient } from "../ambient.ts";
import { badInput, estimateTokens, isoTime, newId, redact, theOnly } from "../core/index.ts";
import type { MemoryRecord, MessageRecord } from "../store/index.ts";
import { passage } from "./passage.ts";
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
  /** A distillation whose extractions are due: they come first, whatever is asked, within a share of the budget. */
  readonly primedBy?: string | undefined;
}

const PRIMED_SHARE = 0.6;
const MOST_ANSWERS = 10;
/** Of a long message, the passage that fits the question. */
const PASSAGE_CHARS = 900;
const DAY_MS = 24 * 3_600_000;
const FRESH_GAIN = 0.15;
const DEFAULT_BUDGET = 1500;
const CANDIDATES = 40;
const SEARCHED_TERMS = 24;
const ANCHORS = 10;

/** A message as something recalled. */
const spoken = (message: MessageRecord, content: string, score: number, reason: string): RecalledMemory => ({
  id: message.id,
  agent: null,
  project: null,
  content,
  kind: "message",
  source: `message ${message.id} (${message.role})`,
  sessionId: message.sessionId,
  createdAt: message.createdAt,
  lastUsedAt: null,
  supersededBy: null,
  receiptId: null,
  weight: 0.5,
  score,
  reasons: [reason],
});

/** The message that a memory was read from. */
const originOf = ({ id, kind, source }: RecalledMemory): string =>
  kind === "message" || kind === "anchor" ? id : (/^message (\S+)/.exec(source)?.[1] ?? id);

/** As many as fit, best first; what says the same, or comes from the same message, once. */
function within(ranked: readonly RecalledMemory[], budget: number, limit: number): RecalledMemory[] {
  const kept: RecalledMemory[] = [];
  const seen = new Set<string>();
  let left = budget;
  for (const memory of ranked) {
    if (kept.length >= limit) break;
    const words = memory.content.replace(/\s+/g, " ").trim().toLowerCase();
    const isSpoken = memory.kind === "message" || memory.kind === "anchor";
    const tokens = estimateTokens(memory.content);
    if (seen.has(words) || (isSpoken && seen.has(originOf(memory))) || tokens > left) continue;
    seen.add(words).add(originOf(memory));
    left -= tokens;
    kept.push(memory);
  }
  return kept;
}

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
    const budget = input.budget ?? DEFAULT_BUDGET;
    const due = await this.#primed(input.primedBy);
    const terms = queryTerms(input.query, SEARCHED_TERMS);
    const now = this.#ambient.clock.now();
    const ranked = (await this.#search(terms, input))
      .map((memory) => {
        const age = now - Date.parse(memory.createdAt);
        const gain = age < DAY_MS ? FRESH_GAIN * (1 - Math.max(0, age) / DAY_MS) : 0;
        return { ...memory, score: Math.min(1, memory.score + gain) };
      })
      .sort((a, b) => b.score - a.score);
    // What answers comes first; what is due besides has a share of its own, most important first.
    const answers = within(ranked, due.length > 0 ? budget * (1 - PRIMED_SHARE) : budget, input.limit ?? MOST_ANSWERS);
    const known = new Set(answers.map(({ id }) => id));
    const primed = within(
      due.filter(({ id }) => !known.has(id)),
      budget * PRIMED_SHARE,
      CANDIDATES,
    );
    const kept = [...answers, ...primed].slice(0, input.limit);
    const remembered = kept.filter(({ kind }) => kind !== "message" && kind !== "anchor");
    await this.#ambient.store.memories.touch(
      remembered.map((memory) => memory.id),
      isoTime(now),
    );
    return kept;
  }

  async #primed(receiptId: string | undefined): Promise<RecalledMemory[]> {
    if (receiptId === undefined) return [];
    const extracted = await this.#ambient.store.memories.ofReceipt(receiptId);
    return extracted.map((memory) => ({ ...memory, score: memory.weight, reasons: ["just distilled"] }));
  }

  async #search(terms: readonly string[], { project, agent }: RecallInput): Promise<RecalledMemory[]> {
    if (terms.length === 0) return [];
    const { memories, messages, receipts } = this.#ambient.store;
    const scope = { project, agent, limit: CANDIDATES };
    const facts = await memories.search(terms, scope);
    const said = await messages.search(terms, scope);
    const exact = await receipts.searchAnchors(terms, { project, agent, limit: ANCHORS });
    const holders = await Promise.all(exact.map(({ anchor }) => messages.get(anchor.messageId)));
    return [
      ...facts.map(({ memory, relevance }) => ({ ...memory, score: relevance, reasons: [`matches (${memory.kind})`] })),
      // What was remembered on purpose outweighs what was merely said.
      ...said.map(({ message, relevance }) =>
        spoken(message, passage(message.content, terms, PASSAGE_CHARS), 0.8 * relevance, `said by ${message.role}`),
      ),
      ...exact.flatMap(({ anchor, relevance }, index) => {
        const holder = holders[index];
        if (!holder) return [];
        const words = passage(holder.content, [anchor.value], PASSAGE_CHARS / 2);
        return [
          { ...spoken(holder, words, 0.7 * relevance, `holds the ${anchor.kind} ${anchor.value}`), kind: "anchor" },
        ];
      }),
    ];
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
