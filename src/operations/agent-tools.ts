import { z } from "zod";
import type { Engine } from "../engine.ts";
import {
  agentRef,
  type Caller,
  callerSession,
  defineOperation,
  requireSession,
  served,
  sessionRef,
  type Where,
} from "../operation/index.ts";

/*
 * Notes and working state of agents. A named agent has them next to its conversation; a coding harness's agent has no
 * name: there a note is a memory of its project, and the working state a checkpoint of its session.
 */

const whose = {
  agent: agentRef.optional().describe("Your own name, if you are an agent with a primary session"),
  session: sessionRef.optional(),
};

async function ownName(engine: Engine, caller: Caller, given: Where) {
  return given.agent ?? (await callerSession(engine, caller, given.session))?.agent ?? undefined;
}

const note = defineOperation({
  name: "note",
  summary: "add a note to the agent's own notes",
  http: { method: "post", path: "/api/note" },
  input: z.strictObject({
    content: z.string().min(1).describe("The note, self-contained"),
    category: z.string().min(1).default("general").describe("What it is about: people, project, taste, warning …"),
    ...whose,
  }),
  output: z.object({ id: z.string(), category: z.string(), content: served }),
  mcp: {
    tool: "note",
    description:
      "Saves a short note of your own that survives when this context is compacted or cleared. Call it when you learn something you need in every later turn: who people are, how the user likes things done, a trap you met. For a fact that is only looked up when needed, use `remember`.",
  },
  async run(engine, { content, category, ...given }, caller) {
    const agent = await ownName(engine, caller, given);
    if (agent !== undefined) return engine.agents.addNote(agent, { category, content });
    const { id, projectNormalized, key } = await requireSession(engine, caller, given.session);
    const project = projectNormalized ?? undefined;
    const scope = { project, sessionId: id, source: `session ${key}` };
    const memory = await engine.memory.remember({ content, kind: "note", ...scope });
    return { ...memory, category };
  },
});

const workingState = defineOperation({
  name: "working_state",
  summary: "get or set the agent's working state",
  http: { method: "post", path: "/api/working-state" },
  input: z.strictObject({
    state: z.string().optional().describe("The new working state, which replaces the old one. Leave it out to read"),
    ...whose,
  }),
  output: z.object({ state: served.nullable(), updatedAt: z.string().nullable() }),
  mcp: {
    tool: "working_state",
    description:
      "Saves your working state: the goal, the current step, what is half done, the exact next action. Each call replaces the last; you get it back after a compaction, a clear or a restart. Call it at every change of step in longer work. Without `state` it returns the saved one.",
  },
  async run(engine, { state, ...given }, caller) {
    const agent = await ownName(engine, caller, given);
    if (agent !== undefined) {
      const kept =
        state === undefined ? await engine.agents.get(agent) : await engine.agents.setWorkingState(agent, state);
      return { state: kept.workingState, updatedAt: kept.workingStateAt };
    }
    const session = await requireSession(engine, caller, given.session);
    const newest = { sessionId: session.id, trigger: "agent", limit: 1 } as const;
    const [checkpoint] =
      state === undefined
        ? await engine.services.store.checkpoints.list(newest)
        : [await engine.checkpoints.write({ session, trigger: "agent", digest: state })];
    return { state: checkpoint?.digest ?? null, updatedAt: checkpoint?.createdAt ?? null };
  },
});

export const agentToolOperations = [note, workingState];
