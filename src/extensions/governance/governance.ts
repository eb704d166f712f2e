import { type DomainEvent, isoTime } from "../../core/index.ts";
import type { Services } from "../../services.ts";
import type { CheckpointTrigger, SessionRecord, StructuredState } from "../../store/index.ts";
import { unclosedSessions, unfinishedSessions, waitingSession } from "./governed-sessions.ts";
import type { Ending } from "./rituals/shutdown.ts";
import type { StartInput } from "./rituals/start-session.ts";
import type { Begun } from "./rituals/startup.ts";
import type { ForeignSession } from "./structured/checkpoint-mirror.ts";
import type { GovernanceParts, TaskRules } from "./task-rules.ts";

/**
 * Sessions under a task: their rituals, gates and checkpoints. Other sessions load and run nothing of this. An error
 * here is logged and never blocks a hook.
 */
export class Governance {
  readonly #services: Services;
  readonly #parts: GovernanceParts;
  readonly #after = new Set<Promise<unknown>>();
  readonly #openedAt: string;
  #rules: Promise<TaskRules> | undefined;
  #hasLookedForUnclosed = false;

  constructor(services: Services, parts: GovernanceParts) {
    this.#services = services;
    this.#parts = parts;
    this.#openedAt = isoTime(services.clock.now());
    services.events.listen((event) => this.#onEvent(event));
  }

  /** Loaded at first use. */
  get rules(): Promise<TaskRules> {
    this.#rules ??= import("./task-rules.ts").then(({ TaskRules }) => new TaskRules(this.#services, this.#parts));
    return this.#rules;
  }

  /** The state of the session's task; undefined for a session without one. A failure here never blocks a checkpoint. */
  async structure(
    session: SessionRecord,
    trigger: CheckpointTrigger,
    because?: string,
  ): Promise<StructuredState | undefined> {
    if (session.task === null) return undefined;
    return this.#safely(session, async (rules) => rules.structure(session, trigger, because), undefined);
  }

  async start(input: StartInput): Promise<Begun> {
    return (await this.rules).starter.start(input);
  }

  /** Resolves when the smoke command has ended, or after the time. */
  async healthKnown(sessionId: string, withinMs: number): Promise<void> {
    await (await this.rules).watch.healthKnown(sessionId, withinMs);
    await this.settled();
  }

  async smoke(session: SessionRecord, override: string | undefined, withinMs: number): Promise<void> {
    await (await this.rules).watch.smoke(session, override);
    await this.healthKnown(session.id, withinMs);
  }

  /** The sessions of a task that are in its files and not in the store. */
  async foreignSessions(project: string, task: string): Promise<ForeignSession[]> {
    const { project: normalized, root } = await this.#parts.ledger.at(project);
    return (await this.rules).mirror.foreign({ project: root, task }, normalized);
  }

  /** A session was created with a task: its ritual runs in the background. */
  created(session: SessionRecord): void {
    if (session.task === null || session.lineage === "subagent") return;
    this.#later(this.#safely(session, (rules) => rules.starter.created(session), undefined));
  }

  /** Resolves when the background work is done. */
  async settled(): Promise<void> {
    while (this.#after.size > 0) await Promise.all(this.#after);
  }

  /** A client's session begins: returns the updated session, and a text for its agent. */
  async atStart(session: SessionRecord): Promise<{ session: SessionRecord; text: string | undefined }> {
    const untouched = { session, text: undefined };
    if (session.lineage === "subagent" || !(await this.#mayConcern(session))) return untouched;
    return this.#safely(session, (rules) => rules.starter.atStart(session), untouched);
  }

  async #mayConcern({ task, project, projectNormalized, lineage }: SessionRecord): Promise<boolean> {
    if (project === null || projectNormalized === null) return false;
    if (task !== null || (lineage !== null && lineage !== "project")) return true;
    const { root } = await this.#parts.ledger.at(project);
    return (await waitingSession(this.#services.store, projectNormalized, root)) !== undefined;
  }

  async atPrompt(session: SessionRecord): Promise<string | undefined> {
    if (session.task === null) return undefined;
    return this.#safely(session, (rules) => rules.watch.atPrompt(session), undefined);
  }

  /** `isClientWaiting`: whether its client still waits for the answer. */
  async atTool(session: SessionRecord, isClientWaiting: boolean): Promise<string | undefined> {
    if (session.task === null) return undefined;
    return this.#safely(session, async (rules) => rules.atTool(session, isClientWaiting), undefined);
  }

  async atTurnEnd(sessionId: string): Promise<void> {
    const session = await this.#services.store.sessions.get(sessionId);
    if (!session?.task) return;
    await this.#safely(session, (rules) => rules.watch.atTurnEnd(session), undefined);
  }

  /** False where the session has no task, and its end is like any other's. */
  async close(sessionId: string, ending: Ending = {}): Promise<boolean> {
    const session = await this.#services.store.sessions.get(sessionId);
    if (!session?.task || !session.project || session.lineage === "subagent") return false;
    return this.#safely(session, async (rules) => rules.close(session, ending).then(() => true), false);
  }

  /** Finishes what was left undone. Sessions that ended unclosed are searched for once, at the start. */
  async runDueWork(): Promise<void> {
    const { store } = this.#services;
    const unclosed = this.#hasLookedForUnclosed ? [] : await unclosedSessions(store, this.#openedAt);
    this.#hasLookedForUnclosed = true;
    const leftOff = await unfinishedSessions(store);
    if (leftOff.length + unclosed.length > 0) await (await this.rules).runDueWork(leftOff, unclosed);
  }

  #onEvent(event: DomainEvent): void {
    if (event.type === "decision.recorded") this.#later(this.#decided(event));
    else if (event.type === "checkpoint.created")
      this.#later(this.#about(event.sessionId, (rules, session) => rules.checkpointed(session, event.checkpointId)));
    else if (event.type === "context.refreshed")
      this.#later(this.#about(event.sessionId, (rules, session) => rules.refreshed(session, event.tokensFlushed)));
    else if (event.type === "context.budget_reached") {
      this.#later(this.#about(event.sessionId, (rules, session) => rules.budgetReached(session)));
      if (event.continuesIn !== null)
        this.#later(this.#about(event.continuesIn, (rules, child) => rules.starter.created(child)));
    } else if (event.type === "session.orphaned") this.#later(this.close(event.sessionId, { isInterrupted: true }));
  }

  async #about(sessionId: string, work: (rules: TaskRules, session: SessionRecord) => Promise<void>): Promise<void> {
    const session = await this.#services.store.sessions.get(sessionId);
    if (session?.task) await this.#safely(session, (rules) => work(rules, session), undefined);
  }

  /** A decision belongs to the session that made it, else to the one that works on the task. */
  async #decided({
    sessionId,
    project,
    task,
    decisionId,
  }: Extract<DomainEvent, { type: "decision.recorded" }>): Promise<void> {
    const { store } = this.#services;
    const own = sessionId === null ? undefined : await store.sessions.get(sessionId);
    const atTask =
      task === null ? [] : await store.sessions.list({ project, task, states: ["init", "active"], limit: 1 });
    const session = own?.task ? own : atTask[0];
    if (!session) return;
    const decision = (await this.#parts.ledger.decisions.list({ project })).find(({ id }) => id === decisionId);
    this.#parts.checkpoints.look(session.id, decision?.decision ?? decisionId);
  }

  async #safely<Answer>(
    { id }: SessionRecord,
    work: (rules: TaskRules) => Promise<Answer>,
    otherwise: Answer,
  ): Promise<Answer> {
    try {
      return await work(await this.rules);
    } catch (error) {
      this.#services.log.error({ err: error, sessionId: id }, "the rules of a task could not be kept");
      return otherwise;
    }
  }

  #later(work: Promise<unknown>): void {
    const running: Promise<unknown> = work
      .catch((error) => this.#services.log.error({ err: error }, "work under a task's rules failed"))
      .finally(() => this.#after.delete(running));
    this.#after.add(running);
  }

  async idle(): Promise<void> {
    await this.settled();
    if (this.#rules) await (await this.#rules).idle();
    await this.settled();
  }
}
