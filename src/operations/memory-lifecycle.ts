import { z } from "zod";
import { MEMORY_KINDS, STATED_KINDS } from "../memory/index.ts";
import {
  agentRef,
  callerSession,
  defineOperation,
  idOf,
  keptShape,
  limit,
  listedShape,
  projectPath,
  rememberedShape,
  sessionIdOf,
  sessionRef,
  sourceOf,
  yesOrNo,
} from "../operation/index.ts";

const list = defineOperation({
  name: "memories.list",
  summary: "list memories, newest first",
  http: { method: "get", path: "/api/memories" },
  cli: { command: "memories" },
  input: z.strictObject({
    project: projectPath.optional().describe("Only memories of this project: a path in it"),
    agent: agentRef.optional().describe("Only memories of this agent"),
    kind: z.enum(MEMORY_KINDS).optional().describe("Only memories of this kind"),
    session: sessionRef.optional(),
    history: yesOrNo.describe("Also those that were superseded or forgotten, with when and why"),
    limit: limit.optional(),
  }),
  output: z.array(listedShape),
  mcp: {
    tool: "memory_list",
    description:
      "Lists memories, newest first. Call it when the user asks what you remember, or to find the id of a memory to edit or forget; to search by topic, use `recall`. Lists every project unless you give `project`; `history` also shows what was superseded or forgotten.",
  },
  async run(engine, { project, session, history, ...filter }) {
    const normalized = project === undefined ? undefined : (await engine.projects.at(project)).normalized;
    const asked = { ...filter, project: normalized, sessionId: await sessionIdOf(engine, session) };
    return history ? engine.memory.history(asked) : engine.memory.list(asked);
  },
});

const show = defineOperation({
  name: "memories.show",
  summary: "show a memory and its history",
  http: { method: "get", path: "/api/memories/:id" },
  cli: { command: "memories show", positional: ["id"] },
  input: z.strictObject({ id: idOf("A memory") }),
  output: keptShape.extend({
    sessionId: z.string().nullable(),
    supersedes: z.array(keptShape).readonly().describe("The memories it replaced, newest first"),
    succeededBy: z.array(keptShape).readonly().describe("The memories that replaced it, up to the current one"),
  }),
  run: (engine, { id }) => engine.memory.show(id),
});

const edit = defineOperation({
  name: "memories.edit",
  summary: "change the text of a memory; the old text stays in its history",
  http: { method: "put", path: "/api/memories/:id" },
  cli: { command: "memories edit", positional: ["id", "content"] },
  input: z.strictObject({
    id: idOf("A memory"),
    content: z.string().min(1).describe("The new text"),
    kind: z.enum(STATED_KINDS).optional().describe("The new kind, if it changes"),
  }),
  output: rememberedShape.extend({ changed: z.boolean().describe("False if it already said this") }),
  mcp: {
    tool: "memory_edit",
    description:
      "Changes the text of a memory; the old text stays in its history. Call it when a memory is wrong, incomplete or of the wrong kind. Takes an id from `memory_list`, `remember` or `recall`. When the facts have changed, `remember` the new one instead, with this id in `supersedes`.",
  },
  async run(engine, { id, content, kind }, caller) {
    const session = await callerSession(engine, caller, undefined);
    return engine.memory.edit(id, { content, kind, source: sourceOf(session, caller) });
  },
});

const forget = defineOperation({
  name: "forget",
  summary: "forget a memory: neither it nor what it superseded is ever recalled again",
  http: { method: "delete", path: "/api/memories/:id" },
  cli: { command: "forget", positional: ["id"] },
  input: z.strictObject({ id: idOf("A memory") }),
  output: z.object({
    id: z.string(),
    forgotten: z.literal(true),
    alsoForgotten: z.array(z.string()).readonly().optional().describe("The memories it had replaced"),
  }),
  mcp: {
    tool: "forget",
    description:
      "Forgets one memory for good: neither it nor what it replaced is ever recalled again. Use it when the user asks you to forget something. When the facts have only changed, `remember` the new one, with the old id in `supersedes`. Takes an id from `remember`, `recall` or `memory_list`.",
  },
  async run(engine, { id }) {
    const { memory, predecessors } = await engine.memory.forget(id);
    const session = memory.sessionId === null ? undefined : await engine.services.store.sessions.get(memory.sessionId);
    const contents = [memory, ...predecessors].map(({ content }) => content);
    if (session) await engine.checkpoints.recordForget(session, contents);
    const others = predecessors.map((one) => one.id);
    return { id: memory.id, forgotten: true as const, ...(others.length > 0 && { alsoForgotten: others }) };
  },
});

export const memoryLifecycleOperations = [list, show, edit, forget];
