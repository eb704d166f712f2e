import { KeyedMutex } from "../../core/index.ts";
import type { ProjectLocation } from "../../project-files/index.ts";
import { BY_HAND, isOpen } from "../../sessions/index.ts";
import type { CheckpointTrigger, SessionRecord } from "../../store/index.ts";
import { GateChecks, type Passed, type PassRequest } from "./gates/gate-checks.ts";
import { changeGoverned, type GovernedRecord, governedSessions, isEmpty } from "./governed-sessions.ts";
import { HealthWatch } from "./rituals/health-watch.ts";
import { type KeptWork, keptIn } from "./rituals/kept-work.ts";
import { type Ending, Shutdown } from "./rituals/shutdown.ts";
import { SessionStarter } from "./rituals/start-session.ts";
import type { CheckpointMirror } from "./structured/checkpoint-mirror.ts";
import { createContext, type GovernanceParts, type TaskContext } from "./task-context.ts";
import type { EvidenceLog } from "./task-files/evidence-log.ts";

/** Edits come in bursts: one checkpoint in that time covers them all; the end of the turn is checked anyway. */
const MIN_INTERVAL_MS = 30_000;

/** The rules for sessions under a task. Loaded with the first of them. */
export class TaskRules {
  readonly #context: TaskContext;
  readonly #shutdown: Shutdown;
  readonly #gateChecks: GateChecks;
  readonly #turns = new KeyedMutex();
  readonly #closing = new Set<string>();
  readonly watch: HealthWatch;
  readonly starter: SessionStarter;

  constructor(parts: GovernanceParts) {
    const context = createContext(parts);
    this.#context = context;
    this.#shutdown = new Shutdown(context);
    this.#gateChecks = new GateChecks(context);
    this.watch = new HealthWatch(context);
    this.starter = new SessionStarter(context, this.#gateChecks, this.watch);
  }

  get mirror(): CheckpointMirror {
    return this.#context.mirror;
  }

  get evidence(): EvidenceLog {
    return this.#context.evidence;
  }

  async structure(session: SessionRecord, trigger: CheckpointTrigger, because: string | undefined) {
    const summary = because && `${because.charAt(0).toUpperCase()}${because.slice(1)}`;
    return (await this.#context.taskState.of(session, trigger, summary))?.state;
  }

  /** A tool was used: there may be a reason for a checkpoint. */
  atTool(session: SessionRecord, isClientWaiting: boolean): string | undefined {
    this.#context.later(this.#lookNow(session));
    return this.watch.atTool(session, isClientWaiting);
  }

  async #lookNow(session: SessionRecord): Promise<void> {
    const { taskState, checkpoints, services } = this.#context;
    const last = await taskState.newestOf(session);
    if (!last || services.clock.now() - Date.parse(last.createdAt) >= MIN_INTERVAL_MS) checkpoints.look(session.id);
  }

  pass(session: SessionRecord, location: ProjectLocation, request: PassRequest): Promise<Passed> {
    return this.#turns.run(session.id, async () => {
      await this.watch.settled(session.id);
      return this.#gateChecks.pass(session, location, request);
    });
  }

  /** The session is over. An empty one leaves its task to the next session. */
  close(session: SessionRecord, ending: Ending): Promise<void> {
    this.#closing.add(session.id);
    const closing = this.#turns.run(session.id, async () => {
      this.watch.forget(session.id);
      if (isEmpty(session) && session.runtime !== BY_HAND && ending.outcome === undefined)
        return changeGoverned(this.#context.services.store, session.id, { isWaiting: true });
      await this.#shutdown.run(session, ending);
    });
    return closing.finally(() => this.#closing.delete(session.id));
  }

  /**
   * What became of the work that the session left uncommitted, its patch by its whole path; undefined before its end.
   */
  async kept(session: SessionRecord): Promise<KeptWork | undefined> {
    const record = await governedSessions(this.#context.services.store).get(session.id);
    const kept = record && keptIn(record.steps);
    const folder = kept?.patch ? await this.#context.files.folderOf(session) : undefined;
    return kept?.patch && folder ? { ...kept, patch: folder.at(kept.patch) } : kept;
  }

  /** Resumes what was running when the last process ended, and closes the sessions that it left unclosed. */
  async runDueWork(leftOff: readonly GovernedRecord[], unclosed: readonly string[]): Promise<void> {
    const { sessions } = this.#context.services.store;
    for (const { sessionId, smoke } of leftOff) {
      const session = await sessions.get(sessionId);
      if (session && isOpen(session) && smoke === "running") this.watch.check(session);
    }
    const interrupted = leftOff.filter(({ closing }) => closing !== null).map(({ sessionId }) => sessionId);
    for (const sessionId of [...unclosed, ...interrupted]) {
      const session = await sessions.get(sessionId);
      if (session && !isOpen(session) && !this.#closing.has(sessionId))
        this.#context.later(this.close(session, { isInterrupted: session.endReason === "interrupted" }));
    }
  }

  async idle(): Promise<void> {
    await this.watch.close();
    await this.#turns.idle();
    await this.#context.files.idle();
  }
}
