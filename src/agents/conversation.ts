import {
  calibrated,
  calibrations,
  clean,
  contextSize,
  factorFor,
  modelOf,
  sentSize,
  type UnconfirmedPrompt,
  unconfirmedPrompts,
} from "../capture/index.ts";
import { badInput, isoTime, newId, notFound, redact, safeName, theOnly } from "../core/index.ts";
import type { Memory } from "../memory/index.ts";
import type { Services, Transaction } from "../services.ts";
import { agentName, agentSession, findAgentSession, type Sessions } from "../sessions/index.ts";
import { itemOf, type Signals } from "../signals/index.ts";
import {
  type MessageKind,
  type MessageRecord,
  type MessageRole,
  type ReceiptRecord,
  receipts,
  type SessionRecord,
  type Tables,
} from "../store/index.ts";
import { NOTES_CARRIED } from "./agents.ts";
import { type AppendInput, checkedAppend } from "./append-input.ts";
import { type Context, composeContext } from "./context.ts";
import { notesOf } from "./notes.ts";
import { type Agent, agentProfiles, ensureAgent, newAgent } from "./stored-agents.ts";

/** Keeps threads short. Called at every append. */
export interface Distiller {
  /** Called before a message is stored, in the same transaction. */
  makeRoom(tables: Tables, session: SessionRecord): Promise<ReceiptRecord | undefined>;
  /** Whether a thread has reached its maximum length. */
  isFull(session: SessionRecord): boolean;
  /** Waits until a full thread has been distilled; false if that was not possible. */
  untilRoom(session: SessionRecord): Promise<boolean>;
  /** Distills if a signal is due and no distillation is running. */
  afterAppend(session: SessionRecord): Promise<ReceiptRecord | undefined>;
}

export interface Appended {
  readonly id: string;
  readonly sessionId: string;
  readonly contextTokens: number;
  readonly distillation: ReceiptRecord | null;
  /** The key of the session to continue in, when the context of this one, under a task, is full. */
  readonly continuesIn: string | null;
}

/** Watches the contexts of sessions under a task; returns the session that continues a full one. */
export interface Budget {
  look(sessionId: string): Promise<SessionRecord | undefined>;
}

interface Stored {
  readonly message: MessageRecord;
  readonly session: SessionRecord;
  readonly receipt: ReceiptRecord | undefined;
}

export interface ContextInput {
  readonly query?: string | undefined;
  /** In tokens. */
  readonly budget?: number | undefined;
  readonly sessionKey?: string | undefined;
}

const KINDS: Readonly<Record<MessageRole, MessageKind>> = {
  user: "prompt",
  assistant: "text",
  tool: "tool_result",
  system: "other",
};
const DEFAULT_BUDGET = 50_000;
/** A smaller budget cannot hold the message to answer. */
export const LEAST_BUDGET = 200;
/** No thread is ever longer. */
const THREAD_READ = 300;
const RECALL_SHARE = 0.1;
const MOST_RECALLED_TOKENS = 4000;

/** The content is redacted when it is stored; names are redacted here. */
const clearOfSecrets = (input: AppendInput): AppendInput => ({
  ...input,
  agent: agentName(input.agent),
  channel: input.channel === undefined ? undefined : redact(input.channel),
  model: input.model === undefined ? undefined : redact(input.model),
  sourceId: input.sourceId === undefined ? undefined : safeName(input.sourceId),
});

/** The captured messages of all sessions, and the long conversations of agents. */
export class Conversation {
  readonly #services: Services;
  readonly #sessions: Sessions;
  readonly #memory: Memory;
  readonly #distiller: Distiller;
  readonly #signals: Signals;
  readonly #budget: Budget;

  constructor(
    services: Services,
    parts: { sessions: Sessions; memory: Memory; distiller: Distiller; signals: Signals; budget: Budget },
  ) {
    this.#budget = parts.budget;
    this.#signals = parts.signals;
    this.#services = services;
    this.#sessions = parts.sessions;
    this.#memory = parts.memory;
    this.#distiller = parts.distiller;
  }

  /** Oldest first, after a position in the session's ledger. */
  messages(
    sessionId: string,
    filter: { after?: number; limit?: number; kinds?: readonly MessageKind[] } = {},
  ): Promise<MessageRecord[]> {
    return this.#services.store.messages.list(sessionId, filter);
  }

  /** The same, followed by prompts that no transcript has confirmed yet. */
  read(
    session: SessionRecord,
    filter: { after?: number; limit: number },
  ): Promise<(MessageRecord | UnconfirmedPrompt)[]> {
    return this.#services.store.transaction(async (tables) => {
      const messages = await tables.messages.list(session.id, filter);
      if (messages.length >= filter.limit) return messages;
      const unconfirmed = await unconfirmedPrompts(tables, session);
      return [...messages, ...unconfirmed].slice(0, filter.limit);
    });
  }

  /** One message in full. */
  async expand(partOfId: string): Promise<MessageRecord> {
    const found = await this.#services.store.messages.find(partOfId);
    return theOnly("message", partOfId, found, "`recall` and a session's messages show ids.");
  }

  /** Stores a message in the agent's primary or named session, and distills if due. */
  async append(input: AppendInput): Promise<Appended> {
    const { message, session, receipt } = await this.#stored(clearOfSecrets(checkedAppend(input)));
    const { store } = this.#services;
    const distilled = receipt ?? (await this.#distiller.afterAppend(session));
    const next = session.task === null ? undefined : await this.#budget.look(session.id);
    await this.#memory.indexer.keepUp();
    if (input.role === "assistant") this.#signals.lookIfServed(session.id);
    const after = distilled ? await store.sessions.get(session.id) : session;
    return {
      id: message.id,
      sessionId: session.id,
      contextTokens: (after ?? session).contextTokens,
      distillation: distilled ?? null,
      continuesIn: next?.key ?? null,
    };
  }

  /** Waits for room in a full thread as long as room can be made; no message is refused. */
  async #stored(input: AppendInput): Promise<Stored> {
    for (let patient = true; ; ) {
      const done = await this.#services.store.transaction(async (tables) => {
        const session = await this.#sessionOf(tables, input);
        return patient && this.#distiller.isFull(session) ? { full: session } : this.#store(tables, input, session);
      });
      if (!("full" in done)) return done;
      patient = await this.#distiller.untilRoom(done.full);
    }
  }

  #sessionOf(tables: Transaction, { agent, sessionKey, sessionType, model }: AppendInput): Promise<SessionRecord> {
    const at = this.#services.clock.now();
    return agentSession(tables, { agent, key: sessionKey, type: sessionType, at, model });
  }

  async #store(tables: Tables, input: AppendInput, found: SessionRecord): Promise<Stored> {
    const at = isoTime(this.#services.clock.now());
    const agent = await ensureAgent(tables, input.agent, at);
    const sourceId = input.sourceId ?? newId();
    const [stored] =
      input.sourceId === undefined ? [] : await tables.messages.list(found.id, { sourceIds: [sourceId] });
    if (stored) return { message: stored, session: found, receipt: undefined };
    const entry = clean({
      sourceId,
      role: input.role,
      kind: KINDS[input.role],
      content: input.content,
      channel: input.channel ?? null,
      createdAt: at,
    });
    if (!entry) throw badInput("content: it contains only text injected by Throughline", "Send the original message.");
    await this.#learn(tables, found, agent, input);
    const receipt = await this.#distiller.makeRoom(tables, found);
    await this.#sessions.activate(tables, found);
    const [message] = await tables.messages.append(found.id, [entry]);
    if (!message) throw new Error(`message ${sourceId} was not stored`);
    const session = await this.#measure(tables, found.id, agent, input, at);
    return { message, session, receipt };
  }

  /** The API's token count is of the context before this message. */
  async #learn(tables: Tables, session: SessionRecord, agent: Agent, { usage, model }: AppendInput) {
    if (!usage || session.contextTokens === 0) return;
    const name = modelOf(model, agent.model, session.model);
    const known = await calibrations(tables).get(name);
    const carriedTokens = session.type === "primary" ? agent.carriedTokens : 0;
    const sent = sentSize({ ...session, profileTokens: agent.profileTokens, carriedTokens });
    const learnt = calibrated(known, name, sent, usage.inputTokens);
    if (learnt) await calibrations(tables).put({ ...learnt, updatedAt: isoTime(this.#services.clock.now()) });
  }

  async #measure(tables: Tables, sessionId: string, agent: Agent, input: AppendInput, at: string) {
    const { role, usage, model } = input;
    const session = await tables.sessions.get(sessionId);
    if (!session) throw notFound(`there is no session ${sessionId}`);
    const factor = await factorFor(tables, modelOf(model, agent.model, session.model));
    const carriedTokens = session.type === "primary" ? agent.carriedTokens : 0;
    const change = {
      contextTokens: contextSize({ ...session, profileTokens: agent.profileTokens, carriedTokens }, factor),
      lastActivityAt: at,
      ...(role === "user" && { promptCount: session.promptCount + 1 }),
      ...(usage && { lastInputTokens: usage.inputTokens }),
      ...(model && { model }),
      // The turn that got the last extractions is over.
      ...(session.primedServed && { primedId: null, primedServed: 0 }),
    };
    await tables.sessions.change(sessionId, change);
    return { ...session, ...change };
  }

  /** What to send to the agent's model next. */
  async context(given: string, input: ContextInput = {}): Promise<Context> {
    const { store } = this.#services;
    const name = agentName(given);
    const budget = input.budget ?? DEFAULT_BUDGET;
    if (!Number.isInteger(budget) || budget < LEAST_BUDGET)
      throw badInput(
        `budget: ${budget} is not a number of tokens of at least ${LEAST_BUDGET}`,
        "The default is 50,000.",
      );
    const agent = (await agentProfiles(store).get(name)) ?? newAgent(name);
    const session = await findAgentSession(store, { agent: name, key: input.sessionKey });
    const factor = await factorFor(store, modelOf(agent.model, session?.model));
    // Without messages the context is only the profile and the notes.
    const nothing = { summary: undefined, recalled: [], thread: [], threadLength: 0 };
    if (!session) return composeContext({ agent, notes: await this.#notes(name), ...nothing, budget, factor });
    const thread = await store.messages.list(session.id, {
      after: session.horizonSeq,
      limit: THREAD_READ,
      fromEnd: true,
    });
    const asked = input.query ?? thread.findLast(({ role }) => role === "user")?.content ?? "";
    const summary = session.receiptId === null ? undefined : (await receipts(store).get(session.receiptId))?.summary;
    const recalled = await this.#recall(session, asked, budget, thread);
    const context = composeContext({
      agent,
      notes: session.type === "primary" ? await this.#notes(name) : [],
      summary,
      recalled,
      thread,
      threadLength: session.messageCount,
      budget,
      factor,
    });
    await this.#noteServed(session, agent, context.tokens / factor);
    return context;
  }

  /** Stores the size of the context beyond the thread, and that the last extractions were in it. */
  async #noteServed(session: SessionRecord, agent: Agent, tokens: number): Promise<void> {
    const carriedTokens = session.type === "primary" ? agent.carriedTokens : 0;
    const recalledTokens = Math.round(tokens - agent.profileTokens - carriedTokens - session.threadTokens);
    const primedServed = session.primedId === null ? 0 : 1;
    if (recalledTokens === session.recalledTokens && primedServed === session.primedServed) return;
    await this.#services.store.sessions.change(session.id, { recalledTokens, primedServed });
  }

  #notes(agent: string) {
    return notesOf(this.#services.store, agent, NOTES_CARRIED);
  }

  /** Recalls what is no longer in the thread. */
  async #recall(session: SessionRecord, query: string, budget: number, thread: readonly MessageRecord[]) {
    if (query === "" && session.primedId === null) return [];
    const recalled = await this.#memory.recall({
      query: query || undefined,
      agent: session.agent ?? undefined,
      budget: Math.min(MOST_RECALLED_TOKENS, Math.floor(budget * RECALL_SHARE)),
      primedBy: session.primedId ?? undefined,
      explain: true,
    });
    const there = new Set(thread.map(({ id }) => id));
    const served = recalled.filter(({ id }) => !there.has(id));
    this.#signals.served(session, "context", served.map(itemOf), query);
    return served;
  }
}
