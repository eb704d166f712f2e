import { z } from "zod";
import { badInput } from "../../core/index.ts";
import { defineOperation, where } from "../../operation/index.ts";
import { shortIds, type Thread, threadCalled } from "../../work/index.ts";
import { atWork, type Call, statementInput, threadNow, threadRef, threadShape } from "./call.ts";

export const showThread = defineOperation({
  name: "work.show",
  summary: "show a thread: goal, next step, failures, files and sessions",
  http: { method: "get", path: "/api/work/threads/:thread" },
  cli: { command: "work show", positional: ["thread"], inProject: true },
  input: z.strictObject({ thread: threadRef, ...where }),
  output: threadShape,
  run: atWork((call, { thread }) => threadNow(call, thread)),
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
  if (offered.length === 0)
    throw badInput(
      "thread: this project has no open thread",
      "`throughline work` lists its threads; name one by its id.",
    );
  throw badInput("thread: cannot tell which one is meant", `Set \`thread\` to one of: ${offered.join(", ")}.`);
}

const changedThread = threadShape.extend({ already: z.boolean().describe("It was in this state before the call") });

export const finish = defineOperation({
  name: "work.finish",
  summary: "mark a thread as finished",
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

export const reopen = defineOperation({
  name: "work.reopen",
  summary: "reopen a finished thread",
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

export const next = defineOperation({
  name: "work.next",
  summary: "set the next step of a thread",
  http: { method: "post", path: "/api/work/next-step" },
  cli: { command: "work next", positional: ["text"], inProject: true },
  input: z.strictObject({
    text: statementInput.describe("The next step, concrete enough to carry out"),
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
