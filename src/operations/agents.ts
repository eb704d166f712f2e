import { z } from "zod";
import type { Agent } from "../agents/index.ts";
import { appendShape, LEAST_BUDGET } from "../agents/index.ts";
import { jsonIn, notFound } from "../core/index.ts";
import { defineOperation, idOf, recalledShape, receiptShape, served } from "../operation/index.ts";
import { primarySession } from "../sessions/index.ts";

const { agent } = appendShape.shape;
const time = z.string().nullable();

const append = defineOperation({
  name: "agents.append",
  summary: "store a message to or from an agent, and distill its conversation when due",
  http: { method: "post", path: "/api/agents/:agent/messages" },
  input: appendShape,
  output: z.object({
    id: z.string(),
    sessionId: z.string(),
    contextTokens: z.number(),
    distillation: receiptShape.nullable(),
    continuesIn: z
      .string()
      .nullable()
      .describe("The key of the session to continue in, when the context of this one, under a task, is full"),
  }),
  run: ({ conversation }, input) => conversation.append(input),
});

const context = defineOperation({
  name: "agents.context",
  summary: "get the context to send to the agent's model next",
  http: { method: "get", path: "/api/agents/:agent/context", alsoPost: true },
  cli: { command: "agent context", positional: ["agent"] },
  input: z.strictObject({
    agent,
    query: z.string().optional().describe("What to recall; by default the user's last message"),
    budget: z.coerce.number().int().min(LEAST_BUDGET).default(50_000).describe("At most this many tokens"),
    sessionKey: z.string().min(1).optional().describe("A session other than the primary one"),
  }),
  output: z.object({
    system: z.string(),
    messages: z
      .array(
        z.object({
          role: z.enum(["user", "assistant", "system", "tool"]),
          content: served,
          id: z.string().optional(),
        }),
      )
      .readonly(),
    recalled: z.array(recalledShape).readonly(),
    tokens: z.number(),
  }),
  run: ({ conversation }, { agent: name, ...input }) => conversation.context(name, input),
});

const profileShape = z.object({
  systemPrompt: served,
  toolDefinitions: z.array(z.unknown()).readonly(),
  model: z.string().nullable(),
});
const stateShape = z.object({ state: served.nullable(), updatedAt: time });
const relationshipShape = z.object({ relationship: served.nullable(), updatedAt: time });
const noteShape = z.object({ id: z.string(), category: served, content: served, createdAt: z.string() });

const stateOf = ({ workingState: state, workingStateAt: updatedAt }: Agent) => ({ state, updatedAt });
const relationshipOf = ({ relationship, relationshipAt: updatedAt }: Agent) => ({ relationship, updatedAt });

const show = defineOperation({
  name: "agents.show",
  summary: "show an agent: identity, working state, notes",
  http: { method: "get", path: "/api/agents/:agent" },
  cli: { command: "agent show", positional: ["agent"] },
  input: z.strictObject({ agent }),
  output: profileShape.extend({
    agent: z.string(),
    ...stateShape.pick({ state: true }).shape,
    ...relationshipShape.pick({ relationship: true }).shape,
    notes: z.array(noteShape),
    sessionId: z.string().nullable(),
    messageCount: z.number(),
    totalMessages: z.number(),
    contextTokens: z.number(),
  }),
  async run({ agents, services: { store } }, { agent: name }) {
    const record = await agents.get(name);
    if (record.createdAt === "")
      throw notFound(
        `there is no agent "${name}"`,
        "The first message to an agent creates it; `throughline agent list` shows all agents.",
      );
    const primary = await primarySession(store, record.agent);
    const { messageCount = 0, totalMessages = 0, contextTokens = 0 } = primary ?? {};
    return {
      ...record,
      ...{ state: record.workingState, notes: await agents.notes(name), sessionId: primary?.id ?? null },
      ...{ messageCount, totalMessages, contextTokens },
    };
  },
});

const list = defineOperation({
  name: "agents.list",
  summary: "list agents",
  http: { method: "get", path: "/api/agents" },
  cli: { command: "agent list" },
  input: z.strictObject({}),
  output: z.array(z.object({ agent: z.string(), model: z.string().nullable(), createdAt: z.string() })),
  run: ({ agents }) => agents.list(),
});

/** What every read operation about one agent has in common. */
const aboutAgent = <const Word extends string>(word: Word, command: string = word) =>
  ({
    name: `agents.${word}`,
    http: { method: "get", path: `/api/agents/:agent/${word}` },
    cli: { command: `agent ${command}`, positional: ["agent"] },
    input: z.strictObject({ agent }),
  }) as const;

const profile = defineOperation({
  ...aboutAgent("profile"),
  summary: "show an agent's system prompt, tool definitions and model",
  output: profileShape,
  run: ({ agents }, { agent: name }) => agents.get(name),
});

const fromJson = (value: unknown): unknown => (typeof value === "string" ? (jsonIn(value) ?? value) : value);

const setProfile = defineOperation({
  name: "agents.setProfile",
  summary: "set an agent's system prompt, tool definitions and model, which count towards its context size",
  http: { method: "put", path: "/api/agents/:agent/profile" },
  cli: {
    command: "agent profile",
    positional: ["agent"],
    insteadWhen: ["systemPrompt", "toolDefinitions", "model"],
  },
  input: z.strictObject({
    agent,
    systemPrompt: z.string().optional().describe("The system prompt"),
    toolDefinitions: z
      .preprocess(fromJson, z.array(z.unknown()))
      .optional()
      .describe("The tool definitions, a JSON list"),
    model: z.string().min(1).optional().describe("The model it runs on"),
  }),
  output: profileShape,
  run: ({ agents }, { agent: name, ...given }) => agents.setProfile(name, given),
});

const state = defineOperation({
  ...aboutAgent("state"),
  summary: "show an agent's working state",
  output: stateShape,
  run: async ({ agents }, { agent: name }) => stateOf(await agents.get(name)),
});

const setState = defineOperation({
  name: "agents.setState",
  summary: "set an agent's working state, which is part of every context",
  http: { method: "put", path: "/api/agents/:agent/state" },
  cli: { command: "agent state", positional: ["agent", "state"], insteadWhen: ["state"] },
  input: z.strictObject({ agent, state: z.string().describe("The working state; empty removes it") }),
  output: stateShape,
  run: async ({ agents }, { agent: name, state: text }) => stateOf(await agents.setWorkingState(name, text)),
});

const relationship = defineOperation({
  ...aboutAgent("relationship"),
  summary: "show an agent's relationship digest",
  output: relationshipShape,
  run: async ({ agents }, { agent: name }) => relationshipOf(await agents.get(name)),
});

const setRelationship = defineOperation({
  name: "agents.setRelationship",
  summary: "set an agent's relationship digest, which starts every context",
  http: { method: "put", path: "/api/agents/:agent/relationship" },
  cli: { command: "agent relationship", positional: ["agent", "relationship"], insteadWhen: ["relationship"] },
  input: z.strictObject({
    agent,
    relationship: z.string().describe("The relationship digest; empty removes it"),
  }),
  output: relationshipShape,
  run: async ({ agents }, { agent: name, relationship: text }) =>
    relationshipOf(await agents.setRelationship(name, text)),
});

const notes = defineOperation({
  ...aboutAgent("notes", "note"),
  summary: "list an agent's notes, newest first",
  output: z.array(noteShape),
  run: ({ agents }, { agent: name }) => agents.notes(name),
});

const addNote = defineOperation({
  name: "agents.addNote",
  summary: "add a note to an agent's notes, which are part of every context",
  http: { method: "post", path: "/api/agents/:agent/notes" },
  cli: { command: "agent note", positional: ["agent", "content"], insteadWhen: ["content"] },
  input: z.strictObject({
    agent,
    content: z.string().min(1).describe("The note"),
    category: z.string().min(1).default("general").describe("What it is about"),
  }),
  output: noteShape,
  run: ({ agents }, { agent: name, ...note }) => agents.addNote(name, note),
});

const removeNote = defineOperation({
  name: "agents.removeNote",
  summary: "remove a note",
  http: { method: "delete", path: "/api/agents/:agent/notes/:note" },
  cli: { command: "agent forget-note", positional: ["agent", "note"] },
  input: z.strictObject({ agent, note: idOf("A note") }),
  output: noteShape,
  run: ({ agents }, { agent: name, note }) => agents.removeNote(name, note),
});

export const agentOperations = [
  append,
  context,
  list,
  show,
  profile,
  setProfile,
  state,
  setState,
  relationship,
  setRelationship,
  notes,
  addNote,
  removeNote,
];
