import type { Checkpoints } from "../../checkpoints/index.ts";
import { KeyedMutex } from "../../core/index.ts";
import type { Memory } from "../../memory/index.ts";
import type { Ground } from "../../project-files/index.ts";
import type { Services } from "../../services.ts";
import { BY_HAND, isOpen, type Liveness, type Sessions } from "../../sessions/index.ts";
import type { CheckpointTrigger, SessionRecord, StructuredState } from "../../store/index.ts";
import type { Ledger } from "../ledgers/index.ts";
import { GateChecks, type Passed, type PassRequest } from "./gates/gate-checks.ts";
import { changeGoverned, type GovernedRecord, governedSessions } from "./governed-sessions.ts";
import { HealthWatch } from "./rituals/health-watch.ts";
import type { KeptWork } from "./rituals/kept-work.ts";
import { keptIn } from "./rituals/ritual-steps.ts";
import { type Ending, Shutdown } from "./rituals/shutdown.ts";
import { SessionStarter } from "./rituals/start-session.ts";
import { Startup } from "./rituals/startup.ts";
import { Mirror } from "./structured/checkpoint-mirror.ts";
import { TaskStateReader } from "./structured/read-task-state.ts";
import { EvidenceLog, evidenceLine } from "./task-files/evidence-log.ts";
import { TaskFiles } from "./task-files/task-files.ts";

export interface GovernanceParts {
  readonly sessions: Sessions;
  readonly liveness: Liveness;
  readonly checkpoints: Checkpoints;
  readonly ledger: Ledger;
  readonly memory: Memory;
}

const MOST_MIRRORED = 100;
/** Edits come in bursts: one checkpoint in that time covers them all; the end of the turn is checked anyway. */
const MIN_INTERVAL_MS = 30_000;

/** The rules for sessions under a task. Loaded with the first of them. */
export class TaskRules {
  readonly #services: Services;
  readonly #files: TaskFiles;
  readonly #evidence: EvidenceLog;
  readonly #taskState: TaskStateReader;
  readonly #checkpoints: Checkpoints;
  readonly #shutdown: Shutdown;
  readonly #gateChecks: GateChecks;
  readonly #turns = new KeyedMutex();
  readonly #closing = new Set<string>();
  readonly #mirrored = new Map<string, Promise<void>>();
  readonly #after = new Set<Promise<unknown>>();
  readonly mirror: Mirror;
  readonly watch: HealthWatch;
  readonly starter: SessionStarter;

  constructor(services: Services, parts: GovernanceParts) {
    const { ledger, memory, checkpoints } = parts;
    this.#services = services;
    this.#files = new TaskFiles(services, ledger);
    this.#evidence = new EvidenceLog(services, this.#files);
    this.#taskState = new TaskStateReader(services, ledger);
    this.mirror = new Mirror(services, this.#files);
    this.#checkpoints = checkpoints;
    const shared = { taskState: this.#taskState, evidence: this.#evidence, files: this.#files };
    const checkpointed = (session: SessionRecord, id: string) => this.checkpointed(session, id);
    const startup = new Startup(services, { ledger, memory, mirror: this.mirror, ...shared });
    this.#shutdown = new Shutdown(services, { ledger, memory, checkpoints, checkpointed, ...shared });
    this.#gateChecks = new GateChecks(services, { checkpoints, mirror: this.mirror, ...shared });
    const later = (work: Promise<unknown>) => this.#later(work);
    const evidence = this.#evidence;
    this.watch = new HealthWatch(services, { evidence, later, announce: (session) => startup.announce(session) });
    const { sessions, liveness } = parts;
    const of = {
      sessions,
      liveness,
      ledger,
      evidence,
      gateChecks: this.#gateChecks,
      startup,
      watch: this.watch,
      later,
    };
    this.starter = new SessionStarter(services, of);
  }

  /** Background work; its errors are logged. */
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
    return (await this.#taskState.of(session, trigger, summary))?.state;
  }

  /** A checkpoint of a session under a task was written. A second call waits for the first. */
  checkpointed(session: SessionRecord, checkpointId: string): Promise<void> {
    const known = this.#mirrored.get(checkpointId);
    if (known) return known;
    if (this.#mirrored.size >= MOST_MIRRORED) this.#mirrored.clear();
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

  /** A tool was used: there may be a reason for a checkpoint. */
  atTool(session: SessionRecord, isClientWaiting: boolean): string | undefined {
    this.#later(this.#lookNow(session));
    return this.watch.atTool(session, isClientWaiting);
  }

  async #lookNow(session: SessionRecord): Promise<void> {
    const last = await this.#taskState.newestOf(session);
    if (!last || this.#services.clock.now() - Date.parse(last.createdAt) >= MIN_INTERVAL_MS)
      this.#checkpoints.look(session.id);
  }

  pass(session: SessionRecord, ground: Ground, request: PassRequest): Promise<Passed> {
    return this.#turns.run(session.id, async () => {
      await this.watch.settled(session.id);
      return this.#gateChecks.pass(session, ground, request);
    });
  }

  /** The session is over. An empty one leaves its task to the next session. */
  close(session: SessionRecord, ending: Ending): Promise<void> {
    this.#closing.add(session.id);
    const closing = this.#turns.run(session.id, async () => {
      this.watch.forget(session.id);
      const isEmpty = session.totalMessages === 0 && session.promptCount === 0 && session.checkpointCount === 0;
      if (isEmpty && session.runtime !== BY_HAND && ending.outcome === undefined)
        return changeGoverned(this.#services.store, session.id, { isWaiting: true });
      await this.#shutdown.run(session, ending);
    });
    return closing.finally(() => this.#closing.delete(session.id));
  }

  /**
   * What became of the work that the session left uncommitted, its patch by its whole path; undefined before its end.
   */
  async kept(session: SessionRecord): Promise<KeptWork | undefined> {
    const record = await governedSessions(this.#services.store).get(session.id);
    const kept = record && keptIn(record);
    const folder = kept?.patch ? await this.#files.folderOf(session) : undefined;
    return kept?.patch && folder ? { ...kept, patch: folder.at(kept.patch) } : kept;
  }

  /** Resumes what was running when the last process ended, and closes the sessions that it left unclosed. */
  async runDueWork(leftOff: readonly GovernedRecord[], unclosed: readonly string[]): Promise<void> {
    for (const { sessionId, smoke } of leftOff) {
      const session = await this.#services.store.sessions.get(sessionId);
      if (session && isOpen(session) && smoke === "running" && !this.watch.isChecking(sessionId))
        this.#later(this.watch.check(session));
    }
    const interruptedShutdown = leftOff.filter(({ closing }) => closing !== null).map(({ sessionId }) => sessionId);
    for (const sessionId of [...unclosed, ...interruptedShutdown]) {
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
