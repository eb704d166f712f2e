import type { Checkpoints } from "../checkpoints/index.ts";
import { Turns } from "../core/index.ts";
import type { Ground, Ledger } from "../ledger/index.ts";
import type { Memory } from "../memory/index.ts";
import type { Services } from "../services.ts";
import { BY_HAND, isOpen, type Liveness, type Sessions } from "../sessions/index.ts";
import type { CheckpointTrigger, GovernedRecord, SessionRecord, StructuredState } from "../store/index.ts";
import { EvidenceLog, evidenceLine } from "./account/evidence.ts";
import { TaskFiles } from "./account/files.ts";
import { type Passed, Passing, type PassRequest } from "./gates/passing.ts";
import { Beginning } from "./rituals/beginning.ts";
import type { Kept } from "./rituals/kept.ts";
import { type Ending, Shutdown } from "./rituals/shutdown.ts";
import { Startup } from "./rituals/startup.ts";
import { keptIn } from "./rituals/steps.ts";
import { HealthWatch } from "./rituals/watch.ts";
import { Mirror } from "./structured/mirror.ts";
import { Structuring } from "./structured/structuring.ts";

export interface GovernanceParts {
  readonly sessions: Sessions;
  readonly liveness: Liveness;
  readonly checkpoints: () => Checkpoints;
  readonly ledger: Ledger;
  readonly memory: Memory;
}

const MIRRORED_KNOWN = 100;
/**
 * Edits and repairs come in bursts: one checkpoint in that time holds them all; the end of the turn is looked at
 * anyway.
 */
const APART_MS = 30_000;

/** All that holds for sessions under a task. Loaded when there is the first of them. */
export class TaskRules {
  readonly #services: Services;
  readonly #files: TaskFiles;
  readonly #evidence: EvidenceLog;
  readonly #structuring: Structuring;
  readonly #checkpoints: () => Checkpoints;
  readonly #shutdown: Shutdown;
  readonly #passing: Passing;
  readonly #turns = new Turns();
  readonly #closing = new Set<string>();
  readonly #mirrored = new Map<string, Promise<void>>();
  readonly #after = new Set<Promise<unknown>>();
  readonly mirror: Mirror;
  readonly watch: HealthWatch;
  readonly beginning: Beginning;

  constructor(services: Services, parts: GovernanceParts) {
    const { ledger, memory, checkpoints } = parts;
    this.#services = services;
    this.#files = new TaskFiles(services, ledger);
    this.#evidence = new EvidenceLog(services, this.#files);
    this.#structuring = new Structuring(services, ledger);
    this.mirror = new Mirror(services, this.#files);
    this.#checkpoints = checkpoints;
    const shared = { structuring: this.#structuring, evidence: this.#evidence, files: this.#files };
    const checkpointed = (session: SessionRecord, id: string) => this.checkpointed(session, id);
    const startup = new Startup(services, { ledger, memory, mirror: this.mirror, ...shared });
    this.#shutdown = new Shutdown(services, { ledger, memory, checkpoints, checkpointed, ...shared });
    this.#passing = new Passing(services, { checkpoints, mirror: this.mirror, ...shared });
    const later = (work: Promise<unknown>) => this.#later(work);
    const evidence = this.#evidence;
    this.watch = new HealthWatch(services, { evidence, later, announce: (session) => startup.announce(session) });
    const { sessions, liveness } = parts;
    const of = { sessions, liveness, ledger, evidence, passing: this.#passing, startup, watch: this.watch, later };
    this.beginning = new Beginning(services, of);
  }

  /** Work that nobody waits for; what goes wrong with it is logged. */
  #later(work: Promise<unknown>): void {
    const running: Promise<unknown> = work
      .catch((error) => this.#services.log.error({ err: error }, "work under a task's rules failed"))
      .finally(() => this.#after.delete(running));
    this.#after.add(running);
  }

  async structure(
    session: SessionRecord,
    trigger: CheckpointTrigger,
    because: string | undefined,
  ): Promise<StructuredState | undefined> {
    const summary = because && `${because.charAt(0).toUpperCase()}${because.slice(1)}`;
    return (await this.#structuring.of(session, trigger, summary))?.state;
  }

  /** A checkpoint of a session under a task was written. Whoever says so second waits for what the first set off. */
  checkpointed(session: SessionRecord, checkpointId: string): Promise<void> {
    const known = this.#mirrored.get(checkpointId);
    if (known) return known;
    if (this.#mirrored.size >= MIRRORED_KNOWN) this.#mirrored.clear();
    const mirrored = this.#mirror(session, checkpointId);
    this.#mirrored.set(checkpointId, mirrored);
    return mirrored;
  }

  async #mirror(session: SessionRecord, checkpointId: string): Promise<void> {
    await this.mirror.keep(session);
    await this.#evidence.say(session, evidenceLine.checkpoint(checkpointId), { once: true });
  }

  refreshed(session: SessionRecord, tokens: number): Promise<void> {
    return this.#evidence.note(session, evidenceLine.refreshed(tokens));
  }

  budgetReached(session: SessionRecord): Promise<void> {
    return this.#evidence.note(session, evidenceLine.budget());
  }

  /** A tool was used: there may be something to keep. */
  atTool(session: SessionRecord, isHeard: boolean): string | undefined {
    this.#later(this.#lookNow(session));
    return this.watch.atTool(session, isHeard);
  }

  async #lookNow(session: SessionRecord): Promise<void> {
    const last = await this.#structuring.newestOf(session);
    if (!last || this.#services.clock.now() - Date.parse(last.createdAt) >= APART_MS)
      this.#checkpoints().look(session.id);
  }

  pass(session: SessionRecord, ground: Ground, request: PassRequest): Promise<Passed> {
    return this.#turns.run(session.id, async () => {
      await this.watch.settled(session.id);
      return this.#passing.pass(session, ground, request);
    });
  }

  /** The session is over. One in which nothing happened leaves its place to the next. */
  close(session: SessionRecord, ending: Ending): Promise<void> {
    this.#closing.add(session.id);
    const closing = this.#turns.run(session.id, async () => {
      this.watch.forget(session.id);
      const isEmpty = session.totalMessages === 0 && session.promptCount === 0 && session.checkpointCount === 0;
      if (isEmpty && session.runtime !== BY_HAND && ending.outcome === undefined)
        return this.#services.store.governed.change(session.id, { isWaiting: 1 });
      await this.#shutdown.run(session, ending);
    });
    return closing.finally(() => this.#closing.delete(session.id));
  }

  /**
   * What became of the work that the session left uncommitted, its patch by its whole path; undefined before its end.
   */
  async kept(session: SessionRecord): Promise<Kept | undefined> {
    const record = await this.#services.store.governed.get(session.id);
    const kept = record && keptIn(record);
    const folder = kept?.patch ? await this.#files.folderOf(session) : undefined;
    return kept?.patch && folder ? { ...kept, patch: folder.at(kept.patch) } : kept;
  }

  /** Goes on with what was under way when the last process ended, and closes the sessions that it left unclosed. */
  async runDueWork(leftOff: readonly GovernedRecord[], unclosed: readonly string[]): Promise<void> {
    for (const { sessionId, smoke } of leftOff) {
      const session = await this.#services.store.sessions.get(sessionId);
      if (session && isOpen(session) && smoke === "running" && !this.watch.isChecking(sessionId))
        this.#later(this.watch.check(session));
    }
    const cutOff = leftOff.filter(({ closing }) => closing !== null).map(({ sessionId }) => sessionId);
    for (const sessionId of [...unclosed, ...cutOff]) {
      const session = await this.#services.store.sessions.get(sessionId);
      if (session && !isOpen(session) && !this.#closing.has(sessionId))
        this.#later(this.close(session, { isInterrupted: session.endReason === "interrupted" }));
    }
  }

  async idle(): Promise<void> {
    this.watch.close();
    while (this.#after.size > 0) await Promise.all(this.#after);
    await this.#turns.idle();
    await this.#files.idle();
  }
}
