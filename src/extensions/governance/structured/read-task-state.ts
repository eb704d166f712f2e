import { existsSync } from "node:fs";
import { join } from "node:path";
import { type Activity, activityOf, nextStepsAfter, nextStepsIn, waitingEntries } from "../../../capture/index.ts";
import { redact, ThroughlineError } from "../../../core/index.ts";
import type { ProjectLocation } from "../../../project-files/index.ts";
import type { Services } from "../../../services.ts";
import type { CheckpointTrigger, SessionRecord, StructuredState } from "../../../store/index.ts";
import { oneLine } from "../../../text/index.ts";
import type { Decision, Ledger, Task } from "../../ledgers/index.ts";
import { governedSessions } from "../governed-sessions.ts";
import { changesSince } from "../rituals/git.ts";
import { failureOf } from "../rituals/messages.ts";
import { isStructured, type StructuredCheckpoint } from "./checkpoint-json.ts";
import { afterBoth, type FileAction, type FileWork, workIn } from "./work-done.ts";

const MESSAGES = 400;
const MOST_FILES = 500;
const MOST_DECISIONS = 50;
const LONGEST = 300;
const SPOKEN = ["prompt", "text", "tool_use", "tool_result"] as const;
/** The client waits for these, so git is not run. */
const IN_A_HURRY: readonly CheckpointTrigger[] = ["pre_compaction"];

type State = StructuredState["state"];

export interface Structured {
  readonly state: StructuredState;
  /** The commands that ended well. */
  readonly commands: readonly string[];
  /** With a failing smoke command among its blockers. */
  readonly task: Task | undefined;
  /** The agent's last reply, in a line. */
  readonly said: string | undefined;
}

/** The task of that name in the ledgers; one that is only a folder has none. */
export async function taskOf(ledger: Ledger, location: ProjectLocation, slug: string): Promise<Task | undefined> {
  try {
    return await ledger.tasks.show(location, slug);
  } catch (error) {
    if (error instanceof ThroughlineError) return undefined;
    throw error;
  }
}

/** Reads the state of a session's task, from the captured conversation, git and the ledgers. */
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

  /** `given`: a summary in place of one that is made up from the rest. */
  async of(session: SessionRecord, trigger: CheckpointTrigger, given?: string): Promise<Structured | undefined> {
    const { store } = this.#services;
    const { task: slug, projectNormalized: project, gate } = session;
    if (slug === null) return undefined;
    const own = await this.newestOf(session);
    const before = own?.structured;
    const ofTask = own || project === null ? [] : await store.checkpoints.list({ project, task: slug, limit: 50 });
    const last = own ?? ofTask.find(isStructured);
    const location = session.project === null ? undefined : await this.#ledger.at(session.project);
    const task = location && (await taskOf(this.#ledger, location, slug));
    const after = own?.messageSeq ?? 0;
    const messages = await store.messages.list(session.id, { kinds: SPOKEN, after, limit: MESSAGES, fromEnd: true });
    const spoken = [...messages, ...(await waitingEntries(store, session.id))];
    const root = location?.root ?? "/";
    const work = workIn(spoken, root);
    const activity = activityOf(spoken);
    const record = await governedSessions(store).get(session.id);
    const base = IN_A_HURRY.includes(trigger) ? undefined : record?.base;
    const seen = location && base ? await changesSince(location.root, base) : [];
    const broken = record && failureOf(record);
    const decided = (task?.decisions ?? []).filter(({ ts }) => ts >= session.startedAt);
    // A request that nothing was done about waits until the code is healthy.
    const isPostponed = broken !== undefined && spoken.at(-1)?.kind === "prompt";
    const postponed = isPostponed ? activity.requests.at(-1) : undefined;
    const newest = await store.checkpoints.list({ sessionId: session.id, limit: 20 });
    const planned = firstOf(
      nextStepsIn(newest.find((one) => one.trigger === "agent")?.digest ?? ""),
      task?.nextSteps ?? [],
      postponed ? [oneLine(`Asked for and not begun: ${postponed.text}`, LONGEST)] : nextStepsAfter(spoken),
      (before?.nextSteps ?? []).filter((step) => !step.startsWith(FIX_FIRST)),
    );
    const nextSteps = broken === undefined ? planned : [FIX_FIRST + broken, ...planned];
    const canResume = task?.status !== "complete" && gate !== "G10";
    const step = last?.structured.gate === gate ? (last.structured.step ?? 0) + 1 : 1;
    const from = gate === null ? `step ${step + 1}` : `${gate} step ${step + 1}`;
    const state = redacted({
      ...{ gate, step, type: trigger, summary: given ?? summaryOf(trigger, activity, task) },
      state: {
        filesChanged: filesChanged(before?.state, work.files, seen, root),
        tests: work.tests ?? before?.state.tests ?? { passing: 0, failing: 0, pending: 0 },
        decisions: decisionsOf(before?.state, activity, decided),
      },
      ...{ nextSteps, canResume },
      resumeInstructions: canResume
        ? `Continue from ${from}${nextSteps[0] === undefined ? "" : `, ${nextSteps[0]}`}`
        : "The task is complete: there is nothing left to continue.",
    });
    return {
      ...{ state, task: task && blockedBy(task, broken) },
      commands: activity.commands.filter(({ exitCode }) => exitCode === 0).map(({ command }) => command),
      said: activity.lastReply && oneLine(activity.lastReply.text, LONGEST),
    };
  }
}

const FIX_FIRST = "Fix what the smoke command finds: ";

const blockedBy = (task: Task, broken: string | undefined): Task =>
  broken === undefined ? task : { ...task, blockers: [`the smoke command fails: ${broken}`, ...task.blockers] };

const firstOf = (...lists: readonly (readonly string[])[]): readonly string[] =>
  lists.find(({ length }) => length > 0) ?? [];

/** Each file once, with its final action; a file that is gone from disk counts as deleted. */
function filesChanged(before: State | undefined, done: readonly FileWork[], seen: readonly FileWork[], root: string) {
  const files = new Map<string, FileAction>();
  const become = (path: string, after: FileAction | undefined) => {
    files.delete(path);
    if (after !== undefined) files.set(path, after);
  };
  for (const { path, action } of before?.filesChanged ?? []) if (isAction(action)) files.set(path, action);
  for (const { path, action } of done) become(path, afterBoth(files.get(path), action));
  for (const { path, action } of seen) become(path, action);
  for (const [path, action] of [...files])
    if (action !== "deleted" && !existsSync(join(root, path))) become(path, afterBoth(action, "deleted"));
  return [...files].slice(-MOST_FILES).map(([path, action]) => ({ path, action }));
}

const isAction = (text: string): text is FileAction => ["created", "modified", "deleted"].includes(text);

/** Decisions of the ledger come with their reasons, those of the conversation as quoted. */
function decisionsOf(before: State | undefined, { decisions: quoted }: Activity, decided: readonly Decision[]) {
  const all: State["decisions"] = [
    ...(before?.decisions ?? []),
    ...quoted.map(({ text }) => ({ decision: oneLine(text, LONGEST), rationale: "", alternatives: [] })),
    ...decided.map(({ decision, rationale, alternatives }) => ({ decision, rationale, alternatives })),
  ];
  return [...new Map(all.map((one) => [one.decision.toLowerCase(), one])).values()].slice(-MOST_DECISIONS);
}

const TITLES: Partial<Record<CheckpointTrigger, string>> = {
  pre_compaction: "Before a compaction",
  interrupted: "Interrupted",
  session_end: "Session end",
  context_refresh: "Context refresh",
  periodic: "In between",
};

function summaryOf(trigger: CheckpointTrigger, { lastReply, requests }: Activity, task: Task | undefined): string {
  const text = lastReply?.text ?? requests.at(-1)?.text ?? task?.title ?? "";
  return oneLine([TITLES[trigger], text].filter((part) => part).join(": "), LONGEST);
}

/** Secrets out of every text in it. */
const redacted = <Value>(value: Value): Value =>
  JSON.parse(JSON.stringify(value, (_key, one: unknown) => (typeof one === "string" ? redact(one) : one)));
