import { type Activity, nextStepsIn } from "../../../capture/index.ts";
import { redact } from "../../../core/index.ts";
import type { CheckpointTrigger, StructuredState } from "../../../store/index.ts";
import { oneLine } from "../../../text/index.ts";
import type { Decision, Task } from "../../ledgers/index.ts";
import { afterBoth, type FileAction, type Work } from "./work-done.ts";

type State = StructuredState["state"];
export type ChangedFile = State["filesChanged"][number];

export interface StateInput {
  readonly trigger: CheckpointTrigger;
  readonly gate: string | null;
  readonly step: number;
  /** The last state of the same session. */
  readonly before: StructuredState | undefined;
  /** What happened since. */
  readonly work: Work;
  readonly activity: Activity;
  /** The next steps by the conversation since. */
  readonly next: readonly string[];
  /** Changes in the work tree, where git was run. */
  readonly seen: readonly ChangedFile[];
  /** What was decided in the ledger during the session, oldest first. */
  readonly decided: readonly Decision[];
  readonly task: Task | undefined;
  /** Why the code is not healthy, as it was last found. */
  readonly broken: string | undefined;
  /** Whether anything was done since the last request. */
  readonly isBegun: boolean;
  /** The agent's own last account. */
  readonly account: string | undefined;
  /** In place of one that is made up from the rest. */
  readonly summary?: string | undefined;
  readonly exists: (path: string) => boolean;
}

const MOST_FILES = 500;
const MOST_DECISIONS = 50;
const LONGEST = 300;

const isAction = (text: string): text is FileAction => ["created", "modified", "deleted"].includes(text);

/** Each file once, with its final action; a file that is gone from disk counts as deleted. */
export function filesChanged({ before, work, seen, exists }: StateInput): ChangedFile[] {
  const files = new Map<string, FileAction>();
  const become = (path: string, after: FileAction | undefined) => {
    files.delete(path);
    if (after !== undefined) files.set(path, after);
  };
  for (const { path, action } of before?.state.filesChanged ?? []) if (isAction(action)) files.set(path, action);
  for (const { path, action } of work.files) become(path, afterBoth(files.get(path), action));
  for (const { path, action } of seen) if (isAction(action)) become(path, action);
  for (const [path, action] of [...files])
    if (action !== "deleted" && !exists(path)) become(path, afterBoth(action, "deleted"));
  return [...files].slice(-MOST_FILES).map(([path, action]) => ({ path, action }));
}

/** Decisions of the ledger come with their reasons, those of the conversation as quoted. */
function decisionsOf({ before, decided, activity }: StateInput): State["decisions"] {
  const entered = decided.map(({ decision, rationale, alternatives }) => ({ decision, rationale, alternatives }));
  const all = [
    ...(before?.state.decisions ?? []),
    ...activity.decisions.map(({ text }) => ({ decision: oneLine(text, LONGEST), rationale: "", alternatives: [] })),
    ...entered,
  ];
  const byText = new Map(all.map((one) => [one.decision.toLowerCase(), one]));
  return [...byText.values()].slice(-MOST_DECISIONS);
}

const FIX_FIRST = "Fix what the smoke command finds: ";

/** A failing smoke command comes first. */
function nextStepsOf(input: StateInput): readonly string[] {
  const planned = plannedSteps(input);
  return input.broken === undefined ? planned : [FIX_FIRST + input.broken, ...planned];
}

function plannedSteps({ task, account, activity, next, before, broken, isBegun }: StateInput): readonly string[] {
  const postponed = broken === undefined || isBegun ? undefined : activity.requests.at(-1);
  const sources = [
    () => nextStepsIn(account ?? ""),
    () => task?.nextSteps ?? [],
    () => (postponed ? [oneLine(`Asked for and not begun: ${postponed.text}`, LONGEST)] : next),
    () => (before?.nextSteps ?? []).filter((step) => !step.startsWith(FIX_FIRST)),
  ];
  for (const source of sources) {
    const steps = source();
    if (steps.length > 0) return steps;
  }
  return [];
}

const TITLES: Partial<Record<CheckpointTrigger, string>> = {
  pre_compaction: "Before a compaction",
  interrupted: "Interrupted",
  session_end: "Session end",
  context_refresh: "Context refresh",
  periodic: "In between",
};

function summaryOf({ trigger, activity, task, summary }: StateInput): string {
  if (summary !== undefined) return summary;
  const text = activity.lastReply?.text ?? activity.requests.at(-1)?.text ?? task?.title ?? "";
  return oneLine([TITLES[trigger], text].filter((part) => part).join(": "), LONGEST);
}

/** Secrets out of every text in it. */
const redacted = <Value>(value: Value): Value =>
  JSON.parse(JSON.stringify(value, (_key, one: unknown) => (typeof one === "string" ? redact(one) : one)));

/** The state of a task, from the captured conversation and the ledgers. */
export function structuredState(input: StateInput): StructuredState {
  const { trigger, gate, step, before, work, task } = input;
  const nextSteps = nextStepsOf(input);
  const canResume = task?.status !== "complete" && gate !== "G10";
  const from = gate === null ? `step ${step + 1}` : `${gate} step ${step + 1}`;
  return redacted({
    ...{ gate, step, type: trigger, summary: summaryOf(input) },
    state: {
      filesChanged: filesChanged(input),
      tests: work.tests ?? before?.state.tests ?? { passing: 0, failing: 0, pending: 0 },
      decisions: decisionsOf(input),
    },
    ...{ nextSteps, canResume },
    resumeInstructions: canResume
      ? `Continue from ${from}${nextSteps[0] === undefined ? "" : `, ${nextSteps[0]}`}`
      : "The task is complete: there is nothing left to continue.",
  });
}
