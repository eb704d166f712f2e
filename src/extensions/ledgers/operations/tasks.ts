import { z } from "zod";
import { isoTime } from "../../../core/index.ts";
import type { Engine } from "../../../engine.ts";
import { atLocation, defineOperation, served, where, yesOrNo } from "../../../operation/index.ts";
import type { SessionRecord } from "../../../store/index.ts";
import { forksIn, forkText } from "../decision-conflicts/conflict-watch.ts";
import { ledgerOf } from "../extension.ts";
import { TASK_STATUSES } from "../ledger-entries.ts";
import { behind, decisionShape, scenarioOf, scenariosInput, taskShape, wordsInput } from "./ledger-shapes.ts";

const taskRef = z.string().min(1).describe("A task: its slug, its id, or a unique part of the id");
const priority = z.coerce.number().int().min(0).max(4).describe("0 (most urgent) to 4 (least)");
const entered = taskShape.extend(behind);

const ahead = {
  nextSteps: wordsInput.optional().describe("Concrete next steps"),
  blockers: wordsInput.optional().describe("What blocks the task"),
  questions: wordsInput.optional().describe("Open questions"),
};
const lists = { testScenarios: scenariosInput.optional(), ...ahead };

const create = defineOperation({
  name: "task.new",
  summary: "start a task",
  http: { method: "post", path: "/api/tasks" },
  cli: { command: "task new", positional: ["title"], inProject: true },
  input: z.strictObject({
    title: z.string().min(1).describe("What is to be done"),
    slug: z.string().min(1).optional().describe("Its name in paths; by default made from the title"),
    priority: priority.optional(),
    ...lists,
    ...where,
  }),
  output: entered,
  run: atLocation((engine, location, { testScenarios, ...task }) =>
    ledgerOf(engine).tasks.add(location, { ...task, testScenarios: testScenarios?.map(scenarioOf) }),
  ),
});

const list = defineOperation({
  name: "task.list",
  summary: "list a project's tasks, the most urgent first",
  http: { method: "get", path: "/api/tasks" },
  cli: { command: "task list", inProject: true },
  input: z.strictObject(where),
  output: z.array(taskShape),
  run: atLocation((engine, location) => ledgerOf(engine).tasks.list(location)),
});

const ready = defineOperation({
  name: "task.ready",
  summary: "list tasks that are ready: nothing blocks them",
  http: { method: "get", path: "/api/tasks/ready" },
  cli: { command: "task ready", inProject: true },
  input: z.strictObject(where),
  output: z.array(taskShape),
  mcp: {
    tool: "task_ready",
    description:
      "Lists the project's tasks that can be worked on now, the most urgent first, with their decisions, next steps and open questions. Call it at the start of a session and when a task is done, before you ask the user what to do next.",
  },
  run: atLocation((engine, location) => ledgerOf(engine).tasks.ready(location)),
});

const show = defineOperation({
  name: "task.show",
  summary: "show a task with its decisions and handoffs",
  http: { method: "get", path: "/api/tasks/:task" },
  cli: { command: "task show", positional: ["task"], inProject: true },
  input: z.strictObject({ task: taskRef, ...where }),
  output: taskShape,
  mcp: {
    tool: "task_show",
    description:
      "Shows one task in full: decisions with reasons and evidence, handoffs of earlier sessions, next steps, blockers, questions. Call it before you reason about a task: it takes precedence over your context.",
  },
  run: atLocation((engine, location, { task }) => ledgerOf(engine).tasks.show(location, task)),
});

const update = defineOperation({
  name: "task.update",
  summary: "change a task; a list that is given replaces the existing one",
  http: { method: "put", path: "/api/tasks/:task" },
  cli: { command: "task update", positional: ["task"], inProject: true },
  input: z.strictObject({
    task: taskRef,
    title: z.string().min(1).optional().describe("What is to be done"),
    status: z.enum(TASK_STATUSES).optional().describe("Its status"),
    priority: priority.optional(),
    ...lists,
    ...where,
  }),
  output: entered,
  run: atLocation((engine, location, { task, testScenarios, ...change }) =>
    ledgerOf(engine).tasks.update(location, task, { ...change, testScenarios: testScenarios?.map(scenarioOf) }),
  ),
});

const complete = defineOperation({
  name: "task.complete",
  summary: "complete a task, once it has enough test scenarios",
  http: { method: "post", path: "/api/tasks/:task/complete" },
  cli: { command: "task complete", positional: ["task"], inProject: true },
  input: z.strictObject({ task: taskRef, ...where }),
  output: entered,
  run: atLocation((engine, location, { task }) => ledgerOf(engine).tasks.complete(location, task)),
});

const remove = defineOperation({
  name: "task.delete",
  summary: "delete a completed task, or any with --force; its file goes to the trash, its decisions stay",
  http: { method: "delete", path: "/api/tasks/:task" },
  cli: { command: "task delete", positional: ["task"], inProject: true },
  input: z.strictObject({ task: taskRef, force: yesOrNo.describe("Delete it even if it is not complete"), ...where }),
  output: z.object({
    slug: z.string(),
    title: served,
    trash: z.string().nullable().describe("Where its file is now; null if it had none"),
    ...behind,
  }),
  run: atLocation((engine, location, { task, force }) => ledgerOf(engine).tasks.remove(location, task, { force })),
});

const handoff = defineOperation({
  name: "task.handoff",
  summary: "hand a task over to the next session",
  http: { method: "post", path: "/api/tasks/:task/handoff" },
  cli: { command: "task handoff", positional: ["task"], inProject: true },
  input: z.strictObject({
    task: taskRef,
    ...ahead,
    groundingRatio: z.coerce.number().min(0).max(1).optional().describe("The ratio from `ground`; by default computed"),
    ...where,
  }),
  output: entered,
  mcp: {
    tool: "record_handoff",
    description:
      "Hands a task over: records that this session ends here, with next steps, blockers and questions for the session that continues. Call it before the context is cleared or the session ends while a task is unfinished.",
  },
  run: atLocation(async (engine, location, { task, groundingRatio, ...change }, session) => {
    const ended = isoTime(engine.services.clock.now());
    const ledger = ledgerOf(engine);
    const ratio = groundingRatio ?? (await ledger.checks.ratio(location, session));
    return ledger.handoffs.handOff(location, task, { ...change, session, ended, groundingRatio: ratio });
  }),
});

const diff = defineOperation({
  name: "diff",
  summary: "compare the agent's plan and changes with a task's recorded decisions",
  http: { method: "get", path: "/api/tasks/:task/diff" },
  cli: { command: "diff", positional: ["task"], inProject: true, fails: ({ forks }) => forks.length > 0 },
  input: z.strictObject({
    task: taskRef,
    statement: z.string().min(1).optional().describe("The plan to check, instead of the last session's"),
    ...where,
  }),
  output: z.object({
    forks: z.array(z.object({ statement: served, because: z.string(), decision: decisionShape, text: served })),
  }),
  run: atLocation(async (engine, location, { task, statement }, session) => {
    const { decisions } = await ledgerOf(engine).tasks.show(location, task);
    const said =
      statement === undefined
        ? await lastSaid(engine, location.project, session)
        : [{ kind: "text" as const, content: statement }];
    const word = location.places?.taskWord ?? "Task";
    const forks = said.flatMap((message) => forksIn(message, decisions));
    return { forks: forks.map((fork) => ({ ...fork, text: forkText(fork, word) })) };
  }),
});

const MESSAGES_COMPARED = 50;

/** The agent's last statements and changes, in the given session or the project's last one. */
async function lastSaid({ services }: Engine, project: string, given: SessionRecord | undefined) {
  const session = given ?? (await services.store.sessions.list({ project, limit: 1 }))[0];
  if (!session) return [];
  const messages = await services.store.messages.list(session.id, {
    ...{ kinds: ["text", "tool_use"], limit: MESSAGES_COMPARED, fromEnd: true },
  });
  return messages.filter(({ role }) => role === "assistant");
}

export const taskOperations = [create, list, ready, show, update, handoff, complete, remove, diff];
