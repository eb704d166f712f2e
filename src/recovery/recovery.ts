import type { Ambient } from "../ambient.ts";
import { REMINDER } from "../conversation/index.ts";
import { isoTime, newId, notFound } from "../core/index.ts";
import { isCertain, isLive, type StartSource } from "../sessions/index.ts";
import type { CheckpointRecord, SessionRecord, Store } from "../store/index.ts";
import { composeBrief, composeRecovery, composeShort } from "./compose.ts";
import { Gatherer, gatherAsOf, hasSubstance, type Remains } from "./gather.ts";
import { Rescue } from "./rescue/rescue.ts";

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
/** The reason of what is told in the short form only. */
const OLDER = "same project, older";

/** Takes in all that is still unread of a session whose client is gone, before anything is told of it. */
export type BringUpToDate = (session: SessionRecord) => Promise<SessionRecord>;

export class Recovery {
  readonly #ambient: Ambient;
  readonly #bringUpToDate: BringUpToDate;
  readonly #gatherer: Gatherer;
  /** What a compaction left out. */
  readonly rescue: Rescue;

  constructor(ambient: Ambient, bringUpToDate: BringUpToDate) {
    this.#ambient = ambient;
    this.#bringUpToDate = bringUpToDate;
    this.#gatherer = new Gatherer(ambient.store);
    this.rescue = new Rescue(ambient, this.#gatherer);
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
    const found = await this.#find(session, source);
    return found && this.#compose(found);
  }

  /** What the user asks for in words: the whole, however old, unless the agent was given it before. */
  async onRequest(session: SessionRecord): Promise<Recovered | undefined> {
    if (!(await this.#ambient.configFor(session.projectNormalized)).continuity.enabled) return undefined;
    const given = await this.#store.accounts.injections(session.id);
    if (given.some(({ reason }) => !reason.startsWith(OLDER) && !reason.startsWith(REMINDER))) return undefined;
    const found = (await this.#find(session, "startup")) ?? (await this.#find(session, "resume"));
    return found && this.#compose({ ...found, reason: `asked for: ${found.reason}`, form: "whole" });
  }

  async #find(session: SessionRecord, source: StartSource): Promise<Found | undefined> {
    return (
      (await this.#pinned(session, source)) ??
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
    const found = await this.#ofProject(project, undefined);
    return found && this.#compose(found);
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
    const found = await this.#ofProject(project, undefined);
    if (!found) return undefined;
    const now = this.#now();
    const text =
      level === 1
        ? composeShort(found.remains, now, (await this.#ambient.configFor(project)).recovery.level1Tokens)
        : composeRecovery(found.remains, now, EVERYTHING_CHARS);
    return { text, fromSessionId: found.remains.session.id, reason: `level ${level}` };
  }

  async #compose({ remains, reason, form }: Found): Promise<Recovered | undefined> {
    const { continuity, recovery } = await this.#ambient.configFor(remains.session.projectNormalized);
    const now = this.#now();
    // The section was reserved out of the total beforehand: nothing else can push it over.
    const budget = Math.min(continuity.recoveryBudgetChars, recovery.totalBudgetChars);
    const text =
      form === "short"
        ? composeShort(remains, now, recovery.level1Tokens)
        : form === "brief"
          ? composeBrief(remains, now, Math.floor(budget * BRIEF_SHARE))
          : composeRecovery(remains, now, budget);
    if (text === "" || text.length > budget) return undefined;
    return { text, fromSessionId: remains.session.id, reason };
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
    return origin !== undefined && (await this.#bringUpToDate(origin)).recoveryInContext === 1;
  }

  /** A checkpoint that somebody chose to go on from, once. */
  async #pinned(session: SessionRecord, source: StartSource): Promise<Found | undefined> {
    // A compacted session is the same one going on; the choice was made for the next.
    if (session.projectNormalized === null || source === "compact") return undefined;
    const checkpointId = await this.#store.checkpoints.takeResumePoint(session.projectNormalized);
    const checkpoint = checkpointId === undefined ? undefined : await this.#store.checkpoints.get(checkpointId);
    const origin = checkpoint && (await this.#store.sessions.get(checkpoint.sessionId));
    if (!origin) return undefined;
    const remains = await gatherAsOf(this.#store, origin, checkpoint);
    return { remains, reason: `resumed from checkpoint ${checkpointId}`, form: "whole" };
  }

  /** A session that goes on under its own id, whatever its client calls it: there is work in it already. */
  async #itself(session: SessionRecord, source: StartSource): Promise<Found | undefined> {
    if (source !== "compact" && source !== "resume" && session.promptCount === 0) return undefined;
    return this.#substance(await this.#bringUpToDate(session), source, source === "compact" ? "brief" : "whole");
  }

  async #ancestor(session: SessionRecord): Promise<Found | undefined> {
    let child = session;
    for (let steps = 0; steps < LONGEST_CHAIN; steps++) {
      if (child.parentId === null || !isCertain(child.lineage)) return undefined;
      const parent = await this.#store.sessions.get(child.parentId);
      if (!parent) return undefined;
      const found = await this.#substance(await this.#bringUpToDate(parent), `lineage: ${child.lineage}`);
      if (found) return found;
      child = parent;
    }
    return undefined;
  }

  async #ofProject(project: string | null, exceptId: string | undefined): Promise<Found | undefined> {
    if (project === null) return undefined;
    const now = this.#now();
    const { recoveryWindowMs } = (await this.#ambient.configFor(project)).continuity;
    const silenceMs = this.#ambient.config.retention.orphanMinutes * 60_000;
    const sessions = await this.#store.sessions.list({ project, type: "coding", limit: CANDIDATES });
    for (const candidate of sessions) {
      if (candidate.id === exceptId || candidate.lineage === "subagent") continue;
      // Somebody works in it right now: its state is theirs.
      if (await isLive(candidate, now, silenceMs)) continue;
      const session = await this.#bringUpToDate(candidate);
      const old = now - Date.parse(session.lastActivityAt) > recoveryWindowMs;
      const found = await this.#substance(session, old ? OLDER : "same project", old ? "short" : "whole");
      if (found) return found;
    }
    return undefined;
  }

  /** Chooses a checkpoint for the next session of its project to go on from. */
  async pin(checkpoint: CheckpointRecord): Promise<void> {
    if (checkpoint.projectNormalized === null) {
      throw notFound(
        "this checkpoint belongs to no project",
        "Only a project's checkpoint can be resumed by its next session.",
      );
    }
    await this.#store.checkpoints.setResumePoint(checkpoint.projectNormalized, checkpoint.id, isoTime(this.#now()));
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
