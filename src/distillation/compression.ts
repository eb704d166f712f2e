import { type Agent, agentProfiles, type Note, notesOf } from "../agents/index.ts";
import { incidents, newIncident } from "../audit/index.ts";
import { isoTime, messageOf, newId } from "../core/index.ts";
import type { Memory } from "../memory/index.ts";
import type { Services } from "../services.ts";
import {
  appendReceipt,
  type NewReceipt,
  type ReceiptRecord,
  receiptsOf,
  type SessionRecord,
  type Tables,
} from "../store/index.ts";
import { memoriesFrom, rememberItems } from "./extracted-memories.ts";
import { storedItems } from "./extraction/index.ts";
import { type Flush, flushToFiles } from "./memory-files.ts";
import { contextTokensWith, type Prepared, threadTokensWith } from "./prepare-distillation.ts";
import { continuityScore } from "./probes.ts";
import type { Summarizer } from "./summarizers/index.ts";

/**
 * The steps of a distillation, in order; each emits an event when it is done. Nothing outside changes before `flushed`,
 * the thread not before `done`: a failure on the way leaves the old thread.
 */
export const STEPS = [
  "read",
  "flushed",
  "summarized",
  "indexed",
  "scored",
  "moved",
  "verified",
  "receipted",
  "primed",
  "done",
] as const;
export type Step = (typeof STEPS)[number];

/** Where the memory files of a session go; nowhere for a store that is not on disk. */
export type MemoryFolder = (session: SessionRecord) => string | undefined;

const RECALL_TOKENS = 2000;
const RECEIPTS_LOOKED_AT = 20;
const LARGE_CONTEXT = 50_000;

export interface CompressionParts {
  readonly memory: Memory;
  readonly memoryFolder: MemoryFolder;
  readonly summarizer: Summarizer;
}

/** What every context of the agent holds besides its thread. */
interface CarriedContext {
  readonly agent: Agent | undefined;
  readonly notes: readonly Note[];
}

/** One distillation of a session whose originals stay: from its preparation to its receipt. */
export class Compression {
  readonly #errors: string[];
  readonly id = newId();

  readonly #services: Services;
  readonly #parts: CompressionParts;
  #prepared: Prepared;

  constructor(services: Services, parts: CompressionParts, prepared: Prepared) {
    this.#services = services;
    this.#parts = parts;
    this.#prepared = prepared;
    this.#errors = [...prepared.reading.errors];
  }

  #step(step: Step): void {
    this.#services.events.step({ type: "distillation.step", sessionId: this.#prepared.session.id, step });
  }

  /** Returns nothing where another process has moved the horizon in the meantime. */
  async run(): Promise<ReceiptRecord | undefined> {
    this.#step("read");
    const flushSucceeded = await this.#flush();
    this.#step("flushed");
    const { range, reading, preview } = this.#prepared;
    const { errors, summarizer, model, cost, ...summary } = await this.#parts.summarizer.summarize(this.#prepared);
    this.#prepared = { ...this.#prepared, summary };
    this.#errors.push(...errors);
    this.#step("summarized");
    // Exact strings that the summary leaves out are found in their messages: the index has to hold these by then.
    if (!(await this.#parts.memory.indexer.catchUp(["messages"])))
      this.#errors.push("messages of the range are not in the search index yet");
    this.#step("indexed");
    const carried = await this.#carriedContext(this.#services.store);
    const score = await this.#score(carried);
    this.#step("scored");
    const receipt: NewReceipt = {
      ...preview,
      id: this.id,
      distilledAt: isoTime(this.#services.clock.now()),
      flushSucceeded,
      summary: summary.text,
      items: summary.kept,
      errors: this.#errors,
      warnings: [],
      fromSeq: range.fromSeq,
      toSeq: range.toSeq,
      rangeHash: reading.hash,
      continuityScore: score,
      ...{ summarizer, model, cost },
    };
    const found = memoriesFrom(this.#prepared.session, this.id, this.#prepared.found);
    const stored = await this.#services.store.transaction(async (tables) => {
      const moved = await this.#move(tables, receipt, carried);
      if (!moved) return undefined;
      await rememberItems(tables, this.id, found);
      tables.emit({ type: "distillation.done", sessionId: moved.sessionId, receiptId: moved.id });
      this.#step("primed");
      return moved;
    });
    if (stored) this.#step("done");
    return stored;
  }

  /** First of all: the files are written even if everything after them fails. */
  async #flush(): Promise<boolean> {
    const { session, range, found, current } = this.#prepared;
    const folder = this.#parts.memoryFolder(session);
    try {
      if (folder === undefined)
        throw new Error("there is no folder for memory files: this store keeps nothing on disk");
      const own = { folder, isProjects: session.agent === null, sessionKey: session.key, current };
      await this.#flushPending(own);
      const at = new Date(this.#services.clock.now());
      flushToFiles({ ...own, at, fromSeq: range.fromSeq, toSeq: range.toSeq, found });
      return true;
    } catch (error) {
      const problem = `the memory files were not written: ${messageOf(error)}`;
      this.#errors.push(problem);
      const { store, clock } = this.#services;
      if (folder !== undefined)
        await incidents(store).add(newIncident(clock.now(), "flush_failed", problem, session.id));
      return false;
    }
  }

  /** Writes what earlier distillations could not write to disk, as far as their receipts have it. */
  async #flushPending(own: Omit<Flush, "at" | "fromSeq" | "toSeq" | "found">): Promise<void> {
    const filter = { sessionId: this.#prepared.session.id, limit: RECEIPTS_LOOKED_AT };
    const receipts = await receiptsOf(this.#services.store, filter);
    for (const { flushSucceeded, distilledAt, fromSeq, toSeq, items } of receipts.reverse()) {
      if (flushSucceeded) continue;
      const found = storedItems(items).filter(({ seq }) => seq >= fromSeq && seq <= toSeq);
      flushToFiles({ ...own, at: new Date(distilledAt), fromSeq, toSeq, found });
    }
  }

  async #carriedContext(tables: Tables): Promise<CarriedContext> {
    const { agent } = this.#prepared.session;
    if (agent === null) return { agent: undefined, notes: [] };
    return { agent: await agentProfiles(tables).get(agent), notes: await notesOf(tables, agent) };
  }

  /** From the context of the next turn, and from what recall adds to it. */
  async #score({ agent, notes }: CarriedContext): Promise<number | null> {
    const { session, range, reading, summary } = this.#prepared;
    const visible = [
      agent?.relationship,
      summary.text,
      agent?.workingState,
      ...notes.map(({ content }) => content),
      ...range.tail.map(({ content }) => content),
    ];
    const scope = { agent: session.agent ?? undefined, project: session.projectNormalized ?? undefined };
    try {
      return await continuityScore(reading.probes, visible.filter((text) => text != null).join("\n"), (query) =>
        this.#parts.memory.recall({ query, ...scope, budget: RECALL_TOKENS }),
      );
    } catch (error) {
      this.#errors.push(`the continuity score could not be made: ${messageOf(error)}`);
      return null;
    }
  }

  async #move(tables: Tables, receipt: NewReceipt, before: CarriedContext): Promise<ReceiptRecord | undefined> {
    const { session, range, reading, summary } = this.#prepared;
    const current = await tables.sessions.get(session.id);
    if (!current || current.horizonSeq !== session.horizonSeq) return undefined;
    const { totalMessages } = current;
    const horizonSeq = range.toSeq;
    // Messages since the range was read are part of the new thread.
    const since = await tables.messages.tokens(session.id, { after: session.totalMessages });
    const threadTokens = threadTokensWith(summary.text, this.#prepared) + since;
    const contextTokens = await contextTokensWith(tables, session, threadTokens);
    const messageCount = totalMessages - horizonSeq;
    await tables.sessions.change(session.id, {
      ...{ horizonSeq, horizonHash: reading.lastHash, messageCount, threadTokens, contextTokens },
      // The last report was of the context before.
      ...{ lastInputTokens: 0, lastDistilledAt: receipt.distilledAt, refusedSeq: null },
      ...{ receiptId: this.id, primedId: this.id, primedServed: 0 },
    });
    this.#step("moved");
    const warnings = warningsAfter(before, await this.#carriedContext(tables), summary.text, contextTokens);
    for (const warning of warnings)
      this.#services.log.warn({ sessionId: session.id }, `after a distillation: ${warning}`);
    this.#step("verified");
    const complete = { ...receipt, warnings, messagesAfter: messageCount, tokensAfter: contextTokens };
    const stored = await appendReceipt(tables, complete);
    this.#step("receipted");
    return stored;
  }
}

/** What looks wrong after a distillation: reported, never a reason to undo it. */
function warningsAfter(
  before: CarriedContext,
  after: CarriedContext,
  summary: string,
  contextTokens: number,
): string[] {
  const warnings: string[] = [];
  if (contextTokens >= LARGE_CONTEXT) warnings.push(`the context is still large: ${contextTokens} tokens`);
  if (before.agent?.workingState != null && after.agent?.workingState == null) warnings.push("working state was lost");
  if (before.agent?.relationship != null && after.agent?.relationship == null)
    warnings.push("the relationship digest was lost");
  if (before.notes.length > 0 && after.notes.length === 0) warnings.push("all notes were lost");
  if (!summary.includes("Conversation Summary")) warnings.push("there is no summary");
  return warnings;
}
