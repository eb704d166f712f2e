import { z } from "zod";
import { usageOf } from "../checkpoints/index.ts";
import { isoTime } from "../core/index.ts";
import { ATTENTION, attentionAt, LedgersExtension } from "../extensions/ledgers/index.ts";
import { callerSession, defineOperation, served, sessionRef } from "../operation/index.ts";

/** What is said of no session. */
const UNKNOWN = {
  ...{ state: null, task: null, model: null, promptCount: 0, messageCount: 0, checkpointCount: 0 },
  ...{ lastInputTokens: 0, contextTokens: 0 },
};

export const sessionStatus = defineOperation({
  name: "session.status",
  summary: "show a session's status and how full its context is",
  http: { method: "get", path: "/api/session-status" },
  input: z.strictObject({ session: sessionRef.optional() }),
  output: z.object({
    session: z.string().nullable(),
    state: z.string().nullable(),
    task: z.string().nullable(),
    model: z.string().nullable(),
    promptCount: z.number(),
    messageCount: z.number(),
    checkpointCount: z.number(),
    usedTokens: z.number().describe("As the client last reported them, else estimated"),
    contextWindow: z.number().describe("The model's context window, from the configuration"),
    usedPercent: z.number(),
    autosaveAtPercent: z.number().describe("Above this, the session is saved automatically at every turn"),
    lastAutosave: z
      .object({ createdAt: z.string(), why: served, task: served })
      .nullable()
      .describe("The project's last one"),
    attention: z
      .enum(ATTENTION)
      .describe("How much was added since the ledgers were last updated: yellow writes them, red asks for a pause"),
  }),
  mcp: {
    tool: "session_status",
    description:
      "Shows the status of this session: tokens used, size of the context window, prompts, captured messages, checkpoints, and the last automatic save. Use it to judge whether to call `session_digest` or `checkpoint_save` before the context runs out.",
  },
  async run(engine, { session }, caller) {
    const found = await callerSession(engine, caller, session);
    const { attention, autosave, models } = await engine.services.configFor(found?.projectNormalized ?? null);
    const location = found?.project ? await engine.services.locationOf(found.project) : undefined;
    const ledgers = engine.find(LedgersExtension);
    const since = found && location && ledgers ? await ledgers.delta.tokensSince(location, found) : 0;
    const usage = usageOf(found ?? UNKNOWN, models);
    const last = found && (await engine.autosave.last(found));
    return {
      attention: attentionAt(since, attention),
      ...(found ?? UNKNOWN),
      session: found?.id ?? null,
      usedTokens: usage.usedTokens,
      contextWindow: usage.contextWindow,
      usedPercent: Math.round(usage.percent * 10) / 10,
      autosaveAtPercent: autosave.contextPercent,
      lastAutosave: last ? { createdAt: isoTime(last.at), why: last.why, task: last.task } : null,
    };
  },
});
