import { z } from "zod";

import { badInput, explain, inputErrorText, safeName } from "../../core/index.ts";
import { START_SOURCES } from "../../sessions/index.ts";
import type { HookAnswer, HookEvent, HookEventName, Ignored } from "../client-contract.ts";
import { optionalText } from "../optional-text.ts";
import { isWrittenByClient, resultText } from "./message-texts.ts";

/** Clients add and omit fields: only what is needed is required, and a wrong type reads as absent. */
const text = z.string().min(1).optional().catch(undefined);

const common = z.object({
  session_id: z.string().min(1),
  cwd: text,
  transcript_path: text,
  prompt_id: text,
  model: text,
  hook_event_name: text,
  agent_id: text,
});

const startPayload = z.object({
  source: z.enum(START_SOURCES).catch("startup"),
  previousSessionKey: text,
});
const promptPayload = z.object({ prompt: z.string() });
const toolPayload = z.object({
  tool_name: z.string().min(1),
  tool_input: z.unknown().optional(),
  tool_use_id: text,
  tool_response: z.unknown().optional(),
  error: z.unknown().optional(),
});
const compactionPayload = z.object({
  trigger: text,
  compact_summary: text,
  custom_instructions: text,
  sessionContext: text,
});
const stopPayload = z.object({ last_assistant_message: text });
const subagentPayload = z.object({
  agent_id: text,
  agent_type: optionalText,
  agent_transcript_path: text,
});
const endPayload = z.object({ reason: z.string().min(1).catch("other") });

function parse<Shape extends z.ZodType>(shape: Shape, payload: unknown): z.infer<Shape> {
  const result = shape.safeParse(payload, { error: inputErrorText });
  if (result.success) return result.data;
  throw badInput(explain(result.error), "Send the payload as the client gives it to its hooks.");
}

/** Field names of older integrations. */
const ALIASES: Readonly<Record<string, readonly string[]>> = {
  session_id: ["sessionId", "sessionKey"],
  prompt: ["user_prompt", "userPrompt"],
};

function withAliases(payload: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const missing = Object.entries(ALIASES).filter(([name]) => payload[name] === undefined);
  const found = missing.map(([name, others]) => [
    name,
    others.map((other) => payload[other]).find((one) => one !== undefined),
  ]);
  return { ...payload, ...Object.fromEntries(found.filter(([, value]) => value !== undefined)) };
}

export function readEvent(event: HookEventName, raw: Readonly<Record<string, unknown>>): HookEvent | Ignored {
  const payload = withAliases(raw);
  const base = parse(common, payload);
  const shared = {
    sessionKey: safeName(base.session_id),
    cwd: base.cwd,
    transcriptPath: base.transcript_path,
    turnId: base.prompt_id,
    model: base.model,
    agentId: base.agent_id,
  };
  switch (event) {
    case "session-start": {
      const { source, previousSessionKey } = parse(startPayload, payload);
      return { ...shared, event, source, previousSessionKey };
    }
    case "user-prompt-submit": {
      const { prompt } = parse(promptPayload, payload);
      return isWrittenByClient(prompt) ? { ignored: "not the user's words" } : { ...shared, event, prompt };
    }
    case "pre-tool-use":
    case "post-tool-use": {
      const call = parse(toolPayload, payload);
      const tool = { name: call.tool_name, id: call.tool_use_id, input: call.tool_input };
      if (event === "pre-tool-use") return { ...shared, event, tool };
      const isError = base.hook_event_name === "PostToolUseFailure";
      return { ...shared, event, tool, isError, result: resultText(isError ? call.error : call.tool_response) };
    }
    case "pre-compaction": {
      const { trigger = "manual", sessionContext } = parse(compactionPayload, payload);
      return { ...shared, event, trigger, context: sessionContext };
    }
    case "post-compaction": {
      const { trigger = "manual", compact_summary } = parse(compactionPayload, payload);
      return { ...shared, event, trigger, summary: compact_summary };
    }
    case "turn-end":
      return { ...shared, event, reply: parse(stopPayload, payload).last_assistant_message };
    case "subagent-end": {
      const { agent_id, agent_type, agent_transcript_path } = parse(subagentPayload, payload);
      // The summariser of a compaction reports itself as a subagent without a type.
      if (agent_id === undefined || agent_type === "") return { ignored: "the client's own summariser" };
      return { ...shared, event, agentId: agent_id, agentTranscriptPath: agent_transcript_path };
    }
    case "session-end":
      return { ...shared, event, ...parse(endPayload, payload) };
  }
}

const CARRIES_CONTEXT: Partial<Record<HookEventName, string>> = {
  "session-start": "SessionStart",
  "user-prompt-submit": "UserPromptSubmit",
  "post-tool-use": "PostToolUse",
};

/** The output that makes the client block something. */
function refusal(event: HookEventName, reason: string): string {
  if (event === "pre-compaction" || event === "user-prompt-submit")
    return JSON.stringify({ decision: "block", reason });
  if (event !== "pre-tool-use") return "";
  const hookEventName = "PreToolUse";
  return JSON.stringify({
    hookSpecificOutput: { hookEventName, permissionDecision: "deny", permissionDecisionReason: reason },
  });
}

export function answer(event: HookEvent, { inject, show, block }: HookAnswer): string {
  if (block !== undefined) return refusal(event.event, block);
  const failed = event.event === "post-tool-use" && event.isError;
  const hookEventName = failed ? "PostToolUseFailure" : CARRIES_CONTEXT[event.event];
  const context = inject !== undefined && hookEventName !== undefined;
  if (!context && show === undefined) return "";
  return JSON.stringify({
    ...(show !== undefined && { systemMessage: show }),
    ...(context && { hookSpecificOutput: { hookEventName, additionalContext: inject } }),
  });
}
