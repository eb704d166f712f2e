import { isoTime, messageOf, newId } from "../core/index.ts";
import type { Memory } from "../memory/index.ts";
import type { Services } from "../services.ts";
import { type NewReceipt, newIncident, type ReceiptRecord, type SessionRecord, type Tables } from "../store/index.ts";
import { continuityScore } from "./continuity.ts";
import { memoriesFrom, rememberItems } from "./extracted-memories.ts";
import { flushToFiles } from "./memory-files.ts";
import { contextTokensWith, type Prepared, threadTokensWith } from "./prepare.ts";
import type { Step } from "./steps.ts";
import { storedItems } from "./stored-items.ts";
import type { Summarizer } from "./summarizers/index.ts";
import { unreachable } from "./survival.ts";
import { type Carried, warningsAfter } from "./verification.ts";

/** Where the memory files of a session go; nowhere for a store that keeps nothing on disk. */
export type MemoryFolder = (session: SessionRecord) => string | undefined;

const ANCHORS_AT_ONCE = 200;
const RECALL_TOKENS = 2000;
const RECEIPTS_LOOKED_AT = 20;

export interface CompressionRooms {
  readonly memory: Memory;
  readonly memoryFolder: MemoryFolder;
  readonly summarizer: Summarizer;
}

/** One distillation of a session whose originals stay: from what is prepared to its receipt. */
export class Compression {
  readonly #services: Services;
  readonly #rooms: CompressionRooms;
  #prepared: Prepared;
  readonly #errors: string[];
  readonly id = newId();

  constructor(services: Services, rooms: CompressionRooms, prepared: Prepared) {
    this.#services = services;
    this.#rooms = rooms;
    this.#prepared = prepared;
    this.#errors = [...prepared.reading.errors];
  }

  #step(step: Step): void {
    this.#services.events.emit({ type: "distillation.step", sessionId: this.#prepared.session.id, step });
  }

  /** Answers with nothing where another process has moved the horizon meanwhile. */
  async run(): Promise<ReceiptRecord | undefined> {
    this.#step("read");
    const flushSucceeded = await this.#flush();
    this.#step("flushed");
    const { range, reading, preview } = this.#prepared;
    const { errors, summarizer, model, cost, ...summary } = await this.#rooms.summarizer.summarize(this.#prepared);
    this.#prepared = { ...this.#prepared, summary };
    this.#errors.push(...errors);
    this.#step("summarized");
    const anchors = await this.#anchor();
    this.#step("anchored");
    const carried = await this.#carried(this.#services.store);
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
      anchors,
      continuityScore: score,
      ...{ summarizer, model, cost },
    };
    const found = memoriesFrom(this.#prepared.session, this.id, this.#prepared.found);
    const stored = await this.#services.store.transaction(async (tables) => {
      const moved = await this.#move(tables, receipt, carried);
      if (!moved) return undefined;
      await rememberItems(tables, this.id, found);
      this.#step("primed");
      return moved;
    });
    if (stored) this.#step("done");
    return stored;
  }

  /** Called directly, and before all else: the files are there even if nothing that follows is. */
  async #flush(): Promise<boolean> {
    const { session, range, found, standing } = this.#prepared;
    const folder = this.#rooms.memoryFolder(session);
    try {
      if (folder === undefined)
        throw new Error("there is no folder for memory files: this store keeps nothing on disk");
      const { fromSeq, toSeq } = range;
      const at = new Date(this.#services.clock.now());
      await this.#flushMissed(folder);
      const isProjects = session.agent === null;
      flushToFiles({ folder, isProjects, at, sessionKey: session.key, fromSeq, toSeq, found, standing });
      return true;
    } catch (error) {
      const told = `the memory files were not written: ${messageOf(error)}`;
      this.#errors.push(told);
      if (folder !== undefined) await this.#noteIncident(told);
      return false;
    }
  }

  /** What could not be written before, when the disk refused, is written now, as far as its receipts tell it. */
  async #flushMissed(folder: string): Promise<void> {
    const { session, standing } = this.#prepared;
    const receipts = await this.#services.store.receipts.list({ sessionId: session.id, limit: RECEIPTS_LOOKED_AT });
    for (const { flushSucceeded, distilledAt, fromSeq, toSeq, items } of receipts.reverse()) {
      if (flushSucceeded) continue;
      const found = storedItems(items).filter(({ seq }) => seq >= fromSeq && seq <= toSeq);
      const at = new Date(distilledAt);
      const isProjects = session.agent === null;
      flushToFiles({ folder, isProjects, at, sessionKey: session.key, fromSeq, toSeq, found, standing });
    }
  }

  async #noteIncident(detail: string): Promise<void> {
    const { store, clock } = this.#services;
    await store.accounts.addIncident(newIncident(clock.now(), "flush_failed", detail, this.#prepared.session.id));
  }

  /**
   * Every exact string of the range goes into the index, also what the summary holds, for the next summary may drop it;
   * a little at a time, for others write too.
   */
  async #anchor(): Promise<number> {
    const { session, reading, summary } = this.#prepared;
    const { anchors } = reading.extraction;
    const indexed = new Set<string>();
    try {
      for (let at = 0; at < anchors.length; at += ANCHORS_AT_ONCE) {
        const some = anchors.slice(at, at + ANCHORS_AT_ONCE);
        const rows = some.map((anchor) => ({ ...anchor, sessionId: session.id, receiptId: this.id }));
        await this.#services.store.transaction(({ receipts }) => receipts.addAnchors(rows));
        for (const { value } of some) indexed.add(value);
      }
    } catch (error) {
      const { length } = unreachable(anchors, summary.text, (value) => indexed.has(value));
      this.#errors.push(`${length} exact strings are not in the index: ${messageOf(error)}`);
    }
    return indexed.size;
  }

  async #carried(tables: Tables): Promise<Carried> {
    const { agent } = this.#prepared.session;
    if (agent === null) return { agent: undefined, notes: [] };
    return { agent: await tables.agents.get(agent), notes: await tables.agents.notes(agent) };
  }

  /** From what the next turn is given without asking, and from what it finds when it asks. */
  async #score({ agent, notes }: Carried): Promise<number | null> {
    const { session, range, reading, summary } = this.#prepared;
    const given = [
      agent?.relationship,
      summary.text,
      agent?.workingState,
      ...notes.map(({ content }) => content),
      ...range.tail.map(({ content }) => content),
    ];
    const scope = { agent: session.agent ?? undefined, project: session.projectNormalized ?? undefined };
    try {
      return await continuityScore(reading.probes, given.filter((text) => text != null).join("\n"), (query) =>
        this.#rooms.memory.recall({ query, ...scope, budget: RECALL_TOKENS }),
      );
    } catch (error) {
      this.#errors.push(`the continuity score could not be made: ${messageOf(error)}`);
      return null;
    }
  }

  async #move(tables: Tables, receipt: NewReceipt, before: Carried): Promise<ReceiptRecord | undefined> {
    const { session, range, reading, summary } = this.#prepared;
    const current = await tables.sessions.get(session.id);
    if (!current || current.horizonSeq !== session.horizonSeq) return undefined;
    const { totalMessages } = current;
    const horizonSeq = range.toSeq;
    // What was said since the range was read is part of the new thread.
    const since = await tables.messages.tokensBetween(session.id, session.totalMessages, totalMessages);
    const threadTokens = threadTokensWith(summary.text, this.#prepared) + since;
    const contextTokens = await contextTokensWith(tables, session, threadTokens);
    const messageCount = totalMessages - horizonSeq;
    await tables.sessions.change(session.id, {
      ...{ horizonSeq, horizonHash: reading.lastHash, messageCount, threadTokens, contextTokens },
      // The last report was of a context that is no more.
      ...{ lastInputTokens: 0, lastDistilledAt: receipt.distilledAt, refusedSeq: null },
      ...{ receiptId: this.id, primedId: this.id, primedServed: 0 },
    });
    this.#step("moved");
    const warnings = warningsAfter(before, await this.#carried(tables), summary.text, contextTokens);
    for (const warning of warnings)
      this.#services.log.warn({ sessionId: session.id }, `after a distillation: ${warning}`);
    this.#step("verified");
    const told = { ...receipt, warnings, messagesAfter: messageCount, tokensAfter: contextTokens };
    const stored = await tables.receipts.append(told);
    this.#step("receipted");
    return stored;
  }
}
