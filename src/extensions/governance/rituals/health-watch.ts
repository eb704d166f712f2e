import { incidents, newIncident } from "../../../audit/index.ts";
import { type Clock, isoTime, redact, refused } from "../../../core/index.ts";
import type { Services } from "../../../services.ts";
import type { SessionRecord } from "../../../store/index.ts";
import { changeGoverned, type GovernedRecord, governedSessions } from "../governed-sessions.ts";
import type { TaskContext } from "../task-context.ts";
import { type EvidenceLog, evidenceLine } from "../task-files/evidence-log.ts";
import { fixedText, p0Line, p0Text } from "./messages.ts";
import { isUnhealthy, recordStep } from "./ritual-steps.ts";
import { runSmoke, type SmokeRun, type SmokeVerdict, smokeSettingOf } from "./smoke-command.ts";

/** Shown in place of the smoke command where the settings cannot be read. */
const NO_COMMAND = "(cannot be read)";
const GONE =
  "there is no smoke command any more, and it failed when it was last run: put back one that passes, or let a person override it";

interface PendingNotices {
  readonly start?: string | undefined;
  readonly health?: string | undefined;
}

/** The result of the work, or undefined if it takes longer than `ms`. */
export async function withinTime<Result>(clock: Clock, ms: number, work: Result): Promise<Awaited<Result> | undefined> {
  let cancel = () => {};
  const timeOver = new Promise<undefined>((resolve) => {
    cancel = clock.after(ms, () => resolve(undefined));
  });
  return Promise.race([work, timeOver]).finally(() => cancel());
}

/**
 * Runs the smoke commands of sessions under a task, keeps the verdict, and tells agents how the code is. No prompt is
 * held up: nobody can tell from its words whether it is about the failure. What waits is another gate and another task.
 */
export class HealthWatch {
  readonly #services: Services;
  readonly #evidence: EvidenceLog;
  readonly #runs = new Set<SmokeRun>();
  readonly #checking = new Map<string, Promise<void>>();
  /** Sessions whose agent used tools since the last run of the smoke command. */
  readonly #touched = new Set<string>();
  /**
   * What to tell the agent next time: how its session begins, and how the code is, as it was last
   * found.
   */
  readonly #pending = new Map<string, PendingNotices>();
  #isClosing = false;

  constructor({ services, evidence }: TaskContext) {
    this.#services = services;
    this.#evidence = evidence;
  }

  /** Runs the smoke command in the background, unless it is running. */
  check(session: SessionRecord): void {
    if (this.#checking.has(session.id)) return;
    const checking = this.#run(session)
      .catch((error) => this.#services.log.error({ err: error, sessionId: session.id }, "a smoke command was not run"))
      .finally(() => this.#checking.delete(session.id));
    this.#checking.set(session.id, checking);
  }

  /** When the smoke command has ended and what follows from it is done, or the time is over. */
  async waitForHealth(sessionId: string, withinMs: number): Promise<void> {
    await withinTime(this.#services.clock, withinMs, this.#checking.get(sessionId));
  }

  async #run(session: SessionRecord): Promise<void> {
    this.#touched.delete(session.id);
    const before = await governedSessions(this.#services.store).get(session.id);
    if (before && !this.#isClosing) await this.#judge(session, before);
    const record = await governedSessions(this.#services.store).get(session.id);
    if (record?.smoke === "failed") this.queueNotice(session.id, { health: p0Text(record) });
    else if (record?.smoke === "passed" && before && isUnhealthy(before))
      this.queueNotice(session.id, { health: fixedText(record) });
    await this.#announce(session);
  }

  /** The goal is announced once the code is healthy, or somebody said that work goes on all the same. */
  async #announce(session: SessionRecord): Promise<void> {
    const record = await governedSessions(this.#services.store).get(session.id);
    if (!record || !["none", "passed", "overridden"].includes(record.smoke)) return;
    const names = record.steps.map(({ step }) => step);
    if (names.lastIndexOf("announce_goal") > names.lastIndexOf("recall_context")) return;
    await recordStep(this.#services, session.id, "announce_goal", record.goal);
    await this.#evidence.say(session, evidenceLine.goal(record.goal));
  }

  async #judge(session: SessionRecord, record: GovernedRecord): Promise<void> {
    const { store } = this.#services;
    const setting = await smokeSettingOf(this.#services, record);
    if (setting.command !== undefined) return this.#execute(session, record, setting.command, setting.limitMs);
    if (setting.problem !== undefined)
      return this.#tell(session, NO_COMMAND, { passed: false, output: setting.problem });
    // Removing the command does not fix what it found.
    if (isUnhealthy(record))
      return this.#tell(session, record.smokeCommand ?? NO_COMMAND, { passed: false, output: GONE });
    await changeGoverned(store, session.id, { smoke: "none", smokeCommand: null });
    await this.#evidence.say(session, evidenceLine.noSmoke());
    await this.#evidence.say(session, evidenceLine.health(true));
    await recordStep(this.#services, session.id, "health_check", "no smoke command is configured");
  }

  async #execute(session: SessionRecord, { root }: GovernedRecord, command: string, limitMs: number): Promise<void> {
    const { store, clock } = this.#services;
    const run = runSmoke(command, root, limitMs, clock);
    this.#runs.add(run);
    try {
      await changeGoverned(store, session.id, { smoke: "running", smokeCommand: redact(command) });
      const verdict = await run.verdict;
      // The daemon is stopping and ended the run: it stays recorded as running, so that the next daemon repeats it.
      if (!this.#isClosing) await this.#tell(session, redact(command), verdict);
    } finally {
      this.#runs.delete(run);
    }
  }

  async #tell(session: SessionRecord, command: string, verdict: SmokeVerdict): Promise<void> {
    const { store, clock } = this.#services;
    const { id } = session;
    const { passed } = verdict;
    const output = redact(verdict.output);
    await changeGoverned(store, id, {
      ...{ smoke: passed ? "passed" : "failed", smokeCommand: command, smokeOutput: output, overrideReason: null },
      smokeAt: isoTime(clock.now()),
    });
    await this.#evidence.say(session, evidenceLine.health(passed));
    const end = output.split("\n").slice(-3).join(" ");
    await recordStep(this.#services, id, "health_check", `${passed ? "pass" : "fail"}: ${command}: ${end}`);
    await store.transaction(async (tables) => {
      if (!passed) {
        const detail = `P0: the smoke command of task ${session.task} fails: ${command}: ${output.slice(-600)}`;
        await incidents(tables).add(newIncident(clock.now(), "smoke_failed", detail, id));
      }
      tables.emit({ type: passed ? "smoke.passed" : "smoke.failed", sessionId: id, command });
    });
  }

  /** Runs the smoke command now, or lets work go on without it. */
  async smoke(session: SessionRecord, override: string | undefined): Promise<void> {
    const record = await governedSessions(this.#services.store).get(session.id);
    if (!record)
      throw refused(
        `session ${session.id} is not under a task's rules`,
        `Put it there: throughline sessions start --task <slug> --session ${session.id}`,
      );
    if (override === undefined) return this.check(session);
    if (record.smoke !== "failed")
      throw refused(
        `there is nothing to override: the smoke command of session ${session.id} is "${record.smoke}"`,
        "Only a failed smoke command can be overridden.",
      );
    const { store, clock } = this.#services;
    const reason = redact(override);
    await changeGoverned(store, session.id, { smoke: "overridden", overrideReason: reason });
    const detail = `the smoke command of task ${session.task} fails, and work goes on all the same: ${reason}`;
    await incidents(store).add(newIncident(clock.now(), "smoke_overridden", detail, session.id));
    await recordStep(this.#services, session.id, "health_check", `overridden: ${reason}`);
    this.#pending.delete(session.id);
    await this.#announce(session);
  }

  async atPrompt({ id }: SessionRecord): Promise<string | undefined> {
    const record = await governedSessions(this.#services.store).get(id);
    const isQueued = this.#pending.get(id)?.health !== undefined;
    if (record?.smoke === "failed" && !isQueued) this.queueNotice(id, { health: p0Line(record) });
    return this.#take(id);
  }

  queueNotice(sessionId: string, news: PendingNotices): void {
    this.#pending.set(sessionId, { ...this.#pending.get(sessionId), ...news });
  }

  /** The session is over: there is no agent to inform. */
  forget(sessionId: string): void {
    this.#pending.delete(sessionId);
  }

  #take(sessionId: string): string | undefined {
    const { start, health } = this.#pending.get(sessionId) ?? {};
    this.#pending.delete(sessionId);
    return [start, health].filter((text) => text !== undefined).join("\n\n") || undefined;
  }

  /** A tool was used. */
  atTool({ id }: SessionRecord, isClientWaiting: boolean): string | undefined {
    this.#touched.add(id);
    return isClientWaiting ? this.#take(id) : undefined;
  }

  /** What was broken may be fixed now. */
  async atTurnEnd(session: SessionRecord): Promise<void> {
    const record = await governedSessions(this.#services.store).get(session.id);
    if (record?.smoke === "failed" && this.#touched.has(session.id)) this.check(session);
  }

  /** When no run is under way in this session. */
  async settled(sessionId: string): Promise<void> {
    await this.#checking.get(sessionId);
  }

  /** Ends what runs; the next process runs it again. */
  async close(): Promise<void> {
    this.#isClosing = true;
    for (const run of this.#runs) run.stop();
    await Promise.all(this.#checking.values());
  }
}
