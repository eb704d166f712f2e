import { activityOf, type Spoken, waitingEntries } from "../capture/index.ts";
import { isoTime, newId, redact, theOnly } from "../core/index.ts";
import type { Services } from "../services.ts";
import type {
  AccumulatorRecord,
  CheckpointRecord,
  CheckpointTrigger,
  SessionRecord,
  Store,
  StructuredState,
  Tables,
} from "../store/index.ts";
import { isOwnTool, queryTerms } from "../text/index.ts";
import {
  emptyAccumulator,
  isDue,
  withMemoriesAccessed,
  withoutRemembers,
  withPrompt,
  withRemember,
} from "./accumulator.ts";
import { type ChainVerdict, verifyChain } from "./chain.ts";
import { type Comparison, compare } from "./compare.ts";
import { type DetectedTrigger, detectTrigger } from "./detect-trigger.ts";
import { type DigestInput, digestText, taskLines } from "./digest.ts";
import { FlushQueue } from "./flush-queue.ts";
import { beyondLimit, beyondRetention } from "./pruning.ts";

export interface WriteInput {
  readonly session: SessionRecord;
  readonly trigger: CheckpointTrigger;
  /** The agent's own words, kept verbatim; without them the digest is made from what was captured. */
  readonly digest?: string | undefined;
  readonly context?: string | undefined;
  /** The state of its task. */
  readonly structured?: StructuredState | undefined;
  /** Why it is written, where something happened that must be kept. */
  readonly because?: string | undefined;
}

/** Reads the state of a session's task, starting from `known`; undefined for a session without one. */
type Structure = (
  session: SessionRecord,
  trigger: CheckpointTrigger,
  known: StructuredState | undefined,
  because?: string,
) => Promise<StructuredState | undefined>;

const ACTIVITY_MESSAGES = 400;
const DAY_MS = 24 * 3_600_000;

export class Checkpoints {
  readonly #services: Services;
  readonly #queue: FlushQueue;
  readonly #reminders = new Map<string, () => void>();
  /** Captures the newest messages before a digest is built from them. */
  readonly #catchUp: (session: SessionRecord) => Promise<void>;
  readonly #structure: Structure;
  /** Sessions in which something may have happened that must be kept, with the decisions that were put on record. */
  readonly #looks = new Map<string, readonly string[]>();

  constructor(
    services: Services,
    catchUp: (session: SessionRecord) => Promise<void>,
    structure: Structure = async (_session, _trigger, known) => known,
  ) {
    this.#services = services;
    this.#catchUp = catchUp;
    this.#structure = structure;
    this.#queue = new FlushQueue(services.clock, services.config.continuity.flushDelayMs, (sessionId) =>
      this.#writeDue(sessionId),
    );
    services.events.listen((event) => {
      if (event.type === "decision.recorded" && event.sessionId !== null) this.look(event.sessionId, "");
    });
  }

  get #store(): Store {
    return this.#services.store;
  }

  async #configFor(session: SessionRecord) {
    return (await this.#services.configFor(session.projectNormalized)).continuity;
  }

  #now(): number {
    return this.#services.clock.now();
  }

  async #change(
    tables: Tables,
    session: SessionRecord,
    step: (accumulator: AccumulatorRecord) => AccumulatorRecord,
  ): Promise<AccumulatorRecord> {
    const after = step(await this.#accumulator(tables, session));
    await tables.checkpoints.saveAccumulator(after);
    return after;
  }

  /** Run it in the transaction that counts the prompt. */
  async recordPrompt(tables: Tables, session: SessionRecord, prompt: string): Promise<void> {
    const accumulator = await this.#change(tables, session, (one) => withPrompt(one, queryTerms(redact(prompt))));
    const config = await this.#configFor(session);
    if (isDue(accumulator, this.#now(), config)) this.#queue.add(session.id);
    else if (config.enabled) this.#remind(session.id, Date.parse(accumulator.lastCheckpointAt) + config.timeIntervalMs);
  }

  /** Time alone can make a checkpoint due, with no further hook to notice it. */
  #remind(sessionId: string, dueAt: number): void {
    if (this.#reminders.has(sessionId)) return;
    const wait = Math.max(0, dueAt - this.#now());
    const cancel = this.#services.clock.after(wait, () => {
      this.#reminders.delete(sessionId);
      this.#queue.add(sessionId);
    });
    this.#reminders.set(sessionId, cancel);
  }

  async recordRemember(session: SessionRecord, content: string): Promise<void> {
    await this.#store.transaction((tables) =>
      this.#change(tables, session, (one) => withRemember(one, redact(content))),
    );
  }

  /** A memory that is forgotten before the next checkpoint does not appear in it. */
  async recordForget(session: SessionRecord, contents: readonly string[]): Promise<void> {
    await this.#store.transaction((tables) => this.#change(tables, session, (one) => withoutRemembers(one, contents)));
  }

  async recordRecall(session: SessionRecord, memoryIds: readonly string[]): Promise<void> {
    await this.#store.transaction((tables) =>
      this.#change(tables, session, (one) => withMemoriesAccessed(one, memoryIds)),
    );
  }

  /** A turn ended, or something was decided: what must be kept is written soon, in one checkpoint. */
  look(sessionId: string, ...decided: readonly string[]): void {
    this.#looks.set(sessionId, [...(this.#looks.get(sessionId) ?? []), ...decided]);
    this.#queue.add(sessionId);
  }

  async #writeDue(sessionId: string): Promise<void> {
    try {
      await this.#writeIfDue(sessionId);
    } catch (error) {
      // The accumulator still holds what was due: the next sweep tries again.
      this.#services.log.error({ err: error, sessionId }, "a due checkpoint could not be written");
    }
  }

  async #writeIfDue(sessionId: string): Promise<void> {
    const decided = this.#looks.get(sessionId);
    this.#looks.delete(sessionId);
    const session = await this.#store.sessions.get(sessionId);
    if (!session) return;
    const config = await this.#configFor(session);
    const before = await this.#accumulator(this.#store, session);
    const due = isDue(before, this.#now(), config);
    const isLooked = decided !== undefined && config.enabled && session.type === "coding";
    // An agent's or a pre-compaction checkpoint may have come first; then nothing is due any more.
    if (!due && !isLooked) return;
    await this.#catchUp(session);
    const detected = due ? undefined : await this.#detectTrigger(session, before.messageSeq, decided ?? []);
    if (!due && !detected) return;
    const { trigger, because }: Partial<DetectedTrigger> & Pick<DetectedTrigger, "trigger"> = detected ?? {
      trigger: "periodic",
    };
    const structured = await this.#structure(session, trigger, undefined, because);
    const written = await this.#store.transaction(async (tables) => {
      // Checked again inside the transaction: another checkpoint may have been written while the transcript was read.
      if ((await tables.sessions.get(sessionId))?.checkpointHead !== session.checkpointHead) return undefined;
      return this.#append(tables, { session, trigger, because, structured });
    });
    if (written) this.#announce(written);
  }

  async #detectTrigger(
    session: SessionRecord,
    since: number,
    recorded: readonly string[],
  ): Promise<DetectedTrigger | undefined> {
    const messages = await this.#store.messages.list(session.id, { limit: ACTIVITY_MESSAGES, fromEnd: true });
    const waiting = await waitingEntries(this.#store, session.id);
    return detectTrigger(session, [...messages, ...waiting], { since, recorded });
  }

  async #accumulator(tables: Tables, { id, startedAt }: SessionRecord): Promise<AccumulatorRecord> {
    return (await tables.checkpoints.accumulator(id)) ?? emptyAccumulator(id, startedAt);
  }

  /** Writes a checkpoint now. What was waiting for this session is covered by it. */
  async write(input: WriteInput): Promise<CheckpointRecord> {
    this.#queue.cancel(input.session.id);
    await this.#catchUp(input.session);
    const structured = await this.#structure(input.session, input.trigger, input.structured);
    const written = await this.#store.transaction((tables) => this.#append(tables, { ...input, structured }));
    this.#announce(written);
    return written;
  }

  #announce({ sessionId, id }: CheckpointRecord): void {
    this.#services.events.emit({ type: "checkpoint.created", sessionId, checkpointId: id });
  }

  async #append(
    tables: Tables,
    { session, trigger, digest, context, structured, because }: WriteInput,
  ): Promise<CheckpointRecord> {
    const current = (await tables.sessions.get(session.id)) ?? session;
    const now = this.#now();
    const accumulator = await this.#accumulator(tables, session);
    const text =
      digest === undefined
        ? [await this.#digest(tables, current, accumulator, { now, context, because }), ...taskLines(structured)].join(
            "\n",
          )
        : digest;
    const checkpoint = await tables.checkpoints.append({
      id: newId(),
      sessionId: current.id,
      sessionKey: current.key,
      harness: current.harness,
      project: current.project,
      projectNormalized: current.projectNormalized,
      trigger,
      digest: redact(text),
      promptCount: current.promptCount,
      memoryQueries: accumulator.queries,
      recentRemembers: accumulator.remembers,
      messageSeq: current.totalMessages,
      structured: structured ?? null,
      createdAt: isoTime(now),
    });
    await tables.checkpoints.saveAccumulator(emptyAccumulator(current.id, checkpoint.createdAt, current.totalMessages));
    if (current.task === null) {
      const all = await tables.checkpoints.list({ sessionId: current.id });
      const { maxCheckpointsPerSession } = await this.#configFor(current);
      for (const id of beyondLimit(all, maxCheckpointsPerSession)) {
        await tables.checkpoints.tombstone(id, checkpoint.createdAt);
      }
    }
    return checkpoint;
  }

  async #digest(
    tables: Tables,
    session: SessionRecord,
    accumulator: AccumulatorRecord,
    input: Pick<DigestInput, "now" | "context" | "because">,
  ): Promise<string> {
    const messages = await tables.messages.list(session.id, {
      after: accumulator.messageSeq,
      limit: ACTIVITY_MESSAGES,
      fromEnd: true,
    });
    const waiting = await waitingEntries(tables, session.id);
    return digestText({ session, accumulator, activity: activityOf([...messages, ...waiting]), ...input });
  }

  /** Writes what is due by prompts or by time, also what a daemon that died left behind. */
  async sweep(): Promise<void> {
    const now = this.#now();
    for (const accumulator of await this.#store.checkpoints.pendingAccumulators()) {
      const session = await this.#store.sessions.get(accumulator.sessionId);
      if (session && isDue(accumulator, now, await this.#configFor(session))) this.#queue.add(session.id);
    }
  }

  /** Whether anything happened since the last checkpoint; calls of our own tools do not count. */
  async hasNews(sessionId: string): Promise<boolean> {
    const accumulator = await this.#store.checkpoints.accumulator(sessionId);
    if (!accumulator) return false;
    if (accumulator.promptsSince > 0 || accumulator.remembers.length > 0) return true;
    const messages = await this.#store.messages.list(sessionId, { after: accumulator.messageSeq });
    const waiting = await waitingEntries(this.#store, sessionId);
    const isNews = ({ kind, toolName }: Spoken) =>
      kind === "prompt" || kind === "text" || (kind === "tool_use" && !isOwnTool(toolName));
    return messages.some(isNews) || waiting.some((one) => isNews(one) && one.createdAt > accumulator.lastCheckpointAt);
  }

  flush(): Promise<void> {
    for (const cancel of this.#reminders.values()) cancel();
    this.#reminders.clear();
    return this.#queue.flushAll();
  }

  /** Removes what is past its retention; tasks keep theirs. */
  async prune(): Promise<number> {
    const now = this.#now();
    let pruned = 0;
    // All of them: each project has its own retention.
    for (const sessionId of await this.#store.checkpoints.sessionsWithCheckpointsBefore(isoTime(now))) {
      const session = await this.#store.sessions.get(sessionId);
      if (!session || session.task !== null) continue;
      const before = isoTime(now - (await this.#configFor(session)).retentionDays * DAY_MS);
      if (session.startedAt >= before) continue;
      await this.#store.transaction(async (tables) => {
        const all = await tables.checkpoints.list({ sessionId });
        for (const id of beyondRetention(all, before)) {
          await tables.checkpoints.tombstone(id, isoTime(now));
          pruned += 1;
        }
      });
    }
    return pruned;
  }

  async verify(session: SessionRecord): Promise<ChainVerdict> {
    const checkpoints = await this.#store.checkpoints.list({ sessionId: session.id });
    return verifyChain(session.checkpointHead, checkpoints, await this.#store.checkpoints.tombstones(session.id));
  }

  /** By id, or a part of it that fits one checkpoint only. */
  async find(id: string): Promise<CheckpointRecord> {
    const found = await this.#store.checkpoints.find(id);
    return theOnly("checkpoint", id, found, "`throughline checkpoint list --session S` shows them.");
  }

  async compare(one: string, other: string): Promise<Comparison> {
    return compare(await this.find(one), await this.find(other));
  }
}
