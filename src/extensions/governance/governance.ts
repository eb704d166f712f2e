import { type DomainEvent, isoTime } from "../../core/index.ts";
import type { HookEvent } from "../../harnesses/index.ts";
import type { CheckpointTrigger, SessionRecord } from "../../store/index.ts";
import { unclosedSessions, unfinishedSessions, waitingSession } from "./governed-sessions.ts";
import type { Ending } from "./rituals/shutdown.ts";
import type { StartInput } from "./rituals/start-session.ts";
import type { Begun } from "./rituals/startup.ts";
import type { GovernanceParts } from "./task-context.ts";
import { evidenceLine } from "./task-files/evidence-log.ts";
import type { TaskRules } from "./task-rules.ts";

/**
 * Sessions under a task: their rituals, gates and checkpoints. Other sessions load and run nothing of this. An error
 * here is logged and never blocks a hook.
 */
export class Governance {
  readonly #parts: Omit<GovernanceParts, "later">;
  readonly #background = new Set<Promise<unknown>>();
  readonly #openedAt: string;
  #rules: Promise<TaskRules> | undefined;
  #hasLookedForUnclosed = false;

  constructor(parts: Omit<GovernanceParts, "later">) {
    this.#parts = parts;
    this.#openedAt = isoTime(parts.services.clock.now());
    parts.services.events.listen((event) => this.#onEvent(event));
  }

  /** Loaded at first use. */
  get rules(): Promise<TaskRules> {
    const parts = { ...this.#parts, later: (work: Promise<unknown>) => this.#later(work) };
    this.#rules ??= import("./task-rules.ts").then(({ TaskRules }) => new TaskRules(parts));
    return this.#rules;
  }

  /** The state of the session's task; undefined for a session without one. A failure here never blocks a checkpoint. */
  async structure(session: SessionRecord, trigger: CheckpointTrigger, because?: string) {
    if (session.task === null) return undefined;
    return this.#safely(session, (rules) => rules.structure(session, trigger, because), undefined);
  }

  async start(input: StartInput): Promise<Begun> {
    return (await this.rules).starter.start(input);
  }

  async smoke(session: SessionRecord, override: string | undefined, withinMs: number): Promise<void> {
    await (await this.rules).watch.smoke(session, override);
    await this.waitForHealth(session.id, withinMs);
  }

  /** Resolves when the smoke command has ended, or after the time. */
  async waitForHealth(sessionId: string, withinMs: number): Promise<void> {
    await (await this.rules).watch.waitForHealth(sessionId, withinMs);
    await this.settled();
  }

  /** A session was created with a task: its ritual runs in the background. */
  created(session: SessionRecord): void {
    if (session.task === null || session.lineage === "subagent") return;
    this.#later(this.#safely(session, (rules) => rules.starter.created(session), undefined));
  }

  /** Resolves when the background work is done. */
  async settled(): Promise<void> {
    while (this.#background.size > 0) await Promise.all(this.#background);
  }

  /** What the agent is told at an event of its session. `isHeard`: whether its client still waits for the answer. */
  async atEvent(event: HookEvent, session: SessionRecord, isHeard: boolean): Promise<string | undefined> {
    if (event.event === "session-start" && event.source !== "compact")
      return (await this.#mayConcern(session))
        ? this.#safely(session, (rules) => rules.starter.atStart(session), undefined)
        : undefined;
    if (session.task === null) return undefined;
    if (event.event === "post-tool-use")
      return this.#safely(session, async (rules) => rules.atTool(session, isHeard), undefined);
    return event.event === "user-prompt-submit" && isHeard
      ? this.#safely(session, (rules) => rules.watch.atPrompt(session), undefined)
      : undefined;
  }

  async #mayConcern({ task, project, projectNormalized, lineage }: SessionRecord): Promise<boolean> {
    if (project === null || projectNormalized === null || lineage === "subagent") return false;
    if (task !== null || (lineage !== null && lineage !== "project")) return true;
    const { root } = await this.#parts.ledger.at(project);
    return (await waitingSession(this.#parts.services.store, projectNormalized, root)) !== undefined;
  }

  atTurnEnd(sessionId: string): Promise<void> {
    return this.#about(sessionId, (rules, session) => rules.watch.atTurnEnd(session));
  }

  /** False where the session has no task, and its end is like any other's. */
  async close(sessionId: string, ending: Ending = {}): Promise<boolean> {
    const session = await this.#parts.services.store.sessions.get(sessionId);
    if (!session?.task || !session.project || session.lineage === "subagent") return false;
    return this.#safely(session, async (rules) => rules.close(session, ending).then(() => true), false);
  }

  /** Finishes what was left undone. Sessions that ended unclosed are searched for once, at the start. */
  async runDueWork(): Promise<void> {
    const { store } = this.#parts.services;
    const unclosed = this.#hasLookedForUnclosed ? [] : await unclosedSessions(store, this.#openedAt);
    this.#hasLookedForUnclosed = true;
    const leftOff = await unfinishedSessions(store);
    if (leftOff.length + unclosed.length > 0) await (await this.rules).runDueWork(leftOff, unclosed);
  }

  #onEvent(event: DomainEvent): void {
    const about = (sessionId: string, work: (rules: TaskRules, session: SessionRecord) => Promise<unknown>) =>
      this.#later(this.#about(sessionId, work));
    const say = (sessionId: string, line: string) =>
      about(sessionId, ({ evidence }, session) => evidence.say(session, line, { isLogged: true }));
    if (event.type === "decision.recorded") this.#later(this.#decided(event));
    else if (event.type === "session.orphaned") this.#later(this.close(event.sessionId, { isInterrupted: true }));
    else if (event.type === "checkpoint.created")
      about(event.sessionId, ({ mirror }, session) => mirror.keep(session, event.checkpointId));
    else if (event.type === "context.refreshed") say(event.sessionId, evidenceLine.refreshed(event.tokensFlushed));
    else if (event.type === "context.budget_reached") {
      say(event.sessionId, evidenceLine.budgetReached());
      if (event.continuesIn !== null) about(event.continuesIn, ({ starter }, child) => starter.created(child));
    }
  }

  async #about(sessionId: string, work: (rules: TaskRules, session: SessionRecord) => Promise<unknown>): Promise<void> {
    const session = await this.#parts.services.store.sessions.get(sessionId);
    if (session?.task) await this.#safely(session, (rules) => work(rules, session), undefined);
  }

  /** A decision belongs to the session that made it, else to the one that works on the task. */
  async #decided(event: Extract<DomainEvent, { type: "decision.recorded" }>): Promise<void> {
    const { sessionId, project, task, decisionId } = event;
    const { ledger, checkpoints, services } = this.#parts;
    const { sessions } = services.store;
    const own = sessionId === null ? undefined : await sessions.get(sessionId);
    const atTask = task === null ? [] : await sessions.list({ project, task, states: ["init", "active"], limit: 1 });
    const session = own?.task ? own : atTask[0];
    if (!session) return;
    const decision = (await ledger.decisions.list({ project })).find(({ id }) => id === decisionId);
    checkpoints.look(session.id, decision?.decision ?? decisionId);
  }

  async #safely<Answer>({ id }: SessionRecord, work: (rules: TaskRules) => Promise<Answer>, otherwise: Answer) {
    try {
      return await work(await this.rules);
    } catch (error) {
      this.#parts.services.log.error({ err: error, sessionId: id }, "the rules of a task could not be kept");
      return otherwise;
    }
  }

  #later(work: Promise<unknown>): void {
    const running: Promise<unknown> = work
      .catch((error) => this.#parts.services.log.error({ err: error }, "work under a task's rules failed"))
      .finally(() => this.#background.delete(running));
    this.#background.add(running);
  }

  async idle(): Promise<void> {
    await this.settled();
    if (this.#rules) await (await this.#rules).idle();
    await this.settled();
  }
}
