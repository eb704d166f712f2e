import { z } from "zod";
import { badInput, ThroughlineError } from "../core/index.ts";
import type { Throughline } from "../engine.ts";
import type { SessionRecord } from "../store/index.ts";
import { type Entry, entryCalled, shortIds, type Thread, threadCalled, type WorkState } from "../work/index.ts";
import { callerGround, callerProject, callerSession } from "./binding.ts";
import { where } from "./ledger-shapes.ts";
import { type Caller, defineOperation } from "./operation.ts";
import { projectPath, served, time } from "./shapes.ts";

/*
 * The work of a project (K6). For agents four small tools rather than one with an action: each name says when to call
 * it, and the schema itself refuses what does not belong together.
 */

const by = z.enum(["user", "agent"]);
const quoteShape = z.object({ text: served, at: time, by });

const entryShape = z.object({
  id: z.string().describe("Short id, accepted by commands and tools"),
  fullId: z.string(),
  kind: z.enum(["rule", "decision"]),
  text: served,
  at: time,
  by,
  recorded: z.boolean().describe("Recorded by the agent or the user; false: only said in conversation"),
  reason: served.nullable(),
  rejected: z.array(served).readonly(),
  sessionId: z.string().nullable(),
  supersededBy: z.string().nullable().describe("The entry that replaced it"),
});

const threadShape = z.object({
  id: z.string().describe("Short id, accepted by commands and tools"),
  fullId: z.string(),
  state: z.enum(["open", "finished", "dropped", "dormant"]),
  goal: quoteShape.nullable(),
  request: quoteShape.nullable().describe("The last request"),
  nextStep: quoteShape.extend({ recorded: z.boolean() }).nullable(),
  failures: z.array(z.object({ command: served, error: served, at: time })).readonly(),
  files: z.array(served).readonly(),
  sessions: z.array(z.string()).readonly(),
  lastAt: time,
});

const workShape = z.object({
  project: z.string(),
  rules: z.array(entryShape).readonly(),
  decisions: z.array(entryShape).readonly(),
  threads: z.array(threadShape).readonly(),
});

type Names = ReadonlyMap<string, string>;

const entryView = ({ id, isRecorded, supersededBy, ...entry }: Entry, names: Names) => ({
  ...entry,
  id: names.get(id) ?? id,
  fullId: id,
  recorded: isRecorded,
  supersededBy: supersededBy === null ? null : (names.get(supersededBy) ?? supersededBy),
});

const threadView = ({ id, goal, request, nextStep, ...thread }: Thread, names: Names) => ({
  ...thread,
  id: names.get(id) ?? id,
  fullId: id,
  goal: goal ?? null,
  request: request ?? null,
  nextStep: nextStep ? { ...nextStep, recorded: nextStep.isRecorded } : null,
});

interface Where {
  readonly project?: string | undefined;
  readonly session?: string | undefined;
}

/** A call about the work of a project: the current work, and the caller's session if it belongs to that project. */
interface Call {
  readonly state: WorkState;
  readonly engine: Throughline;
  readonly caller: Caller;
  readonly where: Where;
  readonly project: string;
  readonly session: SessionRecord | undefined;
  /** Where a note about the work comes from. */
  readonly origin: { readonly project: string; readonly sessionId: string | null; readonly by: "user" | "agent" };
}

async function callAbout(engine: Throughline, caller: Caller, where: Where): Promise<Call> {
  if (where.project !== undefined) await engine.projects.named(where.project);
  const found = await callerSession(engine, caller, where.session);
  const project = await callerProject(engine, caller, found, where);
  if (project === undefined)
    throw badInput("project: cannot tell which project this belongs to", "Set `project` to an absolute path in it.");
  const session = found?.projectNormalized === project ? found : undefined;
  if (session) await engine.bringUpToDate(session);
  await engine.work.catchUp(project);
  const origin = { project, sessionId: session?.id ?? null, by: caller.isAgent ? "agent" : "user" } as const;
  return { engine, caller, where, project, session, state: await engine.work.state(project), origin };
}

/** Runs an operation on the work of one project. */
const atWork =
  <Input extends Where, Answer>(work: (call: Call, input: Omit<Input, keyof Where>) => Promise<Answer>) =>
  async (engine: Throughline, { project, session, ...rest }: Input, caller: Caller): Promise<Answer> =>
    work(await callAbout(engine, caller, { project, session }), rest);

const show = defineOperation({
  name: "work",
  summary: "show the rules, decisions and threads of a project",
  scope: "read",
  http: { method: "get", path: "/api/work" },
  cli: { command: "work", alsoCommand: "work list", inProject: true },
  input: z.strictObject(where),
  output: workShape,
  run: atWork(async ({ project, state }) => {
    const names = shortIds(state);
    return {
      project,
      rules: state.rules.map((entry) => entryView(entry, names)),
      decisions: state.decisions.map((entry) => entryView(entry, names)),
      threads: state.threads.map((thread) => threadView(thread, names)),
    };
  }),
});

const threadRef = z.string().min(1).describe("A thread: its id, short or full");

async function threadNow({ engine, project }: Call, id: string) {
  const state = await engine.work.state(project);
  return threadView(threadCalled(state, id), shortIds(state));
}

const showThread = defineOperation({
  name: "work.show",
  summary: "show a thread: goal, next step, failures, files and sessions",
  scope: "read",
  http: { method: "get", path: "/api/work/threads/:thread" },
  cli: { command: "work show", positional: ["thread"], inProject: true },
  input: z.strictObject({ thread: threadRef, ...where }),
  output: threadShape,
  run: atWork((call, { thread }) => threadNow(call, thread)),
});

async function entryNow({ engine, project }: Call, id: string) {
  const state = await engine.work.state(project);
  return entryView(entryCalled(state, id), shortIds(state));
}

const flat = (text: string): string => text.toLowerCase().replace(/\s+/g, " ").trim();

/** Records a rule; an identical one is returned as it is. */
async function addRule({ engine, state, origin }: Call, text: string): Promise<string> {
  const same = ({ isRecorded, supersededBy, text: words }: Entry) =>
    isRecorded && supersededBy === null && flat(words) === flat(text);
  return state.rules.find(same)?.id ?? (await engine.work.record({ ...origin, kind: "rule", text })).id;
}

/** Records the replacement of an entry: a rule for a rule, a decision in the ledger for a decision. */
async function addSuccessor(call: Call, old: Entry, text: string): Promise<string> {
  if (old.kind === "rule") return addRule(call, text);
  const { ground, session } = await callerGround(call.engine, call.caller, call.where);
  const content = { decision: text, rationale: "", alternatives: [], evidence: [], testScenarios: [] };
  return (await call.engine.ledger.decide(ground, { ...content, session })).id;
}

/** Also withdraws a decision that is in the ledger. */
async function leaveLedger({ engine, caller, where }: Call, { id, kind, isRecorded }: Entry): Promise<void> {
  if (kind !== "decision" || !isRecorded) return;
  const { ground } = await callerGround(engine, caller, where);
  try {
    await engine.ledger.withdraw(ground, id);
  } catch (error) {
    // Recorded in another clone: a note here applies there, too.
    if (!(error instanceof ThroughlineError) || error.code !== "not_found") throw error;
  }
}

interface Change {
  readonly old: Entry;
  /** What replaced it; none if it was only withdrawn. */
  readonly successor: string | undefined;
}

async function supersede(call: Call, named: string, successorWords: string | undefined): Promise<Change> {
  const { engine, state, origin } = call;
  const old = entryCalled(state, named);
  if (successorWords === undefined) {
    await leaveLedger(call, old);
    await engine.work.record({ ...origin, kind: "withdraw", target: old.id });
    return { old, successor: undefined };
  }
  const known = isId(successorWords) ? entryCalled(state, successorWords).id : undefined;
  const successor = known ?? (await addSuccessor(call, old, successorWords));
  if (successor === old.id)
    throw badInput("by: that is the same rule or decision", "Give the new text, or another id.");
  await leaveLedger(call, old);
  await engine.work.record({ ...origin, kind: "supersede", target: old.id, text: successor });
  return { old, successor };
}

const isId = (text: string): boolean => /^[rd]-[0-9a-f]{4,64}$/.test(text.trim());

const addRuleOperation = defineOperation({
  name: "work.rule.add",
  summary: "add a rule to a project",
  scope: "write",
  http: { method: "post", path: "/api/work/rules" },
  cli: { command: "work rule add", positional: ["text"], inProject: true },
  input: z.strictObject({
    text: z.string().trim().min(1).describe("The rule, self-contained, as the user means it"),
    replaces: z.string().min(1).optional().describe("The rule it replaces: its id, or words of it"),
    ...where,
  }),
  output: entryShape.extend({
    replaced: z.object({ id: z.string(), text: served }).optional().describe("The rule it replaced"),
  }),
  mcp: {
    tool: "set_rule",
    description:
      "Records a rule of this project for all later sessions. Call it when the user says what must always or never hold (not for what only concerns the current task). One rule per call, in the user's words, with exact names and the reason if they gave one. With `replaces` it replaces an older one.",
  },
  run: atWork(async (call, { text, replaces }) => {
    if (replaces === undefined) return entryNow(call, await addRule(call, text));
    const { old, successor = "" } = await supersede(call, replaces, text);
    const { id, text: replaced } = entryView(old, shortIds(call.state));
    return { ...(await entryNow(call, successor)), replaced: { id, text: replaced } };
  }),
});

const changeShape = z.object({
  id: z.string(),
  kind: z.enum(["rule", "decision"]),
  text: served,
  by: entryShape.nullable().describe("What replaced it; null if it was withdrawn"),
});

async function changeView(call: Call, { old, successor }: Change) {
  const { id, kind, text } = entryView(old, shortIds(call.state));
  return { id, kind, text, by: successor === undefined ? null : await entryNow(call, successor) };
}

const withdraw = defineOperation({
  name: "work.rule.withdraw",
  summary: "withdraw a rule or decision that no longer holds, recorded or said",
  scope: "write",
  http: { method: "post", path: "/api/work/entries/:id/withdraw" },
  cli: { command: "work rule withdraw", positional: ["id"], inProject: true },
  input: z.strictObject({ id: z.string().min(1).describe("The rule or decision: its id, short or full"), ...where }),
  output: changeShape,
  run: atWork(async (call, { id }) => changeView(call, await supersede(call, id, undefined))),
});

const supersedeOperation = defineOperation({
  name: "work.supersede",
  summary: "replace a rule or decision that no longer holds",
  scope: "write",
  http: { method: "post", path: "/api/work/supersede" },
  cli: { command: "work supersede", positional: ["old"], inProject: true },
  input: z.strictObject({
    old: z.string().min(1).describe("The rule or decision that no longer holds: its id, or words of it"),
    by: z.string().trim().min(1).optional().describe("What holds now: its text, or the id of an existing entry"),
    ...where,
  }),
  output: changeShape,
  mcp: {
    tool: "supersede",
    description:
      "Marks a rule or decision of this project as no longer valid. Call it when the user withdraws one or decides otherwise. `old` is its id or words of it, `by` what holds now; leave `by` out if nothing replaces it.",
  },
  run: atWork(async (call, { old, by: successor }) => changeView(call, await supersede(call, old, successor))),
});

const MOST_OFFERED = 4;
const GOAL_CHARS = 60;

/** The named thread, else the session's; without a session the only open one. */
async function threadOfCall({ engine, session, state }: Call, named: string | undefined): Promise<Thread> {
  if (named !== undefined) return threadCalled(state, named);
  const own = session && (await engine.work.threadOfSession(session.id));
  const open = state.threads.filter((thread) => thread.state === "open");
  const only = session === undefined && open.length === 1 ? open[0] : undefined;
  const found = state.threads.find(({ id }) => id === own) ?? only;
  if (found) return found;
  const names = shortIds(state);
  const offered = open
    .slice(0, MOST_OFFERED)
    .map(({ id, goal }) => `${names.get(id)} “${goal?.text.slice(0, GOAL_CHARS)}”`);
  throw badInput(
    "thread: cannot tell which one is meant",
    offered.length === 0
      ? "There is no open thread in this project."
      : `Set \`thread\` to one of: ${offered.join(", ")}.`,
  );
}

const changedThread = threadShape.extend({ already: z.boolean().describe("It was in this state before the call") });

const finish = defineOperation({
  name: "work.finish",
  summary: "mark a thread as finished",
  scope: "write",
  http: { method: "post", path: "/api/work/finish" },
  cli: { command: "work done", positional: ["thread"], mayMiss: ["thread"], inProject: true },
  input: z.strictObject({
    thread: threadRef.optional().describe("A thread: its id, short or full; by default your session's"),
    outcome: z.enum(["done", "dropped"]).default("done").describe("Whether it was completed or given up"),
    ...where,
  }),
  output: changedThread,
  mcp: {
    tool: "finish",
    description:
      "Closes a piece of work so that later sessions do not see it as open. Call it when the user accepts it as done, or with outcome `dropped` when they give it up. Without `thread`: this session's.",
  },
  run: atWork(async (call, { thread: named, outcome }) => {
    const thread = await threadOfCall(call, named);
    const { id } = thread;
    const before = thread.state;
    await call.engine.work.record({ ...call.origin, kind: outcome === "done" ? "finish" : "drop", target: id });
    const after = await threadNow(call, id);
    return { ...after, already: after.state === before };
  }),
});

const reopen = defineOperation({
  name: "work.reopen",
  summary: "reopen a finished thread",
  scope: "write",
  http: { method: "post", path: "/api/work/threads/:thread/reopen" },
  cli: { command: "work reopen", positional: ["thread"], inProject: true },
  input: z.strictObject({ thread: threadRef, ...where }),
  output: changedThread,
  run: atWork(async (call, { thread }) => {
    const { id, state } = threadCalled(call.state, thread);
    const already = state === "open";
    // A recorded note would keep the thread open whatever the conversation says later.
    if (!already) await call.engine.work.record({ ...call.origin, kind: "reopen", target: id });
    return { ...(await threadNow(call, id)), already };
  }),
});

const next = defineOperation({
  name: "work.next",
  summary: "set the next step of a thread",
  scope: "write",
  http: { method: "post", path: "/api/work/next-step" },
  cli: { command: "work next", positional: ["text"], inProject: true },
  input: z.strictObject({
    text: z.string().trim().min(1).describe("The next step, concrete enough to carry out"),
    thread: threadRef.optional().describe("A thread: its id, short or full; by default your session's"),
    ...where,
  }),
  output: threadShape,
  mcp: {
    tool: "set_next_step",
    description:
      "Records the next step of this piece of work for the next session. Call it when you pause, or when the user says what to do next. One concrete step with exact names. It replaces the last one.",
  },
  run: atWork(async (call, { text, thread: named }) => {
    const { engine, session, origin } = call;
    // Creates the thread of a session that has only talked so far.
    const target = named === undefined && session ? undefined : (await threadOfCall(call, named)).id;
    await engine.work.record({ ...origin, kind: "next_step", text, target });
    const own = session && (await engine.work.threadOfSession(session.id));
    return threadNow(call, target ?? own ?? "");
  }),
});

const rebuild = defineOperation({
  name: "work.rebuild",
  summary: "rebuild the work state of a project, or of all, from the recorded conversations",
  scope: "write",
  http: { method: "post", path: "/api/work/rebuild" },
  cli: { command: "work rebuild" },
  input: z.strictObject({ project: projectPath.optional().describe("A path in the project; by default all projects") }),
  output: z.object({ sessions: z.number().describe("Number of sessions read") }),
  async run(engine, { project }, caller) {
    const normalized = project === undefined ? undefined : await callerProject(engine, caller, undefined, { project });
    return { sessions: await engine.work.rebuild(normalized) };
  },
});

export const workOperations = [
  ...[show, showThread, addRuleOperation, withdraw, finish, reopen],
  ...[next, supersedeOperation, rebuild],
];
