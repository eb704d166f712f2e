import type { Distiller } from "../agents/index.ts";
import { incidents, newIncident } from "../audit/index.ts";
import { isoTime, messageOf, refused, ThroughlineError } from "../core/index.ts";
import type { Services } from "../services.ts";
import { type ReceiptFilter, type ReceiptRecord, receiptsOf, type SessionRecord, type Tables } from "../store/index.ts";
import { Audit, type Verdict } from "./audit.ts";
import { Compression, type CompressionParts } from "./compression.ts";
import { discardOlder } from "./discard-older.ts";
import { BUDGET_REACHED, dueSignal, keptMessages, LONGEST_THREAD, roomBefore, type Signal } from "./due-signal.ts";
import { type Preview, prepare } from "./prepare-distillation.ts";
import { summarizerFor } from "./summarizers/index.ts";

const ON_REQUEST: Signal = { reason: "asked for", over: "messages" };

/** Keeps threads short: decides when to distil, does it once at a time, and keeps failures away from callers. */
export class Distillation implements Distiller {
  readonly #parts: CompressionParts;
  readonly #running = new Map<string, Promise<ReceiptRecord | undefined>>();

  readonly #services: Services;

  constructor(services: Services, parts: Omit<CompressionParts, "summarizer">) {
    this.#services = services;
    this.#parts = { ...parts, summarizer: summarizerFor(services) };
  }

  /** Newest first. */
  receipts(filter: ReceiptFilter = {}): Promise<ReceiptRecord[]> {
    return receiptsOf(this.#services.store, filter);
  }

  /** Whether everything that was distilled in these sessions is unchanged. */
  async verify(sessions: readonly SessionRecord[]): Promise<Verdict[]> {
    const verdicts: Verdict[] = [];
    for (const session of sessions) verdicts.push(await new Audit(this.#services.store, session).run());
    return verdicts;
  }

  async makeRoom(tables: Tables, session: SessionRecord): Promise<ReceiptRecord | undefined> {
    if (session.messageCount < roomBefore(session, this.#services.config.distillation)) return undefined;
    return this.#discard(tables, session, { reason: `${session.messageCount + 1} messages`, over: "messages" });
  }

  isFull({ type, messageCount }: SessionRecord): boolean {
    return type === "primary" && messageCount >= LONGEST_THREAD;
  }

  async untilRoom(session: SessionRecord): Promise<boolean> {
    const running = this.#running.get(session.id);
    const receipt = await (running ? running.catch(() => undefined) : this.afterAppend(session));
    return receipt !== undefined;
  }

  async afterAppend(session: SessionRecord): Promise<ReceiptRecord | undefined> {
    const signal = dueSignal(session, this.#services.config, this.#services.clock.now());
    // A caller does not wait for a distillation that another one started.
    if (signal === undefined || this.#running.has(session.id)) return undefined;
    if (signal.reason.startsWith(BUDGET_REACHED))
      this.#services.log.info({ sessionId: session.id }, `[throughline] ${BUDGET_REACHED}`);
    try {
      return await this.#once(session.id, () => this.#distill(session.id, signal));
    } catch (error) {
      if (error instanceof ThroughlineError && error.code === "refused") return undefined;
      // The thread stays as it was, and its signal stays due.
      const { log, clock, store } = this.#services;
      log.error({ err: error, sessionId: session.id }, "a distillation failed");
      const detail = `a distillation failed: ${messageOf(error)}`;
      await incidents(store).add(newIncident(clock.now(), "distillation_failed", detail, session.id));
      return undefined;
    }
  }

  /** Checks every agent's sessions: some become due by time alone. */
  async sweep(): Promise<readonly ReceiptRecord[]> {
    const done: ReceiptRecord[] = [];
    for (const type of ["primary", "background"] as const) {
      for (const session of await this.#services.store.sessions.list({ type })) {
        const receipt = await this.afterAppend(session);
        if (receipt) done.push(receipt);
      }
    }
    return done;
  }

  /** Distils now, on request. Concurrent requests share one run. */
  async distill(session: SessionRecord): Promise<ReceiptRecord> {
    assertDistillable(session);
    const running =
      this.#running.get(session.id) ?? this.#once(session.id, () => this.#distill(session.id, ON_REQUEST));
    const receipt = await running;
    if (!receipt) throw refused("there was nothing to distill", "It is tried again after the next message.");
    return receipt;
  }

  /** What a distillation would do now; nothing is changed. */
  async preview(session: SessionRecord): Promise<Preview> {
    assertDistillable(session);
    if (session.type !== "background")
      return (await this.#prepare(session, { ...ON_REQUEST, reason: "a dry run" })).preview;
    const { id, agent, messageCount, contextTokens } = session;
    const messagesAfter = Math.min(this.#services.config.distillation.background.keepMessages, messageCount);
    const tokensAfter = Math.round((contextTokens * messagesAfter) / (messageCount || 1));
    return {
      ...{ sessionId: id, agent, reason: "a dry run", messagesBefore: messageCount, messagesAfter, summary: "" },
      ...{ tokensBefore: contextTokens, tokensAfter },
      ...{ factsExtracted: 0, decisionsExtracted: 0, openItemsExtracted: 0 },
    };
  }

  /** Waits for running distillations, without waiting for a model. */
  async idle(): Promise<void> {
    this.#parts.summarizer.hurry();
    await Promise.allSettled(this.#running.values());
  }

  #once(sessionId: string, work: () => Promise<ReceiptRecord | undefined>): Promise<ReceiptRecord | undefined> {
    const running = work().finally(() => this.#running.delete(sessionId));
    this.#running.set(sessionId, running);
    return running;
  }

  async #distill(sessionId: string, signal: Signal): Promise<ReceiptRecord | undefined> {
    const session = await this.#services.store.sessions.get(sessionId);
    if (!session) return undefined;
    if (session.type !== "background") return this.#compress(session, signal);
    return this.#services.store.transaction(async (tables) => {
      const receipt = await this.#discard(tables, session, signal);
      if (receipt) tables.emit({ type: "distillation.done", sessionId, receiptId: receipt.id });
      return receipt;
    });
  }

  async #discard(tables: Tables, session: SessionRecord, { reason, over }: Signal): Promise<ReceiptRecord | undefined> {
    const keepMessages = keptMessages(session, over, this.#services.config.distillation);
    const at = isoTime(this.#services.clock.now());
    const receipt = await discardOlder(tables, session, { keepMessages, reason, at });
    if (!receipt) await tables.sessions.change(session.id, { refusedSeq: session.totalMessages });
    return receipt;
  }

  #prepare(session: SessionRecord, signal: Signal) {
    const keepMessages = keptMessages(session, signal.over, this.#services.config.distillation);
    return prepare(
      this.#services.store,
      session,
      { ...this.#services.config.distillation.primary, keepMessages },
      signal,
    );
  }

  async #compress(session: SessionRecord, signal: Signal): Promise<ReceiptRecord | undefined> {
    const prepared = await this.#prepare(session, signal).catch(async (error) => {
      await this.#services.store.sessions.change(session.id, { refusedSeq: session.totalMessages });
      throw error;
    });
    return new Compression(this.#services, this.#parts, prepared).run();
  }
}

function assertDistillable({ type, key }: SessionRecord): void {
  if (type !== "ephemeral") return;
  throw refused(`session ${key} is ephemeral: it is never distilled, and is deleted when it is over`);
}
