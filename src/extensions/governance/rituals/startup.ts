import { isoTime, redact } from "../../../core/index.ts";
import type { ProjectLocation } from "../../../project-files/index.ts";
import type { SessionRecord } from "../../../store/index.ts";
import { oneLine } from "../../../text/index.ts";
import { type Gate, gateBefore } from "../gates/gates.ts";
import { type GovernedRecord, governedSessions, newGoverned } from "../governed-sessions.ts";
import { taskOf } from "../structured/read-task-state.ts";
import type { TaskContext } from "../task-context.ts";
import { evidenceLine } from "../task-files/evidence-log.ts";
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

const RECALL_TOKENS = 300;
/** A client waits for its session to start. */
const RECALL_MS = 200;
const LONGEST = 200;

/**
 * The first four steps of the startup ritual. The smoke command runs after them, in its own time; then the goal is
 * announced.
 */
export async function beginSession(
  context: TaskContext,
  given: SessionRecord,
  location: ProjectLocation,
  plan: StartPlan,
): Promise<Begun> {
  const { store, clock } = context.services;
  const { slug, fromGate, isWaiting } = plan;
  const task = await taskOf(context.ledger, location, slug);
  const last = await lastCheckpoint(context, location, slug, fromGate);
  const gate = fromGate ?? last?.gate ?? gateIn(TaskFolder.of(location, slug)) ?? null;
  await store.sessions.change(given.id, { task: slug, gate });
  const session = { ...given, task: slug, gate };
  const goal = redact(plan.goal ?? task?.nextSteps[0] ?? task?.title ?? slug);
  const before = await governedSessions(store).get(given.id);
  const failing = [before, plan.from].find((one) => one !== undefined && isUnhealthy(one));
  const record = newGoverned({
    ...{ sessionId: given.id, project: location.project, root: location.root, task: slug, goal, isWaiting },
    ...{ begunAt: isoTime(clock.now()), resumedFrom: last?.checkpoint_id ?? null, fromGate: fromGate ?? null },
    ...{ base: (await treeNow(location.root)) ?? null, steps: before?.steps ?? [] },
    ...(failing && { smoke: "failed", smokeCommand: failing.smokeCommand }),
    ...(failing && { smokeOutput: failing.smokeOutput, smokeAt: failing.smokeAt }),
  });
  await governedSessions(store).put(record);
  await context.evidence.say(session, evidenceLine.start(session.id, record.resumedFrom));
  const found = await recoverContext(context, session, location, [slug, task?.title ?? "", goal].join(" "));
  const resume = last && `${last.summary}. ${last.resume_instructions}`;
  return { session, record, content: { ...found, goal, gate, resume } };
}

/**
 * What the work goes on from, on whichever machine: the newest checkpoint, or, at a gate, the one that the gate before
 * it was passed by.
 */
async function lastCheckpoint({ mirror }: TaskContext, location: ProjectLocation, task: string, fromGate?: Gate) {
  const all = await mirror.all(location, task);
  const before = fromGate && gateBefore(fromGate);
  const passing = all.findLast(({ type, gate }) => type === "gate_transition" && gate === before);
  return (before && passing) ?? all.at(-1);
}

async function recoverContext(
  context: TaskContext,
  { id, task }: SessionRecord & { task: string },
  location: ProjectLocation,
  query: string,
) {
  const trace = (step: Parameters<typeof recordStep>[2], detail: string) =>
    recordStep(context.services, id, step, detail);
  const recalled = await recall(context, location, query);
  await trace("recall_context", `${recalled.length} recalled`);
  const folder = TaskFolder.of(location, task);
  const log = readable(folder, LOG_FILE);
  const progress = lastEntry(log ?? "");
  await trace("read_progress", log === undefined ? "no implementation log yet" : oneLine(progress, LONGEST));
  const status = readable(folder, STATUS_FILE) ?? "";
  await trace("check_status", status === "" ? "no task status yet" : oneLine(status, LONGEST));
  const commits = await recentCommits(location.root);
  const history = commits === undefined ? "no repository" : `${commits.length} commits: ${commits[0] ?? ""}`;
  await trace("review_history", history);
  return { recalled, progress, status, commits: commits ?? [] };
}

async function recall({ memory, services }: TaskContext, { project }: ProjectLocation, query: string) {
  try {
    const found = await memory.recall({ query, project, budget: RECALL_TOKENS, withinMs: RECALL_MS });
    return found.map(({ content, source, createdAt }) => `- ${oneLine(content, LONGEST)} [${source}, ${createdAt}]`);
  } catch (error) {
    services.log.warn({ err: error, project }, "nothing could be recalled for a task");
    return [];
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
