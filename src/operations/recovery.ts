import { stat } from "node:fs/promises";
import { z } from "zod";
import { activityOf } from "../conversation/index.ts";
import { resolveProject, windowOf } from "../core/index.ts";
import { callerSession } from "./binding.ts";
import { defineOperation } from "./operation.ts";
import { projectPath, served, sessionRef } from "./shapes.ts";

const recover = defineOperation({
  name: "recover",
  summary: "shows what a session that starts now would be given",
  scope: "read",
  http: { method: "get", path: "/api/recover", alsoPost: true },
  cli: { command: "recover", inProject: true },
  input: z.strictObject({
    project: projectPath.describe("A path in the project"),
    level: z.coerce
      .number()
      .int()
      .min(1)
      .max(3)
      .optional()
      .describe("1: the shortest; 2: what `query` finds; 3: everything. By default what a starting session gets"),
    query: z.string().optional().describe("For level 2: what the work needs to know"),
  }),
  output: z.object({ text: served, fromSessionId: z.string().nullable(), reason: z.string() }),
  async run(engine, { project, level, query }) {
    const { normalized } = await resolveProject(project);
    if (level === 2 || (query !== undefined && query !== "")) {
      const budget = engine.ambient.config.recovery.level2Tokens;
      const found = await engine.memory.recall({ query: query ?? normalized, project: normalized, budget });
      const text = found.map((memory) => `- ${memory.content} [${memory.source}, ${memory.createdAt}]`).join("\n");
      return { text, fromSessionId: null, reason: `level 2: ${found.length} found` };
    }
    const recovered =
      level === 1 || level === 3
        ? await engine.recovery.atLevel(normalized, level)
        : await engine.recovery.forProject(normalized);
    return recovered ?? { text: "", fromSessionId: null, reason: "nothing to recover in this project" };
  },
});

const identifier = z.object({ path: z.string(), exists: z.boolean() });

const ride = defineOperation({
  name: "sessions.start",
  summary: "runs the start sequence: what was open, which files of it still exist, where to go on",
  scope: "read",
  http: { method: "get", path: "/api/start-sequence" },
  cli: { command: "sessions start", inProject: true },
  input: z.strictObject({ project: projectPath.describe("A path in the project") }),
  output: z.object({
    continuity: served,
    identifiers: z.array(identifier),
    reasoningState: served,
  }),
  async run(engine, { project }) {
    const { normalized } = await resolveProject(project);
    const short = await engine.recovery.atLevel(normalized, 1);
    const full = await engine.recovery.forProject(normalized);
    const messages = full
      ? await engine.ambient.store.messages.list(full.fromSessionId, { kinds: ["tool_use"], limit: 100, fromEnd: true })
      : [];
    const files = activityOf(messages).files.slice(-10);
    // Verified, not read: a starting session's context is for what it will decide to open.
    const identifiers = await Promise.all(
      files.map(async ({ path }) => ({ path, exists: (await stat(path).catch(() => undefined)) !== undefined })),
    );
    return { continuity: short?.text ?? "", identifiers, reasoningState: full?.text ?? "" };
  },
});

const sessionStatus = defineOperation({
  name: "session.status",
  summary: "tells how a session stands",
  scope: "read",
  http: { method: "get", path: "/api/session-status" },
  input: z.strictObject({ session: sessionRef.optional() }),
  output: z.object({
    session: z.string().nullable(),
    state: z.string().nullable(),
    promptCount: z.number(),
    messageCount: z.number(),
    checkpointCount: z.number(),
    usedTokens: z.number(),
    contextWindow: z.number(),
  }),
  mcp: {
    tool: "session_status",
    description:
      "Tells how this session stands: prompts, captured messages, checkpoints, tokens used and the size of the context window. Use it to judge whether it is time to call `session_digest` before the context runs out.",
  },
  async run(engine, { session }, caller) {
    const found = await callerSession(engine, caller, session);
    return {
      session: found?.id ?? null,
      state: found?.state ?? null,
      promptCount: found?.promptCount ?? 0,
      messageCount: found?.messageCount ?? 0,
      checkpointCount: found?.checkpointCount ?? 0,
      usedTokens: found?.lastInputTokens || found?.contextTokens || 0,
      contextWindow: windowOf(engine.ambient.config.models, found?.model),
    };
  },
});

export const recoveryOperations = [recover, ride, sessionStatus];
