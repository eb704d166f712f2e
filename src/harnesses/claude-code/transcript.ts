import { readdir, readFile, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { z } from "zod";
import { callContent, type Entry, hasEcho, hasOnlyReminders } from "../../conversation/index.ts";
import { sha256 } from "../../core/index.ts";
import type { SubagentTranscript } from "../contract.ts";
import { timeOf } from "../times.ts";
import { isWrittenByClient, resultText } from "./texts.ts";

const optionalText = z.string().optional().catch(undefined);

const block = z.looseObject({
  type: z.string(),
  text: z.string().optional(),
  thinking: z.string().optional(),
  id: z.string().optional(),
  name: z.string().optional(),
  input: z.unknown().optional(),
  tool_use_id: z.string().optional(),
  content: z.unknown().optional(),
  is_error: z.boolean().nullish(),
});
type Block = z.infer<typeof block>;

const usage = z.object({
  input_tokens: z.number().catch(0),
  cache_creation_input_tokens: z.number().catch(0),
  cache_read_input_tokens: z.number().catch(0),
});

const line = z.looseObject({
  type: z.string(),
  subtype: optionalText,
  uuid: optionalText,
  timestamp: optionalText,
  promptId: optionalText,
  isMeta: z.boolean().optional().catch(undefined),
  isSidechain: z.boolean().optional().catch(undefined),
  isCompactSummary: z.boolean().optional().catch(undefined),
  content: z.unknown().optional(),
  message: z
    .looseObject({
      content: z.union([z.string(), z.array(block)]).catch([]),
      model: optionalText,
      usage: usage.optional().catch(undefined),
    })
    .optional()
    .catch(undefined),
  attachment: z.looseObject({ type: z.string() }).optional().catch(undefined),
});
type Line = z.infer<typeof line>;

/** Lines by which the client keeps its own books: nothing in them was said by anyone. */
const BOOKKEEPING = new Set([
  "queue-operation",
  "last-prompt",
  "mode",
  "cost-state",
  "tools-used",
  "atis-latch",
  "api-request",
  "api-request-shape",
  "api-request-blob",
  "file-history-snapshot",
  "permission-mode",
  "progress",
  "summary",
  "ai-title",
  "custom-title",
  "agent-name",
  "saved_hook_context",
]);

const SYSTEM_BOOKKEEPING = new Set(["stop_hook_summary", "turn_duration", "api_metrics", "informational"]);

/** Attachments that repeat what the client tells every model, or what hooks (ours among them) said. */
const ATTACHED_BY_CLIENT =
  /^(?:hook_.*|environment|instructions|model|deferred_tools_delta|agent_listing_delta|mcp_instructions_delta|skill_listing|auto_mode|plan_mode.*|session_context|date|remote_session_change|prompt_snapshot|todo.*|task_.*|output_style|critical_system_reminder|token_usage|budget.*|ultra.*|nested_memory|relevant_memories|compact_file_reference|async_hook_response|invoked_skills)$/;

const COMMAND_NAME = /<command-name>\s*(\S+)\s*<\/command-name>/;
const COMMAND_ARGS = /<command-args>([\s\S]*?)<\/command-args>/;
const INTERRUPTED = /^\[Request interrupted by user/;

/** A slash command as the user typed it. */
function typedCommand(text: string): string | undefined {
  const name = text.match(COMMAND_NAME)?.[1];
  if (name === undefined) return undefined;
  const args = text.match(COMMAND_ARGS)?.[1]?.trim();
  return args ? `${name} ${args}` : name;
}

const BUILT_IN_COMMAND =
  /^\/(?:compact|clear|cost|usage|help|model|login|logout|exit|quit|resume|config|status|doctor|memory|mcp|hooks|plugin|permissions|context|effort)\b/;

interface Place {
  readonly sourceId: string;
  readonly createdAt: string;
  readonly turnId: string | undefined;
}

function userText(text: string, of: Line, place: Place): Entry {
  const said = { ...place, content: text };
  if (of.isCompactSummary) return { ...said, role: "system", kind: "summary" };
  const command = typedCommand(text);
  if (command !== undefined) {
    // A command of the user's own reaches the model as a request; the client's built-in ones do not.
    if (BUILT_IN_COMMAND.test(command)) return { ...said, role: "user", kind: "command" };
    return { ...said, content: command, role: "user", kind: "prompt", isPrompt: true };
  }
  if (of.isMeta || isWrittenByClient(text)) return { ...said, role: "system", kind: "command" };
  if (INTERRUPTED.test(text)) return { ...said, role: "user", kind: "other" };
  // In a subagent's file the first words are those of the agent that sent it out.
  if (of.isSidechain) return { ...said, role: "user", kind: "text" };
  return { ...said, role: "user", kind: "prompt", isPrompt: true };
}

function userBlock(one: Block, of: Line, place: Place): Entry {
  if (one.type === "text" && one.text !== undefined) return userText(one.text, of, place);
  if (one.type === "tool_result" && one.tool_use_id !== undefined) {
    return {
      ...place,
      sourceId: `tool_result:${one.tool_use_id}`,
      role: "tool",
      kind: "tool_result",
      content: resultText(one.content),
      toolUseId: one.tool_use_id,
      isError: one.is_error ?? false,
    };
  }
  return { ...place, role: "user", kind: "attachment", content: JSON.stringify(one) };
}

function assistantBlock(one: Block, place: Place): Entry {
  if (one.type === "text") return { ...place, role: "assistant", kind: "text", content: one.text ?? "" };
  if (one.type === "thinking") return { ...place, role: "assistant", kind: "thinking", content: one.thinking ?? "" };
  if (one.type === "tool_use" && one.id !== undefined) {
    const name = one.name ?? "";
    return {
      ...place,
      sourceId: `tool_use:${one.id}`,
      role: "assistant",
      kind: "tool_use",
      content: callContent(name, one.input),
      toolName: name,
      toolUseId: one.id,
    };
  }
  return { ...place, role: "assistant", kind: "other", content: JSON.stringify(one) };
}

function reportedUsage(of: Line): Entry["usage"] {
  const counted = of.message?.usage;
  if (!counted) return undefined;
  const inputTokens = counted.input_tokens + counted.cache_creation_input_tokens + counted.cache_read_input_tokens;
  return { inputTokens, model: of.message?.model };
}

function blocksOf(of: Line): Block[] {
  const content = of.message?.content ?? [];
  return typeof content === "string" ? [{ type: "text", text: content }] : content;
}

function attachmentEntry(of: Line, place: Place, raw: string): Entry[] {
  const kind = of.attachment?.type ?? "";
  if (kind === "hook_additional_context") {
    const echoes = z.array(z.string()).catch([]).parse(of.attachment?.content).filter(hasEcho);
    if (echoes.length === 0) return [];
    const isReminder = echoes.every(hasOnlyReminders);
    return [
      { ...place, role: "system", kind: "attachment", content: "", isEcho: true, ...(isReminder && { isReminder }) },
    ];
  }
  if (kind === "queued_command") {
    const prompt = of.attachment?.prompt;
    const text = typeof prompt === "string" ? prompt : resultText(prompt);
    // What was typed while the agent was busy is a prompt like any other.
    if (of.attachment?.commandMode === "prompt" || of.attachment?.commandMode === undefined)
      return [userText(text, of, place)];
  }
  return ATTACHED_BY_CLIENT.test(kind) ? [] : [{ ...place, role: "system", kind: "attachment", content: raw }];
}

/**
 * The entries of one line. Throws when the line is not JSON; what is unknown is kept as it stands. A line without a time
 * was written at `otherwise`.
 */
export function readLine(raw: string, otherwise?: string): Entry[] {
  if (raw.trim() === "") return [];
  const of = line.parse(JSON.parse(raw));
  if (BOOKKEEPING.has(of.type)) return [];
  const place: Place = {
    sourceId: of.uuid ?? `line:${sha256(raw).slice(0, 32)}`,
    createdAt: timeOf(of.timestamp, otherwise),
    turnId: of.promptId,
  };
  const at = (index: number, count: number): Place =>
    count > 1 ? { ...place, sourceId: `${place.sourceId}:${index}` } : place;
  switch (of.type) {
    case "user": {
      const blocks = blocksOf(of);
      return blocks.map((one, index) => userBlock(one, of, at(index, blocks.length)));
    }
    case "assistant": {
      const blocks = blocksOf(of);
      const used = reportedUsage(of);
      return blocks.map((one, index) => ({ ...assistantBlock(one, at(index, blocks.length)), usage: used }));
    }
    case "system":
      if (SYSTEM_BOOKKEEPING.has(of.subtype ?? "")) return [];
      if (of.subtype === "compact_boundary") return [{ ...place, role: "system", kind: "boundary", content: raw }];
      return [
        { ...place, role: "system", kind: "command", content: typeof of.content === "string" ? of.content : raw },
      ];
    case "attachment":
      return attachmentEntry(of, place, raw);
    default:
      return [{ ...place, role: "system", kind: "other", content: raw }];
  }
}

export const AGENT_FILE = /^agent-(.+)\.jsonl$/;

/** Whether the file is a summariser's of the client rather than an agent's: those have no type. */
export async function isSummariser(path: string): Promise<boolean> {
  const meta = path.replace(/\.jsonl$/, ".meta.json");
  // Opening a named pipe would wait for whoever writes to it.
  if (!(await stat(meta)).isFile()) return false;
  const parsed = z.looseObject({ agentType: z.string() }).safeParse(JSON.parse(await readFile(meta, "utf8")));
  return parsed.success && parsed.data.agentType === "";
}

/** The files of a session's subagents: `<session>/subagents/agent-<id>.jsonl` beside `<session>.jsonl`. */
export async function subagentTranscripts(transcriptPath: string): Promise<SubagentTranscript[]> {
  const folder = join(transcriptPath.replace(/\.jsonl$/, ""), "subagents");
  const names = await readdir(folder).catch(() => []);
  const found = await Promise.all(
    names.map(async (name) => {
      const agentId = basename(name).match(AGENT_FILE)?.[1];
      const path = join(folder, name);
      if (agentId === undefined || (await isSummariser(path).catch(() => false))) return undefined;
      return { agentId, path };
    }),
  );
  return found.filter((one) => one !== undefined);
}
