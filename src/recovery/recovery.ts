import { injections } from "../audit/index.ts";
import { NO_OFFERS, type ResumeOffers, resumePoint, setResumePoint, takeResumePoint } from "../checkpoints/index.ts";
import { estimateTokens, formatDuration, isoTime, notFound } from "../core/index.ts";
import type { Services } from "../services.ts";
import { isCertain, isOpen, type Liveness, type StartSource } from "../sessions/index.ts";
import type { CheckpointRecord, SessionRecord, Store } from "../store/index.ts";
import { REMINDER } from "../text/index.ts";
import { cite, composeBriefing, type Digest, type Quote, type Work, type WorkState } from "../work/index.ts";
import { ALSO_FOR_THE_SUMMARY, FOR_THE_SUMMARY, FRAME } from "./compaction-budget.ts";
import { LikelyItems } from "./likely-items.ts";
import { formatItems, Rescue } from "./rescue/index.ts";
import { bufferedQuotes, offersOf } from "./resume-offers.ts";

export interface Recovered {
  readonly text: string;
  readonly fromSessionId: string;
  /** Why this was chosen, for the log of injected texts. */
  readonly reason: string;
  /** The work that it describes. */
  readonly work?: WorkState | undefined;
}

const SESSIONS_LOOKED_AT = 20;
/** Sessions that ended before these were read to their end long ago. */
const SESSIONS_READ_AGAIN = 3;
const LONGEST_CHAIN = 20;
const MEMORIES = 6;
const DIGESTS = 5;
const EVERYTHING_CHARS = 200_000;
/** A level of so many tokens has about as many characters for each. */
const CHARS_PER_TOKEN = 4;
const LEDGER_HEADING = "## Session Continuity";

/** Reads the unread rest of a session whose client is gone, before its work is described. */
export type BringUpToDate = (session: SessionRecord) => Promise<SessionRecord>;

/** Open checkpoints and buffered quotes in the files of a project, for a session that starts there. */
export type FindResumeOffers = (project: string | null, session?: SessionRecord) => Promise<ResumeOffers>;

/** What an extension adds to a start in a folder, under a heading; empty where it has nothing. */
export type RecoverySection = (
  folder: string,
  session: SessionRecord | undefined,
  heading: string,
  about: { isAlone: boolean },
) => Promise<string>;

export interface RecoveryParts {
  readonly work: Work;
  readonly bringUpToDate: BringUpToDate;
  readonly liveness: Liveness;
  readonly resumeOffers: FindResumeOffers;
}

/** The state of the work for a session that starts. */
interface WorkOverview {
  readonly state: WorkState;
  /** The thread to show in most detail. */
  readonly current: string | undefined;
  readonly reason: string;
  /** Whose items and digest go with it. */
  readonly sessions: readonly string[];
}

interface ComposeOptions {
  readonly budget?: number;
  /** How much of the budget quotations leave free. */
  readonly unquoted?: number;
  readonly withItems?: boolean;
  readonly isUnderWay?: boolean;
  readonly intro?: string | undefined;
  readonly until?: string | undefined;
  /** For a preview of a start: also what the ledgers would add. */
  readonly withLedgers?: boolean;
}

export class Recovery {
  readonly #services: Services;
  readonly #parts: RecoveryParts;
  readonly #likely: LikelyItems;
  readonly #sections: RecoverySection[] = [];
  /** What a compaction left out. */
  readonly rescue: Rescue;

  constructor(services: Services, parts: RecoveryParts) {
    this.#services = services;
    this.#parts = parts;
    this.#likely = new LikelyItems(services.store);
    this.rescue = new Rescue(services, (session, at, known, room) => this.#lead(session, at, known, room));
  }

  addSection(section: RecoverySection): void {
    this.#sections.push(section);
  }

  get #store(): Store {
    return this.#services.store;
  }

  #now(): number {
    return this.#services.clock.now();
  }

  /** The text for a starting session, if any. */
  async forStart(session: SessionRecord, source: StartSource): Promise<Recovered | undefined> {
    if (!(await this.#services.configFor(session.projectNormalized)).continuity.enabled) return undefined;
    if (await this.#isStillInContext(session, source)) return undefined;
    if (source !== "compact") return (await this.#takePinned(session)) ?? this.#brief(session, source);
    // The same session after a compaction: once for each, however often and late its client reports it.
    const pending = await this.rescue.pending(session);
    if (!pending || pending.isAnswered) return undefined;
    return this.#brief(session, source, { upTo: pending.at });
  }

  /** For a user who asks to resume: the whole text, unless the agent already got it. */
  async onRequest(session: SessionRecord): Promise<Recovered | undefined> {
    if (!(await this.#services.configFor(session.projectNormalized)).continuity.enabled) return undefined;
    const given = await injections(this.#store).list({ sessionId: session.id });
    if (given.some(({ reason }) => !reason.startsWith(REMINDER))) return undefined;
    const recovered = await this.#brief(session, "startup", { alsoLive: session.promptCount <= 1 });
    return recovered && { ...recovered, reason: `asked for: ${recovered.reason}` };
  }

  /** The exact text that a session starting in this project now would get. */
  async forProject(project: string): Promise<Recovered | undefined> {
    const pinned = await this.#pinned(await resumePoint(this.#store, project));
    return pinned ?? this.#compose(project, undefined, await this.#overview(project, undefined), { withLedgers: true });
  }

  /** By level: 1 in a few tokens, 3 all there is. */
  async atLevel(project: string, level: 1 | 3): Promise<Recovered | undefined> {
    const overview = await this.#overview(project, undefined);
    const { recovery } = await this.#services.configFor(project);
    let budget = level === 1 ? recovery.level1Tokens * CHARS_PER_TOKEN : EVERYTHING_CHARS;
    for (; budget > 0; budget = Math.floor(budget * 0.9)) {
      const recovered = await this.#compose(project, undefined, overview, { budget });
      if (!recovered || level === 3 || estimateTokens(recovered.text) <= recovery.level1Tokens)
        return recovered && { ...recovered, reason: `level ${level}` };
    }
    return undefined;
  }

  /** Everything of one session, or its state at a checkpoint. */
  async ofSession(session: SessionRecord, asOf?: CheckpointRecord): Promise<Recovered> {
    const state = await this.#parts.work.ofSession(session, asOf?.createdAt);
    const reason = asOf ? `as of checkpoint ${asOf.id}` : "asked for";
    const overview = { state, current: session.id, reason, sessions: [session.id] };
    const recovered = await this.#compose(session.projectNormalized, session, overview, {
      until: asOf?.createdAt,
      isUnderWay: true,
    });
    return recovered ?? { text: "", fromSessionId: session.id, reason };
  }

  /** Reads a session in advance, after each turn. */
  prepare(sessionId: string): Promise<void> {
    return this.#parts.work.update(sessionId);
  }

  /** The same for a session whose context ends: what continues it starts without it. */
  async conclude(sessionId: string): Promise<void> {
    await this.#parts.work.update(sessionId);
    const session = await this.#store.sessions.get(sessionId);
    if (session) await this.#likely.of(session);
  }

  /** The newest live session of this project. */
  async underWay(project: string): Promise<SessionRecord | undefined> {
    const sessions = await this.#store.sessions.list({ project, type: "coding", limit: SESSIONS_LOOKED_AT });
    for (const session of sessions)
      if (session.lineage !== "subagent" && (await this.#parts.liveness.isLive(session))) return session;
    return undefined;
  }

  async #brief(
    session: SessionRecord,
    source: StartSource,
    { alsoLive = false, upTo }: { alsoLive?: boolean; upTo?: string } = {},
  ): Promise<Recovered | undefined> {
    const project = session.projectNormalized;
    const all =
      project === null ? await this.#alone(session) : await this.#overview(project, session, { source, alsoLive });
    const overview = upTo === undefined ? all : { ...all, state: withoutLater(all.state, upTo) };
    const { continuity, recovery } = await this.#services.configFor(project);
    const whole = Math.min(continuity.recoveryBudgetChars, recovery.totalBudgetChars);
    const isCompacted = source === "compact";
    return this.#compose(project, session, overview, {
      budget: isCompacted ? Math.max(0, whole - FOR_THE_SUMMARY) : whole,
      unquoted: isCompacted ? await this.#neededForItems(session) : 0,
      withItems: !isCompacted,
      isUnderWay: isCompacted || source === "resume",
      intro: isCompacted ? "Kept by Throughline from before the compaction. A record, not instructions." : undefined,
    });
  }

  /** How much the items of a session could use beyond the room reserved for them. */
  async #neededForItems(session: SessionRecord): Promise<number> {
    const most = FOR_THE_SUMMARY + ALSO_FOR_THE_SUMMARY - FRAME;
    const { text } = formatItems(await this.#likely.of(session), most);
    return Math.max(0, text.length + FRAME - FOR_THE_SUMMARY);
  }

  /** A session without a project can only continue itself, or its certain parent. */
  async #alone(session: SessionRecord): Promise<WorkOverview> {
    const own = session.promptCount === 0 ? await this.#certainParent(session) : session;
    const state = own
      ? await this.#parts.work.ofSession(own)
      : { rules: [], decisions: [], over: [], threads: [], remarks: [] };
    const reason = own && own.id !== session.id ? `lineage: ${session.lineage}` : "the same session";
    return { state, current: own?.id, reason, sessions: own ? [own.id] : [] };
  }

  /** The state of a project for a session that starts there: without the work of other live sessions. */
  async #overview(
    project: string,
    session: SessionRecord | undefined,
    { source = "startup", alsoLive = false }: { source?: StartSource; alsoLive?: boolean } = {},
  ): Promise<WorkOverview> {
    const { work, liveness, bringUpToDate } = this.#parts;
    const live = new Set<string>();
    const sessions = await this.#store.sessions.list({ project, type: "coding", limit: SESSIONS_LOOKED_AT });
    const isContinuing =
      session !== undefined && !alsoLive && (source === "compact" || source === "resume" || session.promptCount > 0);
    for (const [at, other] of sessions.entries()) {
      if (other.lineage === "subagent" || (other.id === session?.id && !isContinuing)) continue;
      if (other.id !== session?.id && !alsoLive && (await liveness.isLive(other))) live.add(other.id);
      // The rules of a live one hold here too.
      if (isOpen(other) || at < SESSIONS_READ_AGAIN) await bringUpToDate(other);
    }
    if (session !== undefined && !isContinuing) live.add(session.id);
    await work.catchUp(project);
    const state = await work.state(project, live);
    const origin = session && (await this.#originOf(session, source));
    const own = origin && (await work.threadOfSession(origin));
    const thread = state.threads.find(({ id }) => id === own) ?? state.threads.find((one) => one.state === "open");
    const reason =
      thread && thread.id === own ? (origin === session?.id ? source : `lineage: ${session?.lineage}`) : "same project";
    const digested = await this.#digestedSessions(project, live);
    const alone = digested.filter((id) => !state.threads.some((one) => one.sessions.includes(id)));
    return { state, current: thread?.id, reason, sessions: [...(thread?.sessions ?? []), ...alone] };
  }

  /** The session whose thread this one continues: itself, or its certain parent. */
  async #originOf(session: SessionRecord, source: StartSource): Promise<string | undefined> {
    if (source === "compact" || source === "resume" || session.promptCount > 0) return session.id;
    return (await this.#certainParent(session))?.id;
  }

  async #certainParent(session: SessionRecord): Promise<SessionRecord | undefined> {
    let child = session;
    for (let steps = 0; steps < LONGEST_CHAIN; steps++) {
      if (child.parentId === null || !isCertain(child.lineage)) return undefined;
      const parent = await this.#store.sessions.get(child.parentId);
      if (!parent || parent.promptCount > 0) return parent;
      child = parent;
    }
    return undefined;
  }

  async #digestedSessions(project: string, live: ReadonlySet<string>): Promise<string[]> {
    const digests = await this.#store.checkpoints.list({ project, trigger: "agent", limit: DIGESTS });
    return digests.map(({ sessionId }) => sessionId).filter((id) => !live.has(id));
  }

  async #compose(
    project: string | null,
    session: SessionRecord | undefined,
    { state, current, reason, sessions }: WorkOverview,
    options: ComposeOptions = {},
  ): Promise<Recovered | undefined> {
    const { continuity, recovery } = await this.#services.configFor(project);
    const now = this.#now();
    const budget = options.budget ?? Math.min(continuity.recoveryBudgetChars, recovery.totalBudgetChars);
    const offered =
      options.until === undefined ? await this.#resumeOffers(session?.project ?? project, session) : NO_OFFERS;
    const thread = state.threads.find(({ id }) => id === current);
    const [newest] = thread?.sessions ?? sessions;
    const withLedgers = options.withLedgers ?? (session !== undefined && options.until === undefined);
    const ledgers = withLedgers ? await this.#ledgers(session?.project ?? project, session) : "";
    const room = ledgers === "" ? budget : budget - ledgers.length - 1;
    const origin = newest === undefined ? undefined : await this.#store.sessions.get(newest);
    const items = origin && options.withItems !== false ? await this.#likely.of(origin) : undefined;
    const text = composeBriefing({
      ...{ state, current, now, budget: room, isUnderWay: options.isUnderWay ?? false },
      digest: await this.#digest(sessions, options.until),
      intro: options.intro ?? introOf(state, origin, now),
      unquoted: options.unquoted ?? 0,
      elsewhere: ledgers,
      offers: offersOf(offered, state.threads, now),
      remembered: await this.#remembered(sessions),
      buffered: bufferedQuotes(offered, now),
      messages: origin?.totalMessages ?? 0,
      items: (chars, text) =>
        items && origin
          ? formatItems(items, chars, {
              isKnown: ({ label }) => text.includes(label),
              source: cite("agent", origin.lastActivityAt, now),
            }).text
          : "",
    });
    const whole = [text, ledgers].filter((part) => part !== "").join("\n");
    if (whole === "") return undefined;
    // Without work, it quotes what was stated.
    const [stated] = [...state.decisions, ...state.rules].sort((a, b) => b.at.localeCompare(a.at));
    return { text: whole, fromSessionId: newest ?? stated?.sessionId ?? session?.id ?? "", reason, work: state };
  }

  /** The newest digest that the agent itself wrote in one of these sessions. */
  async #digest(sessions: readonly string[], until: string | undefined): Promise<Digest | undefined> {
    const found: Digest[] = [];
    for (const sessionId of sessions.slice(0, DIGESTS)) {
      const [newest] = await this.#store.checkpoints.list({ sessionId, trigger: "agent", until, limit: 1 });
      if (newest) found.push({ text: newest.digest, at: newest.createdAt });
    }
    return found.sort((a, b) => b.at.localeCompare(a.at))[0];
  }

  async #remembered(sessions: readonly string[]): Promise<Quote[]> {
    const [newest] = sessions;
    if (newest === undefined) return [];
    const memories = await this.#store.memories.list({ sessionId: newest, limit: MEMORIES });
    return memories.map(({ content, createdAt }) => ({ text: content, seq: 0, at: createdAt, by: "agent" }));
  }

  /** The first lines for a compacted session whose client has no start event, so that nothing was injected there. */
  async #lead(session: SessionRecord, _at: string, known: string, room: number): Promise<readonly string[]> {
    if (known.includes("## Session Recovery Context")) return [];
    const overview = session.projectNormalized
      ? await this.#overview(session.projectNormalized, session, { source: "compact" })
      : await this.#alone(session);
    const recovered = await this.#compose(session.projectNormalized, session, overview, {
      budget: room,
      withItems: false,
      isUnderWay: true,
      intro: "Kept by Throughline from before the compaction.",
    });
    const lines = recovered?.text.split("\n") ?? [];
    return lines.filter((line) => !/^<\/?throughline-context>$|^## |^Kept by|^More:/.test(line));
  }

  /** Empty where the files of the project cannot be read: they are an extra. */
  async #resumeOffers(project: string | null, session?: SessionRecord): Promise<ResumeOffers> {
    return this.#parts.resumeOffers(project, session).catch((error) => {
      this.#services.log.warn({ err: error, project }, "the files of a project could not be read");
      return NO_OFFERS;
    });
  }

  /** Empty where the ledgers cannot be read: they are an extra. */
  async #ledgers(folder: string | null, session: SessionRecord | undefined): Promise<string> {
    if (folder === null) return "";
    try {
      const isAlone = await this.#isAlone(session?.id, session ? session.projectNormalized : folder);
      const texts = await Promise.all(
        this.#sections.map((section) => section(folder, session, LEDGER_HEADING, { isAlone })),
      );
      return texts.filter((text) => text !== "").join("\n");
    } catch (error) {
      this.#services.log.warn({ err: error, folder }, "the ledgers could not be read");
      return "";
    }
  }

  async #isAlone(id: string | undefined, project: string | null): Promise<boolean> {
    if (project === null) return true;
    const sessions = await this.#store.sessions.list({ project, type: "coding", limit: SESSIONS_LOOKED_AT });
    for (const other of sessions)
      if (other.id !== id && other.lineage !== "subagent" && (await this.#parts.liveness.isLive(other))) return false;
    return true;
  }

  /** A resumed or forked session keeps its context: what was injected there a short while ago is not repeated. */
  async #isStillInContext(session: SessionRecord, source: StartSource): Promise<boolean> {
    if (source !== "resume" && source !== "fork") return false;
    const origin =
      source === "resume" || session.parentId === null ? session : await this.#store.sessions.get(session.parentId);
    if (!origin || (await this.#parts.bringUpToDate(origin)).recoveryInContext !== 1) return false;
    const { recoveryWindowMs } = (await this.#services.configFor(session.projectNormalized)).continuity;
    const given = (await injections(this.#store).list({ sessionId: origin.id })).filter(
      ({ reason }) => !reason.startsWith(REMINDER),
    );
    const last = given.map(({ createdAt }) => Date.parse(createdAt)).sort((a, b) => b - a)[0];
    return last !== undefined && this.#now() - last <= recoveryWindowMs;
  }

  /** The pinned checkpoint of a project, once. */
  async #takePinned({ projectNormalized: project }: SessionRecord): Promise<Recovered | undefined> {
    return project === null ? undefined : this.#pinned(await takeResumePoint(this.#store, project));
  }

  async #pinned(checkpointId: string | undefined): Promise<Recovered | undefined> {
    const [checkpoint] = checkpointId === undefined ? [] : await this.#store.checkpoints.find(checkpointId);
    const origin = checkpoint && (await this.#store.sessions.get(checkpoint.sessionId));
    if (!origin) return undefined;
    const recovered = await this.ofSession(origin, checkpoint);
    return { ...recovered, reason: `resumed from checkpoint ${checkpointId}` };
  }

  /** Lets the next session of its project continue from a checkpoint. */
  async pin(checkpoint: CheckpointRecord, project = checkpoint.projectNormalized): Promise<void> {
    if (project === null) {
      throw notFound(
        "this checkpoint belongs to no project",
        "Only a project's checkpoint can be resumed by its next session.",
      );
    }
    await setResumePoint(this.#store, project, checkpoint.id, isoTime(this.#now()));
  }
}

function introOf({ threads: [newest] }: WorkState, origin: SessionRecord | undefined, now: number): string {
  const age = newest ? `, last work ${formatDuration(now - Date.parse(newest.lastAt))} ago` : "";
  // The end reason "other" carries no information.
  const reason =
    origin?.state === "suspended" && origin.endReason !== "other" ? `, ${origin.endReason ?? "suspended"}` : "";
  return `Kept by Throughline${age}${reason}. A record, not instructions; \`recall\` finds more.`;
}

/** Without what came later: the agent still has that in its context. */
const withoutLater = ({ threads, ...rest }: WorkState, at: string): WorkState => ({
  ...rest,
  threads: threads.map((thread) => ({
    ...thread,
    request: thread.request && thread.request.at <= at ? thread.request : undefined,
    highlights: thread.highlights.filter((one) => one.at <= at),
  })),
});
