import { relative } from "node:path";
import { incidents, newIncident } from "../../../audit/index.ts";
import { isInside, isoTime, messageOf, type PublicEvent, redact } from "../../../core/index.ts";
import type { ProjectLocation } from "../../../project-files/index.ts";
import type { Outcome } from "../../../sessions/index.ts";
import type { SessionRecord } from "../../../store/index.ts";
import { oneLine } from "../../../text/index.ts";
import { changeGoverned, type GovernedRecord, governedSessions, newGoverned } from "../governed-sessions.ts";
import type { Structured } from "../structured/read-task-state.ts";
import type { TaskContext } from "../task-context.ts";
import { evidenceLine } from "../task-files/evidence-log.ts";
import { commitSince, commitWork } from "./commit.ts";
import { gitProblem } from "./git.ts";
import { appendToLog, LOG_FILE } from "./implementation-log.ts";
import { type KeptWork, keptAsCommit, keptAsPatch, nothingKept } from "./kept-work.ts";
import { type Patch, patchOf } from "./patch.ts";
import { recordStep } from "./ritual-steps.ts";
import { type Account, interruptedShutdown, type ShutdownProgress, type ShutdownStep } from "./shutdown-steps.ts";
import { STATUS_FILE, writeStatus } from "./task-status.ts";

export interface Ending {
  /** As somebody judged it; by default read from how the work stands. */
  readonly outcome?: Outcome | undefined;
  /** The client vanished: its checkpoint is made already, and nothing is committed that nobody finished. */
  readonly isInterrupted?: boolean;
}

const LONGEST = 400;

/** One session on its way through the ritual. */
interface ShutdownRun {
  readonly session: SessionRecord;
  readonly location: ProjectLocation;
  readonly record: GovernedRecord;
  /** It was cut off before: what a step did may stand already, though the step was not marked. */
  readonly isResumed: boolean;
  closing: ShutdownProgress;
}

/**
 * The shutdown ritual: what a session did is saved, reported and handed over. A step that fails holds up none of the
 * others; a process that ends in the middle leaves the rest to the next one.
 */
export class Shutdown {
  readonly #context: TaskContext;

  constructor(context: TaskContext) {
    this.#context = context;
  }

  /** Ending again what has not gone on since changes nothing. */
  async run(session: SessionRecord, ending: Ending): Promise<void> {
    if (session.project === null) return;
    const location = await this.#context.ledger.at(session.project);
    const record = await this.#recordOf(session, location);
    const before = interruptedShutdown(record.closing, session);
    if (!before && record.closedAt !== null && record.closedSeq === session.totalMessages) return;
    const closing = before ?? (await this.#begin(session, ending));
    await this.#pass({ session, location, record, closing, isResumed: before !== undefined });
  }

  async #begin({ id, totalMessages }: SessionRecord, { outcome: given, isInterrupted = false }: Ending) {
    const at = isoTime(this.#context.services.clock.now());
    const closing: ShutdownProgress = { at, isInterrupted, done: [], ...(given && { given }) };
    await changeGoverned(this.#context.services.store, id, {
      ...{ closedAt: at, closedSeq: totalMessages, isWaiting: false, closing },
    });
    return closing;
  }

  async #pass(run: ShutdownRun): Promise<void> {
    const { session, location, record, isResumed } = run;
    const left = await this.#leftBefore(run);
    if (left !== undefined) await this.#context.mirror.keep(session, left);
    const { isInterrupted } = run.closing;
    const { taskState, files, memory } = this.#context;
    await this.#step(run, "commit_work", async () => {
      const kept = await this.#keepWork(run);
      run.closing = { ...run.closing, kept: kept.text };
      return kept;
    });
    const structured = await taskState.of(session, isInterrupted ? "interrupted" : "session_end");
    if (!structured) return changeGoverned(this.#context.services.store, session.id, { closing: null });
    const { state, task } = structured;
    const account = run.closing.account ?? (await this.#accountOf(run, structured));
    run.closing = { ...run.closing, account };
    const { outcome, completed, blocked, next, nextHint } = account;

    await this.#step(run, "update_progress", async () => {
      const endedAt = Date.parse(run.closing.at);
      const durationMs = endedAt - Date.parse(record.begunAt);
      const entry = { endedAt, durationMs, goal: record.goal, completed, blocked, next };
      const written = await files.write(session, LOG_FILE, (folder) => appendToLog(folder, entry, isResumed));
      return written ? completed : "not written";
    });
    if (!isInterrupted)
      await this.#step(run, "checkpoint", async () => {
        const summary = redact(oneLine(`${outcome}: ${completed}`, LONGEST));
        const content = { session, trigger: "session_end", structured: { ...state, summary } } as const;
        const id = left ?? (await this.#context.checkpoints.write(content)).id;
        await this.#context.mirror.keep(session, id);
        return id;
      });
    await this.#step(run, "memorize", async () => {
      const at = session.gate === null ? "" : ` at ${session.gate}`;
      const content = `Task ${session.task}${at} (${outcome}): ${completed}${nextHint === "" ? "" : ` Next: ${nextHint}`}`;
      const scope = { project: location.project, sessionId: session.id, source: `session ${session.id}` };
      return (await memory.remember({ content, kind: "note", ...scope })).id;
    });
    await this.#step(run, "update_status", async () => {
      const how = { task, nextSteps: state.nextSteps };
      const at = Date.parse(run.closing.at);
      const written = await files.write(session, STATUS_FILE, (folder) => writeStatus(folder, session, at, how));
      return written ? "written" : "not written";
    });
    await this.#step(
      run,
      "emit_event",
      async () => {
        await changeGoverned(this.#context.services.store, session.id, { outcome, nextHint });
        await this.#context.evidence.say(session, evidenceLine.end(session.id, outcome), { once: isResumed });
        return `session.complete outcome=${outcome}`;
      },
      { type: "session.complete", sessionId: session.id, outcome, nextSessionHint: nextHint },
    );
    await changeGoverned(this.#context.services.store, session.id, { closing: null });
  }

  /** A step that was done is not done again; what it announces is stored with the mark that it is done. */
  async #step(run: ShutdownRun, step: ShutdownStep, work: () => Promise<string | KeptWork>, event?: PublicEvent) {
    const { id } = run.session;
    if (run.closing.done.includes(step)) return;
    const done = await this.#tried(id, step, work);
    this.#context.services.events.step({ type: "shutdown.step", sessionId: id, step });
    run.closing = { ...run.closing, done: [...run.closing.done, step] };
    await recordStep(this.#context.services, id, step, done, { closing: run.closing }, event);
  }

  async #tried<Done>(sessionId: string, step: ShutdownStep, work: () => Promise<Done>): Promise<Done | string> {
    const { log, store, clock } = this.#context.services;
    try {
      return await work();
    } catch (error) {
      log.error({ err: error, sessionId, step }, "a step of the shutdown ritual failed");
      const detail = `the step ${step} of the shutdown ritual failed: ${redact(messageOf(error))}`;
      await incidents(store).add(newIncident(clock.now(), "shutdown_step_failed", detail, sessionId));
      return `failed: ${messageOf(error)}`;
    }
  }

  async #accountOf({ session, record, closing }: ShutdownRun, structured: Structured): Promise<Account> {
    const { state, task } = structured;
    const passedGates = await this.#gatesPassed(session);
    const hasFailed = record.smoke === "failed" || state.state.tests.failing > 0;
    const outcome = !state.canResume || passedGates.length > 0 ? "success" : "partial";
    return {
      outcome: closing.given ?? (hasFailed ? "failed" : outcome),
      nextHint: redact(state.nextSteps[0] ?? state.resumeInstructions),
      completed: redact(completedText(structured, passedGates, closing.kept ?? "")),
      blocked: redact(task?.blockers.join("; ") ?? ""),
      next: redact(state.nextSteps.join("; ")),
    };
  }

  /** The checkpoint of this very end, where it was written before the ritual was cut off. */
  async #leftBefore({ session, closing, isResumed }: ShutdownRun): Promise<string | undefined> {
    if (!isResumed) return undefined;
    const [last] = await this.#context.services.store.checkpoints.list({ sessionId: session.id, limit: 1 });
    return last?.trigger === "session_end" && last.createdAt >= closing.at ? last.id : undefined;
  }

  /** A session whose task was set without the start ritual has no record: its end needs one. */
  async #recordOf(session: SessionRecord, { project, root }: ProjectLocation): Promise<GovernedRecord> {
    const { store } = this.#context.services;
    const known = await governedSessions(store).get(session.id);
    if (known) return known;
    const task = session.task ?? "";
    const common = { sessionId: session.id, project, root, task, goal: task, begunAt: session.startedAt };
    const record = newGoverned(common);
    await governedSessions(store).put(record);
    return record;
  }

  async #gatesPassed({ id }: SessionRecord): Promise<string[]> {
    const checkpoints = await this.#context.services.store.checkpoints.list({ sessionId: id });
    const passed = checkpoints.filter(({ trigger }) => trigger === "gate_transition");
    return passed.flatMap(({ structured }) => structured?.gate ?? []).reverse();
  }

  /** Commits where that is allowed and safe; otherwise saves everything as a patch in the task's folder. */
  async #keepWork({ session, location, record: { goal }, closing, isResumed }: ShutdownRun): Promise<KeptWork> {
    const { root, project } = location;
    const problem = await gitProblem(root);
    if (problem !== undefined) return nothingKept(`nothing could be kept: ${redact(oneLine(problem, 120))}`);
    const folder = await this.#context.files.folderOf(session);
    const own = [location.places?.own, folder?.path].filter((path) => path !== undefined && isInside(root, path));
    const without = own.map((path) => relative(root, path ?? ""));
    const { governance } = await this.#context.services.configFor(project);
    const mayCommit = governance.autoCommit && !closing.isInterrupted;
    const message = `${session.task}: ${oneLine(goal, 60)}`;
    const patch = await patchOf(root, without);
    if (!patch) {
      const before = mayCommit && isResumed ? await commitSince(root, message, closing.at) : undefined;
      return before ? keptAsCommit(before.commit) : nothingKept("nothing uncommitted");
    }
    if (!mayCommit) return this.#bundle(session, patch, closing);
    if (patch.leftOut.length > 0) return this.#bundle(session, patch, closing, "not safe with what is left out");
    const done = await commitWork(root, message, without);
    if ("commit" in done) return keptAsCommit(done.commit);
    // Git may have committed all the same: begun by the process that was cut off, or before a hook behind the commit
    // hung.
    const rest = await patchOf(root, without);
    const there = rest ? undefined : await commitSince(root, message, closing.at);
    return there ? keptAsCommit(there.commit) : this.#bundle(session, rest ?? patch, closing, done.refused);
  }

  async #bundle(session: SessionRecord, patch: Patch, { at }: ShutdownProgress, refused?: string): Promise<KeptWork> {
    const { files, services } = this.#context;
    const name = `work/patches/${at.replace(/[:.]/g, "-")}-${session.id.slice(-8)}.patch`;
    const written = patch.files > 0 && (await files.write(session, name, (folder) => folder.write(name, patch.bytes)));
    if (patch.leftOut.length > 0) {
      const detail = `left out of the patch of task ${session.task}: ${patch.leftOut.join("; ")}. They stand in the work tree.`;
      await incidents(services.store).add(newIncident(services.clock.now(), "patch_incomplete", detail, session.id));
    }
    return keptAsPatch(patch, written ? name : null, refused);
  }
}

function completedText({ state: { state }, said }: Structured, gates: readonly string[], kept: string): string {
  const { tests, filesChanged } = state;
  const files = filesChanged.map(({ path }) => path);
  const more = files.length > 5 ? ` and ${files.length - 5} more` : "";
  const ran = tests.passing + tests.failing + tests.pending > 0;
  return [
    ...(said === undefined ? [] : [said]),
    ...(gates.length > 0 ? [`passed ${gates.join(", ")}`] : []),
    ...(files.length > 0 ? [`changed ${files.slice(0, 5).join(", ")}${more}`] : []),
    ...(ran ? [`tests: ${tests.passing} passing, ${tests.failing} failing, ${tests.pending} pending`] : []),
    ...(kept === "" ? [] : [kept]),
  ].join("; ");
}
