import { isoTime, redact } from "../../../core/index.ts";
import type { Memory } from "../../../memory/index.ts";
import type { Ground } from "../../../project-files/index.ts";
import type { Services } from "../../../services.ts";
import type { SessionRecord } from "../../../store/index.ts";
import { oneLine } from "../../../text/index.ts";
import type { Ledger } from "../../ledgers/index.ts";
import { type Gate, gateBefore } from "../gates/gates.ts";
import { type GovernedRecord, governedSessions } from "../governed-sessions.ts";
import type { Mirror } from "../structured/checkpoint-mirror.ts";
import { taskOf } from "../structured/read-task-state.ts";
import { type EvidenceLog, evidenceLine } from "../task-files/evidence-log.ts";
import { TaskFolder } from "../task-files/task-folder.ts";
import { recentCommits, treeNow } from "./git.ts";
import { LOG_FILE, lastEntry } from "./implementation-log.ts";
import type { StartContent } from "./messages.ts";
import { isUnhealthy, recordStep } from "./ritual-steps.ts";
import { gateIn, STATUS_FILE } from "./task-status.ts";

export interface StartPlan {
  readonly slug: string;
  readonly goal: string | undefined;
  readonly fromGate: Gate | undefined;
  readonly isWaiting: boolean;
  /** The session that this one goes on from, if it was under the task: what was not healthy there is not here. */
  readonly from?: GovernedRecord | undefined;
}

export interface Begun {
  readonly session: SessionRecord;
  readonly record: GovernedRecord;
  readonly content: StartContent;
}

export interface StartupParts {
  readonly ledger: Ledger;
  readonly memory: Memory;
  readonly mirror: Mirror;
  readonly evidence: EvidenceLog;
}

const RECALL_TOKENS = 300;
/** A client waits for its session to start. */
const RECALL_MS = 200;
const LONGEST = 200;

/**
 * The first four steps of the startup ritual, and the announcement at its end. The smoke command runs between them, in
 * its own time.
 */
export class Startup {
  readonly #services: Services;
  readonly #parts: StartupParts;

  constructor(services: Services, parts: StartupParts) {
    this.#services = services;
    this.#parts = parts;
  }

  async begin(given: SessionRecord, ground: Ground, plan: StartPlan): Promise<Begun> {
    const { store, clock } = this.#services;
    const { slug, fromGate } = plan;
    const task = await taskOf(this.#parts.ledger, ground, slug);
    const last = await this.#lastOf(ground, slug, fromGate);
    const gate = fromGate ?? last?.gate ?? gateIn(TaskFolder.of(ground, slug)) ?? null;
    await store.sessions.change(given.id, { task: slug, gate });
    const session = { ...given, task: slug, gate };
    const goal = redact(plan.goal ?? task?.nextSteps[0] ?? task?.title ?? slug);
    const base = await treeNow(ground.root);
    const before = await governedSessions(store).get(given.id);
    const held = [before, plan.from].find((one) => one !== undefined && isUnhealthy(one));
    const record: GovernedRecord = {
      ...{ sessionId: given.id, project: ground.project, root: ground.root, task: slug, goal },
      ...{ begunAt: isoTime(clock.now()), resumedFrom: last?.checkpoint_id ?? null, fromGate: fromGate ?? null },
      ...{ base: base ?? null, isWaiting: plan.isWaiting },
      steps: before?.steps ?? [],
      ...{ smoke: held ? "failed" : "none", smokeCommand: held?.smokeCommand ?? null, overrideReason: null },
      ...{ smokeOutput: held?.smokeOutput ?? null, smokeAt: held?.smokeAt ?? null },
      ...{ outcome: null, nextHint: null, closedAt: null, closedSeq: null, closing: null },
    };
    await governedSessions(store).put(record);
    await this.#parts.evidence.say(session, evidenceLine.start(session.id, record.resumedFrom));
    const content = await this.#recover(session, ground, [slug, task?.title ?? "", goal].join(" "));
    const resume = last && `${last.summary}. ${last.resume_instructions}`;
    return { session, record, content: { ...content, goal, gate, resume } };
  }

  /**
   * What the work goes on from, on whichever machine: the newest checkpoint, or, at a gate, the one that the gate
   * before it was passed by.
   */
  async #lastOf({ project, root }: Ground, task: string, fromGate: Gate | undefined) {
    const all = await this.#parts.mirror.all(project, { project: root, task });
    const before = fromGate && gateBefore(fromGate);
    const passing = all.findLast(({ type, gate }) => type === "gate_transition" && gate === before);
    return (before && passing) ?? all.at(-1);
  }

  async #recover({ id, task }: SessionRecord & { task: string }, ground: Ground, query: string) {
    const trace = (step: Parameters<typeof recordStep>[2], detail: string) =>
      recordStep(this.#services, id, step, detail);
    const recalled = await this.#recall(ground, query);
    await trace("recall_context", `${recalled.length} recalled`);
    const folder = TaskFolder.of(ground, task);
    const log = readable(folder, LOG_FILE);
    const progress = lastEntry(log ?? "");
    await trace("read_progress", log === undefined ? "no implementation log yet" : oneLine(progress, LONGEST));
    const status = readable(folder, STATUS_FILE) ?? "";
    await trace("check_status", status === "" ? "no task status yet" : oneLine(status, LONGEST));
    const commits = await recentCommits(ground.root);
    await trace(
      "review_history",
      commits === undefined ? "no repository" : `${commits.length} commits: ${commits[0] ?? ""}`,
    );
    return { recalled, progress, status, commits: commits ?? [] };
  }

  async #recall({ project }: Ground, query: string): Promise<string[]> {
    try {
      const found = await this.#parts.memory.recall({ query, project, budget: RECALL_TOKENS, withinMs: RECALL_MS });
      return found.map(({ content, source, createdAt }) => `- ${oneLine(content, LONGEST)} [${source}, ${createdAt}]`);
    } catch (error) {
      this.#services.log.warn({ err: error, project }, "nothing could be recalled for a task");
      return [];
    }
  }

  /** The goal is announced once the code is healthy, or somebody said that work goes on all the same. */
  async announce(session: SessionRecord): Promise<void> {
    const record = await governedSessions(this.#services.store).get(session.id);
    if (!record || !["none", "passed", "overridden"].includes(record.smoke)) return;
    const names = record.steps.map(({ step }) => step);
    if (names.lastIndexOf("announce_goal") > names.lastIndexOf("recall_context")) return;
    await recordStep(this.#services, session.id, "announce_goal", record.goal);
    await this.#parts.evidence.say(session, evidenceLine.goal(record.goal));
  }
}

/** A file that cannot be read says nothing; that it cannot is told when it is written. */
function readable(folder: TaskFolder | undefined, name: string): string | undefined {
  try {
    return folder?.read(name);
  } catch {
    return undefined;
  }
}
