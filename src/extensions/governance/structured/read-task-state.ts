import { existsSync } from "node:fs";
import { join } from "node:path";
import { activityOf, nextStepsAfter, waitingEntries } from "../../../capture/index.ts";
import { ThroughlineError } from "../../../core/index.ts";
import type { Ground } from "../../../project-files/index.ts";
import type { Services } from "../../../services.ts";
import type { CheckpointTrigger, SessionRecord, StructuredState } from "../../../store/index.ts";
import { oneLine } from "../../../text/index.ts";
import type { Ledger, Task } from "../../ledgers/index.ts";
import { governedSessions } from "../governed-sessions.ts";
import { changesSince } from "../rituals/git.ts";
import { failureOf } from "../rituals/messages.ts";
import { isStructured, type StructuredCheckpoint } from "./checkpoint-json.ts";
import { structuredState } from "./structured-state.ts";
import { type Work, workIn } from "./work-done.ts";

const MESSAGES = 400;
const LONGEST = 300;
const SPOKEN = ["prompt", "text", "tool_use", "tool_result"] as const;
/** The client waits for these, so git is not run. */
const IN_A_HURRY: readonly CheckpointTrigger[] = ["pre_compaction"];

export interface Structured {
  readonly state: StructuredState;
  readonly work: Work;
  /** With a failing smoke command among its blockers. */
  readonly task: Task | undefined;
  /** The agent's last reply, in a line. */
  readonly said: string | undefined;
}

/** The task of that name in the ledgers; one that is only a folder has none. */
export async function taskOf(ledger: Ledger, ground: Ground, slug: string): Promise<Task | undefined> {
  try {
    return await ledger.tasks.show(ground, slug);
  } catch (error) {
    if (error instanceof ThroughlineError) return undefined;
    throw error;
  }
}

const blockedBy = (task: Task, broken: string | undefined): Task =>
  broken === undefined ? task : { ...task, blockers: [`the smoke command fails: ${broken}`, ...task.blockers] };

/** Reads the state of a session's task. */
export class TaskStateReader {
  readonly #services: Services;
  readonly #ledger: Ledger;

  constructor(services: Services, ledger: Ledger) {
    this.#services = services;
    this.#ledger = ledger;
  }

  /** The newest structured checkpoint of a session. */
  async newestOf({ id }: SessionRecord): Promise<StructuredCheckpoint | undefined> {
    return (await this.#services.store.checkpoints.list({ sessionId: id, limit: 50 })).find(isStructured);
  }

  async of(session: SessionRecord, trigger: CheckpointTrigger, summary?: string): Promise<Structured | undefined> {
    const { store } = this.#services;
    const { task: slug, projectNormalized: project } = session;
    if (slug === null) return undefined;
    const own = await this.newestOf(session);
    const ofTask = own || project === null ? [] : await store.checkpoints.list({ project, task: slug, limit: 50 });
    const last = own ?? ofTask.find(isStructured);
    const ground = session.project === null ? undefined : await this.#ledger.at(session.project);
    const task = ground && (await taskOf(this.#ledger, ground, slug));
    const after = own?.messageSeq ?? 0;
    const messages = await store.messages.list(session.id, { kinds: SPOKEN, after, limit: MESSAGES, fromEnd: true });
    const spoken = [...messages, ...(await waitingEntries(store, session.id))];
    const root = ground?.root ?? "/";
    const work = workIn(spoken, root);
    const record = await governedSessions(store).get(session.id);
    const base = record?.base;
    const seen = ground && base && !IN_A_HURRY.includes(trigger) ? await changesSince(ground.root, base) : [];
    const broken = record && failureOf(record);
    const decided = (task?.decisions ?? []).filter(({ ts }) => ts >= session.startedAt);
    const account = (await store.checkpoints.list({ sessionId: session.id, limit: 20 })).find(
      (one) => one.trigger === "agent",
    );
    const activity = activityOf(spoken);
    const state = structuredState({
      ...{ trigger, work, seen, decided, task, summary, activity, broken, gate: session.gate },
      next: nextStepsAfter(spoken),
      isBegun: spoken.at(-1)?.kind !== "prompt",
      step: last?.structured.gate === session.gate ? (last.structured.step ?? 0) + 1 : 1,
      before: own?.structured,
      account: account?.digest,
      exists: (path) => existsSync(join(root, path)),
    });
    const said = activity.lastReply && oneLine(activity.lastReply.text, LONGEST);
    return { state, work, task: task && blockedBy(task, broken), said };
  }
}
