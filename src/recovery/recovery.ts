import type { Ambient } from "../ambient.ts";
import { type Beside, NOTHING_BESIDE } from "../checkpoints/index.ts";
import { REMINDER } from "../conversation/index.ts";
import { isoTime, newId, notFound } from "../core/index.ts";
import { isCertain, type Liveness, type StartSource } from "../sessions/index.ts";
import type { CheckpointRecord, SessionRecord, Store } from "../store/index.ts";
import { composeBrief, composeOffer, composeRecovery, composeShort, RECOVERY_HEADING } from "./compose.ts";
import { Gatherer, gatherAsOf, hasSubstance, type Remains, withoutLater } from "./gather.ts";
import { COMPACTED, Rescue } from "./rescue/index.ts";
import { statements } from "./statements.ts";

export interface Recovered {
  readonly text: string;
  readonly fromSessionId: string;
  /** Why this session and not another, for the account. */
  readonly reason: string;
}

/** How much is told: all there is room for; what needs no summary, because the rest follows it; or where it stopped, long ago. */
type Form = "whole" | "brief" | "short";

interface Found {
  readonly remains: Remains;
  readonly reason: string;
  readonly form: Form;
}

const CANDIDATES = 20;
const LONGEST_CHAIN = 20;
/** After a compaction, what is given at once and what follows when its summary is known share one budget. */
const BRIEF_SHARE = 0.4;
const EVERYTHING_CHARS = 200_000;
/** What the ledgers may take of it. */
const LEDGERS_SHARE = 0.6;
const CONTINUITY_HEADING = "## Session Continuity";
/** The reason of what is told in the short form only. */
const OLDER = "same project, older";

/** Takes in all that is still unread of a session whose client is gone, before anything is told of it. */
export type BringUpToDate = (session: SessionRecord) => Promise<SessionRecord>;

/** What lies in the files of a project for a session that starts there. */
export type LookBeside = (project: string | null, session?: SessionRecord) => Promise<Beside>;

/** What goes with a session of the ledgers of its project, under a heading; empty where they hold nothing. */
export type FromLedgers = (session: SessionRecord, heading: string, about: { isAlone: boolean }) => Promise<string>;

export interface RecoveryParts {
  readonly bringUpToDate: BringUpToDate;
  readonly liveness: Liveness;
  readonly lookBeside: LookBeside;
  readonly fromLedgers: FromLedgers;
}

export class Recovery {
  readonly #ambient: Ambient;
  readonly #parts: RecoveryParts;
  readonly #gatherer: Gatherer;
  /** What a compaction left out. */
  readonly rescue: Rescue;

  constructor(ambient: Ambient, parts: RecoveryParts) {
    this.#ambient = ambient;
    this.#parts = parts;
    this.#gatherer = new Gatherer(ambient.store);
    this.rescue = new Rescue(ambient, async (session, at, known) =>
      statements(withoutLater(await this.#gatherer.gather(session), at).activity, known),
    );
  }

  get #store(): Store {
    return this.#ambient.store;
  }

  #now(): number {
    return this.#ambient.clock.now();
  }

  /** What a starting session is given, or nothing. */
  async forStart(session: SessionRecord, source: StartSource): Promise<Recovered | undefined> {
    if (!(await this.#ambient.configFor(session.projectNormalized)).continuity.enabled) return undefined;
    if (await this.#stillThere(session, source)) return undefined;
    const found = source === "compact" ? await this.#compacted(session) : await this.#find(session, source);
    const beside = await this.#beside(session.project, session);
    if (found) return this.#compose(found, beside, await this.#ledgers(session, CONTINUITY_HEADING));
    return source === "startup" || source === "clear" ? this.#offer(session, beside) : undefined;
  }

  /** What is told of a project's files to a session that starts there and is given nothing else; empty where there is nothing. */
  async offerIn(project: string): Promise<string> {
    return composeOffer(await this.#beside(project), this.#now());
  }

  async #offer(session: SessionRecord, beside: Beside): Promise<Recovered | undefined> {
    const ledgers = { text: await this.#ledgers(session, RECOVERY_HEADING), reason: "ledgers" };
    const offer = { text: composeOffer(beside, this.#now()), reason: "open checkpoint" };
    const told = [ledgers, offer].filter(({ text }) => text !== "");
    if (told.length === 0) return undefined;
    const [text, reason] = [told.map((one) => one.text).join("\n"), told.map((one) => one.reason).join(", ")];
    return { text, fromSessionId: session.id, reason };
  }

  /** It is an extra: whatever goes wrong with it, the rest is told. */
  async #beside(project: string | null, session?: SessionRecord): Promise<Beside> {
    return this.#parts.lookBeside(project, session).catch((error) => {
      this.#ambient.log.warn({ err: error, project }, "the files of a project could not be looked at");
      return NOTHING_BESIDE;
    });
  }

  /** It is an extra as well. */
  async #ledgers(session: SessionRecord, heading: string): Promise<string> {
    try {
      return await this.#parts.fromLedgers(session, heading, { isAlone: await this.#isAlone(session) });
    } catch (error) {
      this.#ambient.log.warn({ err: error, sessionId: session.id }, "the ledgers could not be asked");
      return "";
    }
  }

  async #isAlone({ id, projectNormalized: project }: SessionRecord): Promise<boolean> {
    if (project === null) return true;
    const sessions = await this.#store.sessions.list({ project, type: "coding", limit: CANDIDATES });
    for (const other of sessions)
      if (other.id !== id && other.lineage !== "subagent" && (await this.#parts.liveness.isLive(other))) return false;
    return true;
  }

  /** What the user asks for in words: the whole, however old, unless the agent was given it before. */
  async onRequest(session: SessionRecord): Promise<Recovered | undefined> {
    if (!(await this.#ambient.configFor(session.projectNormalized)).continuity.enabled) return undefined;
    const given = await this.#store.accounts.injections(session.id);
    if (given.some(({ reason }) => !reason.startsWith(OLDER) && !reason.startsWith(REMINDER))) return undefined;
    const found = await this.#asked(session);
    const beside = await this.#beside(session.project, session);
    if (!found) return this.#offer(session, beside);
    return this.#compose({ ...found, reason: `asked for: ${found.reason}`, form: "whole" }, beside);
  }

  /** Who asks in the first words of a session means another one, also one that is still open elsewhere. */
  async #asked(session: SessionRecord): Promise<Found | undefined> {
    const usual = await this.#find(session, "startup");
    if (usual || session.promptCount > 0) return usual ?? this.#find(session, "resume");
    return this.#ofProject(session.projectNormalized, session.id, { alsoLive: true });
  }

  async #find(session: SessionRecord, source: StartSource): Promise<Found | undefined> {
    return (
      (await this.#takePinned(session)) ??
      (await this.#itself(session, source)) ??
      (await this.#ancestor(session)) ??
      (await this.#ofProject(session.projectNormalized, session.id))
    );
  }

  /** Reads what a session leaves behind before anybody asks: its context is about to end, or it has ended. */
  async prepare(sessionId: string): Promise<void> {
    const session = await this.#store.sessions.get(sessionId);
    if (session) await this.#gatherer.gather(session);
  }

  /** The same of a session that is over: the next one goes on without its context. */
  async conclude(sessionId: string): Promise<void> {
    const session = await this.#store.sessions.get(sessionId);
    if (session) await this.#gatherer.gatherAll(session);
  }

  /** What a session that starts in this project now would be given. */
  async forProject(project: string): Promise<Recovered | undefined> {
    const found = await this.#forNext(project);
    return found && this.#compose(found, await this.#beside(project));
  }

  /** The newest session of this project in which somebody works right now: its state is theirs, and recovered by nobody. */
  async underWay(project: string): Promise<SessionRecord | undefined> {
    const sessions = await this.#store.sessions.list({ project, type: "coding", limit: CANDIDATES });
    for (const session of sessions)
      if (session.lineage !== "subagent" && (await this.#parts.liveness.isLive(session))) return session;
    return undefined;
  }

  /** Everything of one session, or of it as it was at a checkpoint. */
  async ofSession(session: SessionRecord, asOf?: CheckpointRecord): Promise<Recovered> {
    const remains = asOf ? await gatherAsOf(this.#store, session, asOf) : await this.#gatherer.gather(session);
    const budget = (await this.#ambient.configFor(session.projectNormalized)).continuity.recoveryBudgetChars;
    const reason = asOf ? `as of checkpoint ${asOf.id}` : "asked for";
    return { text: composeRecovery(remains, this.#now(), budget), fromSessionId: session.id, reason };
  }

  /** By level: 1 the short form, 3 all there is; without one, what a starting session is given. */
  async atLevel(project: string, level: 1 | 3): Promise<Recovered | undefined> {
    const found = await this.#forNext(project);
    if (!found) return undefined;
    const now = this.#now();
    const text =
      level === 1
        ? composeShort(found.remains, now, (await this.#ambient.configFor(project)).recovery.level1Tokens)
        : composeRecovery(found.remains, now, EVERYTHING_CHARS);
    return { text, fromSessionId: found.remains.session.id, reason: `level ${level}` };
  }

  async #compose({ remains, reason, form }: Found, offered: Beside, ledgers = ""): Promise<Recovered | undefined> {
    const { continuity, recovery } = await this.#ambient.configFor(remains.session.projectNormalized);
    const now = this.#now();
    // The section was reserved out of the total beforehand: nothing else can push it over.
    const whole = Math.min(continuity.recoveryBudgetChars, recovery.totalBudgetChars);
    const share = form === "brief" ? Math.floor(whole * BRIEF_SHARE) : whole;
    const beside = ledgers.length + 1 < share * LEDGERS_SHARE ? ledgers : "";
    const budget = beside === "" ? share : share - beside.length - 1;
    const text =
      form === "short"
        ? composeShort(remains, now, recovery.level1Tokens, offered)
        : form === "brief"
          ? composeBrief(remains, now, budget, offered)
          : composeRecovery(remains, now, budget, offered);
    if (text === "" || text.length > budget) return undefined;
    return { text: beside === "" ? text : `${text}\n${beside}`, fromSessionId: remains.session.id, reason };
  }

  async #substance(session: SessionRecord, reason: string, form: Form = "whole"): Promise<Found | undefined> {
    const remains = form === "whole" ? await this.#gatherer.gatherAll(session) : await this.#gatherer.gather(session);
    return hasSubstance(remains) ? { remains, reason, form } : undefined;
  }

  /** A resumed or forked session brings its context along; what was given there before is not given again. */
  async #stillThere(session: SessionRecord, source: StartSource): Promise<boolean> {
    if (source !== "resume" && source !== "fork") return false;
    const origin =
      source === "resume" || session.parentId === null ? session : await this.#store.sessions.get(session.parentId);
    return origin !== undefined && (await this.#parts.bringUpToDate(origin)).recoveryInContext === 1;
  }

  /** What was chosen for the project's next session, or what it leads to by itself; nothing is used up by looking. */
  async #forNext(project: string): Promise<Found | undefined> {
    const pinned = await this.#pinned(await this.#store.checkpoints.resumePoint(project));
    return pinned ?? this.#ofProject(project, undefined);
  }

  /** A checkpoint that somebody chose to go on from, once. */
  async #takePinned({ projectNormalized: project }: SessionRecord): Promise<Found | undefined> {
    return project === null ? undefined : this.#pinned(await this.#store.checkpoints.takeResumePoint(project));
  }

  async #pinned(checkpointId: string | undefined): Promise<Found | undefined> {
    const checkpoint = checkpointId === undefined ? undefined : await this.#store.checkpoints.get(checkpointId);
    const origin = checkpoint && (await this.#store.sessions.get(checkpoint.sessionId));
    if (!origin) return undefined;
    const remains = await gatherAsOf(this.#store, origin, checkpoint);
    return { remains, reason: `resumed from checkpoint ${checkpointId}`, form: "whole" };
  }

  /** A session that goes on under its own id, whatever its client calls it: there is work in it already. */
  async #itself(session: SessionRecord, source: StartSource): Promise<Found | undefined> {
    if (source !== "resume" && session.promptCount === 0) return undefined;
    return this.#substance(await this.#parts.bringUpToDate(session), source);
  }

  /** The same session going on behind a compaction: once for each, however often and late its client says so. */
  async #compacted(session: SessionRecord): Promise<Found | undefined> {
    const pending = await this.rescue.pending(session);
    if (!pending || pending.isAnswered) return undefined;
    const found = await this.#substance(await this.#parts.bringUpToDate(session), COMPACTED, "brief");
    return found && { ...found, remains: withoutLater(found.remains, pending.at) };
  }

  async #ancestor(session: SessionRecord): Promise<Found | undefined> {
    let child = session;
    for (let steps = 0; steps < LONGEST_CHAIN; steps++) {
      if (child.parentId === null || !isCertain(child.lineage)) return undefined;
      const parent = await this.#store.sessions.get(child.parentId);
      if (!parent) return undefined;
      const found = await this.#substance(await this.#parts.bringUpToDate(parent), `lineage: ${child.lineage}`);
      if (found) return found;
      child = parent;
    }
    return undefined;
  }

  async #ofProject(
    project: string | null,
    exceptId: string | undefined,
    { alsoLive = false } = {},
  ): Promise<Found | undefined> {
    if (project === null) return undefined;
    const now = this.#now();
    const { recoveryWindowMs } = (await this.#ambient.configFor(project)).continuity;
    const sessions = await this.#store.sessions.list({ project, type: "coding", limit: CANDIDATES });
    for (const candidate of sessions) {
      if (candidate.id === exceptId || candidate.lineage === "subagent") continue;
      // Somebody works in it right now: its state is theirs.
      if (!alsoLive && (await this.#parts.liveness.isLive(candidate))) continue;
      const session = await this.#parts.bringUpToDate(candidate);
      const old = now - Date.parse(session.lastActivityAt) > recoveryWindowMs;
      const found = await this.#substance(session, old ? OLDER : "same project", old ? "short" : "whole");
      if (found) return found;
    }
    return undefined;
  }

  /** Chooses a checkpoint for the next session of its project to go on from. */
  async pin(checkpoint: CheckpointRecord, project = checkpoint.projectNormalized): Promise<void> {
    if (project === null) {
      throw notFound(
        "this checkpoint belongs to no project",
        "Only a project's checkpoint can be resumed by its next session.",
      );
    }
    await this.#store.checkpoints.setResumePoint(project, checkpoint.id, isoTime(this.#now()));
  }

  /** Writes down what was given to an agent, where and why; answers with when. */
  async account(sessionId: string, event: string, hookId: string | undefined, recovered: Recovered): Promise<string> {
    const createdAt = isoTime(this.#now());
    await this.#store.accounts.addInjection({
      id: newId(),
      sessionId,
      event,
      hookId: hookId ?? null,
      reason: `${recovered.reason}; from session ${recovered.fromSessionId}`,
      text: recovered.text,
      createdAt,
    });
    return createdAt;
  }
}
