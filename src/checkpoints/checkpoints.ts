import { activityOf, newestSpoken, type Spoken, waitingEntries } from "../capture/index.ts";
import { type Config, isoTime, KeyedMutex, newId, redact, theOnly } from "../core/index.ts";
import type { Services, Transaction } from "../services.ts";
import type { CheckpointRecord, CheckpointTrigger, SessionRecord, StructuredState, Tables } from "../store/index.ts";
import { isOwnTool, queryTerms } from "../text/index.ts";
import {
  type Accumulator,
  accumulators,
  emptyAccumulator,
  isDue,
  PENDING,
  withMemoriesAccessed,
  withoutRemembers,
  withPrompt,
  withRemember,
} from "./accumulator.ts";
import { verifyChain } from "./chain.ts";
import { compare } from "./compare.ts";
import { detectTrigger } from "./detect-trigger.ts";
import { digestText, taskLines } from "./digest.ts";
import { FlushQueue } from "./flush-queue.ts";
import { beyondLimit, beyondRetention, prune, tombstones } from "./pruning.ts";

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

/** Adds to the structured state of a checkpoint that is written; it returns what it was given where it has nothing. */
export type CheckpointEnricher = (
  session: SessionRecord,
  trigger: CheckpointTrigger,
  known: StructuredState | undefined,
  because: string | undefined,
) => Promise<StructuredState | undefined>;

const DAY_MS = 24 * 3_600_000;

export class Checkpoints {
  readonly #queue: FlushQueue;
  readonly #scheduling = new KeyedMutex();
  readonly #enrichers: CheckpointEnricher[] = [];
  #catchUp: (session: SessionRecord) => Promise<void> = async () => {};
  /** Sessions in which something may have happened that must be kept, with the decisions that were put on record. */
  readonly #looks = new Map<string, readonly string[]>();

  readonly #services: Services;

  constructor(services: Services) {
    this.#services = services;
    this.#queue = new FlushQueue(services.clock, services.config.continuity.flushDelayMs, (sessionId) =>
      // The accumulator still holds what was due: the next sweep tries again.
      this.#writeIfDue(sessionId).catch((error) =>
        services.log.error({ err: error, sessionId }, "a due checkpoint could not be written"),
      ),
    );
    services.events.listen((event) => {
      if (event.type === "decision.recorded" && event.sessionId !== null) this.look(event.sessionId, "");
    });
  }

  /** Captures the newest messages before a digest is built from them. */
  catchUpWith(catchUp: (session: SessionRecord) => Promise<void>): void {
    this.#catchUp = catchUp;
  }

  enrichWith(enricher: CheckpointEnricher): void {
    this.#enrichers.push(enricher);
  }

  async #enriched({ session, trigger, structured, because }: WriteInput): Promise<StructuredState | undefined> {
    let state = structured;
    for (const enrich of this.#enrichers) state = await enrich(session, trigger, state, because);
    return state;
  }

  async #configFor(session: SessionRecord) {
    return (await this.#services.configFor(session.projectNormalized)).continuity;
  }

  async #change(tables: Tables, session: SessionRecord, step: (before: Accumulator) => Accumulator) {
    const after = step(await this.#accumulator(tables, session));
    await accumulators(tables).put(after);
    return after;
  }

  #note(session: SessionRecord, step: (before: Accumulator) => Accumulator): Promise<Accumulator> {
    return this.#services.store.transaction((tables) => this.#change(tables, session, step));
  }

  /** Run it in the transaction that counts the prompt. */
  async recordPrompt(tables: Transaction, session: SessionRecord, prompt: string): Promise<void> {
    const accumulator = await this.#change(tables, session, (one) => withPrompt(one, queryTerms(redact(prompt))));
    tables.afterCommit(() => void this.#scheduling.run(session.id, () => this.#schedule(session, accumulator)));
  }

  async #schedule(session: SessionRecord, accumulator: Accumulator): Promise<void> {
    const config = await this.#configFor(session);
    if (isDue(accumulator, this.#services.clock.now(), config)) this.#queue.add(session.id);
    // Time alone can make it due, with no further hook to notice it.
    else if (config.enabled)
      this.#queue.addAt(session.id, Date.parse(accumulator.lastCheckpointAt) + config.timeIntervalMs);
  }

  async recordRemember(session: SessionRecord, content: string): Promise<void> {
    await this.#note(session, (one) => withRemember(one, redact(content)));
  }

  /** A memory that is forgotten before the next checkpoint does not appear in it. */
  async recordForget(session: SessionRecord, contents: readonly string[]): Promise<void> {
    await this.#note(session, (one) => withoutRemembers(one, contents));
  }

  async recordRecall(session: SessionRecord, memoryIds: readonly string[]): Promise<void> {
    await this.#note(session, (one) => withMemoriesAccessed(one, memoryIds));
  }

  /** A turn ended, or something was decided: what must be kept is written soon, in one checkpoint. */
  look(sessionId: string, ...decided: readonly string[]): void {
    this.#looks.set(sessionId, [...(this.#looks.get(sessionId) ?? []), ...decided]);
    this.#queue.add(sessionId);
  }

  async #writeIfDue(sessionId: string): Promise<void> {
    const decided = this.#looks.get(sessionId);
    this.#looks.delete(sessionId);
    const session = await this.#services.store.sessions.get(sessionId);
    if (!session) return;
    const config = await this.#configFor(session);
    const before = await this.#accumulator(this.#services.store, session);
    const due = isDue(before, this.#services.clock.now(), config);
    const isLooked = decided !== undefined && config.enabled && session.type === "coding";
    // An agent's or a pre-compaction checkpoint may have come first; then nothing is due any more.
    if (!due && !isLooked) return;
    await this.#catchUp(session);
    const noticed = due
      ? { trigger: "periodic" as const, because: undefined }
      : detectTrigger(session, await newestSpoken(this.#services.store, sessionId), {
          since: before.messageSeq,
          recorded: decided ?? [],
        });
    if (!noticed) return;
    const structured = await this.#enriched({ session, ...noticed });
    await this.#services.store.transaction(async (tables) => {
      // Checked again inside the transaction: another checkpoint may have been written while the transcript was read.
      if ((await tables.sessions.get(sessionId))?.checkpointHead !== session.checkpointHead) return;
      await this.#append(tables, { session, ...noticed, structured }, config);
    });
  }

  async #accumulator(tables: Tables, { id, startedAt }: SessionRecord): Promise<Accumulator> {
    return (await accumulators(tables).get(id)) ?? emptyAccumulator(id, startedAt);
  }

  /** Writes a checkpoint now. What was waiting for this session is covered by it. */
  async write(input: WriteInput): Promise<CheckpointRecord> {
    this.#queue.cancel(input.session.id);
    await this.#catchUp(input.session);
    const structured = await this.#enriched(input);
    const config = await this.#configFor(input.session);
    return this.#services.store.transaction((tables) => this.#append(tables, { ...input, structured }, config));
  }

  async #append(
    tables: Transaction,
    { session, trigger, digest, context, structured, because }: WriteInput,
    { maxCheckpointsPerSession }: Config["continuity"],
  ): Promise<CheckpointRecord> {
    const current = (await tables.sessions.get(session.id)) ?? session;
    const now = this.#services.clock.now();
    const accumulator = await this.#accumulator(tables, session);
    const spoken =
      digest === undefined ? await newestSpoken(tables, session.id, { after: accumulator.messageSeq }) : [];
    const input = { session: current, accumulator, activity: activityOf(spoken), now, context, because };
    const checkpoint = await tables.checkpoints.append({
      id: newId(),
      sessionId: current.id,
      sessionKey: current.key,
      harness: current.harness,
      project: current.project,
      projectNormalized: current.projectNormalized,
      trigger,
      digest: redact(digest ?? [digestText(input), ...taskLines(structured)].join("\n")),
      promptCount: current.promptCount,
      memoryQueries: accumulator.queries,
      recentRemembers: accumulator.remembers,
      messageSeq: current.totalMessages,
      structured: structured ?? null,
      createdAt: isoTime(now),
    });
    await accumulators(tables).put(emptyAccumulator(current.id, checkpoint.createdAt, current.totalMessages));
    if (current.task === null) {
      const all = await tables.checkpoints.list({ sessionId: current.id });
      await prune(tables, all, { gone: beyondLimit(all, maxCheckpointsPerSession), at: checkpoint.createdAt });
    }
    tables.emit({ type: "checkpoint.created", sessionId: current.id, checkpointId: checkpoint.id });
    return checkpoint;
  }

  /** Writes what is due by prompts or by time, also what a daemon that died left behind. */
  async sweep(): Promise<void> {
    const now = this.#services.clock.now();
    for (const accumulator of await accumulators(this.#services.store).list({ states: [PENDING] })) {
      const session = await this.#services.store.sessions.get(accumulator.sessionId);
      if (session && isDue(accumulator, now, await this.#configFor(session))) this.#queue.add(session.id);
    }
  }

  /** Whether anything happened since the last checkpoint; calls of our own tools do not count. */
  async hasNews(sessionId: string): Promise<boolean> {
    const accumulator = await accumulators(this.#services.store).get(sessionId);
    if (!accumulator) return false;
    if (accumulator.promptsSince > 0 || accumulator.remembers.length > 0) return true;
    const messages = await this.#services.store.messages.list(sessionId, { after: accumulator.messageSeq });
    const waiting = await waitingEntries(this.#services.store, sessionId);
    const isNews = ({ kind, toolName }: Spoken) =>
      kind === "prompt" || kind === "text" || (kind === "tool_use" && !isOwnTool(toolName));
    return messages.some(isNews) || waiting.some((one) => isNews(one) && one.createdAt > accumulator.lastCheckpointAt);
  }

  async flush(): Promise<void> {
    await this.#scheduling.idle();
    await this.#queue.flushAll();
  }

  /** Removes what is past its retention; tasks keep theirs. */
  async prune(): Promise<number> {
    const now = this.#services.clock.now();
    let pruned = 0;
    // All of them: each project has its own retention.
    for (const session of await this.#services.store.sessions.list({ checkpointBefore: isoTime(now) })) {
      if (session.task !== null) continue;
      const { id: sessionId } = session;
      const before = isoTime(now - (await this.#configFor(session)).retentionDays * DAY_MS);
      if (session.startedAt >= before) continue;
      await this.#services.store.transaction(async (tables) => {
        const all = await tables.checkpoints.list({ sessionId });
        const gone = beyondRetention(all, before);
        await prune(tables, all, { gone, at: isoTime(now) });
        pruned += gone.length;
      });
    }
    return pruned;
  }

  async verify({ id: sessionId, checkpointHead }: SessionRecord) {
    const checkpoints = await this.#services.store.checkpoints.list({ sessionId });
    return verifyChain(checkpointHead, checkpoints, await tombstones(this.#services.store).list({ sessionId }));
  }

  /** By id, or a part of it that fits one checkpoint only. */
  async find(id: string): Promise<CheckpointRecord> {
    const found = await this.#services.store.checkpoints.find(id);
    return theOnly("checkpoint", id, found, "`throughline checkpoint list --session S` shows them.");
  }

  async compare(one: string, other: string) {
    return compare(await this.find(one), await this.find(other));
  }
}
