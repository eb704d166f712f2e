import { readdir, readFile, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { z } from "zod";
import type { Entry } from "../../capture/index.ts";
import { hasEcho } from "../../text/index.ts";
import type { SubagentTranscript } from "../client-contract.ts";
import { timeOf } from "../client-times.ts";
import { type Fields, fieldsOf, isFields, numberIn, parseLine, textIn, textsIn } from "../json-fields.ts";
import { injectedText, lineId, type Place, toolResult, toolUse } from "../transcript-entries.ts";
import { isWrittenByClient, resultText } from "./message-texts.ts";

/** The ids of the messages that a compaction kept. */
export function keptIds({ compactMetadata }: Fields): string[] {
  const { preservedMessages, preservedSegment } = fieldsOf(compactMetadata);
  const { allUuids, uuids } = fieldsOf(preservedMessages);
  return [fieldsOf(preservedSegment).headUuid, allUuids, uuids].flatMap(textsIn);
}

/** Lines of the client's own bookkeeping: they hold no part of the conversation. */
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

/** Attachments that repeat what every model gets from the client, or from hooks (ours among them). */
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

function userText(text: string, of: Fields, place: Place): Entry {
  const said = { ...place, content: text };
  if (of.isCompactSummary === true) return { ...said, role: "system", kind: "summary" };
  const command = typedCommand(text);
  if (command !== undefined) {
    // A command of the user's own reaches the model as a request; the client's built-in ones do not.
    if (BUILT_IN_COMMAND.test(command)) return { ...said, role: "user", kind: "command" };
    return { ...said, content: command, role: "user", kind: "prompt", isPrompt: true };
  }
  if (of.isMeta === true || isWrittenByClient(text)) return { ...said, role: "system", kind: "command" };
  if (INTERRUPTED.test(text)) return { ...said, role: "user", kind: "other" };
  // In a subagent's file the first prompt is from the agent that started it.
  if (of.isSidechain === true) return { ...said, role: "user", kind: "text" };
  return { ...said, role: "user", kind: "prompt", isPrompt: true };
}

function userBlock(one: Fields, of: Fields, place: Place): Entry {
  const text = textIn(one.text);
  if (one.type === "text" && text !== undefined) return userText(text, of, place);
  const toolUseId = textIn(one.tool_use_id);
  if (one.type === "tool_result" && toolUseId !== undefined)
    return toolResult(place, toolUseId, resultText(one.content), one.is_error === true);
  return { ...place, role: "user", kind: "attachment", content: JSON.stringify(one) };
}

function assistantBlock(one: Fields, place: Place): Entry {
  if (one.type === "text") return { ...place, role: "assistant", kind: "text", content: textIn(one.text) ?? "" };
  if (one.type === "thinking")
    return { ...place, role: "assistant", kind: "thinking", content: textIn(one.thinking) ?? "" };
  const toolUseId = textIn(one.id);
  if (one.type === "tool_use" && toolUseId !== undefined)
    return toolUse(place, toolUseId, textIn(one.name) ?? "", one.input);
  return { ...place, role: "assistant", kind: "other", content: JSON.stringify(one) };
}

const COUNTED = ["input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens"];

function reportedUsage(message: Fields): Entry["usage"] {
  if (message.usage === undefined || message.usage === null) return undefined;
  const usage = fieldsOf(message.usage);
  const inputTokens = COUNTED.reduce((sum, name) => sum + (numberIn(usage[name]) ?? 0), 0);
  return { inputTokens, model: textIn(message.model) };
}

const blockOf = (one: unknown): Fields =>
  typeof one === "string" ? { type: "text", text: one } : isFields(one) ? one : { type: "unknown", value: one };

/** The blocks of a message; content that is no list counts as one block. Throws without content. */
function blocksOf({ message }: Fields): Fields[] {
  const { content } = fieldsOf(message);
  if (content === undefined || content === null) throw new TypeError("it has no message");
  return Array.isArray(content) ? content.map(blockOf) : [blockOf(content)];
}

function attachmentEntry(of: Fields, place: Place, raw: string): Entry[] {
  const attachment = fieldsOf(of.attachment);
  const kind = textIn(attachment.type) ?? "";
  if (kind === "hook_additional_context") {
    const given = Array.isArray(attachment.content) ? attachment.content : [];
    const echoes = given.filter((text) => typeof text === "string").filter(hasEcho);
    return echoes.length === 0 ? [] : [injectedText(place, ...echoes)];
  }
  if (kind === "queued_command") {
    const { prompt, commandMode } = attachment;
    const text = typeof prompt === "string" ? prompt : resultText(prompt);
    // What was typed while the agent was busy is a prompt like any other.
    if (commandMode === "prompt" || commandMode === undefined) return [userText(text, of, place)];
  }
  return ATTACHED_BY_CLIENT.test(kind) ? [] : [{ ...place, role: "system", kind: "attachment", content: raw }];
}

/**
 * The entries of one line. Throws when the line is not JSON; what is unknown is kept unchanged. A line without a
 * time gets `fallbackTime`.
 */
export function readLine(raw: string, fallbackTime?: string): Entry[] {
  if (raw.trim() === "") return [];
  const of = parseLine(raw);
  const type = textIn(of.type);
  if (type === undefined) throw new TypeError("it has no type");
  if (BOOKKEEPING.has(type)) return [];
  const place: Place = {
    sourceId: textIn(of.uuid) ?? lineId(raw),
    createdAt: timeOf(textIn(of.timestamp), fallbackTime),
    turnId: textIn(of.promptId),
  };
  const at = (index: number, count: number): Place =>
    count > 1 ? { ...place, sourceId: `${place.sourceId}:${index}` } : place;
  switch (type) {
    case "user": {
      const blocks = blocksOf(of);
      return blocks.map((one, index) => userBlock(one, of, at(index, blocks.length)));
    }
    case "assistant": {
      const message = fieldsOf(of.message);
      const blocks = blocksOf(of);
      const usage = reportedUsage(message);
      return blocks.map((one, index) => ({ ...assistantBlock(one, at(index, blocks.length)), usage }));
    }
    case "system":
      if (SYSTEM_BOOKKEEPING.has(textIn(of.subtype) ?? "")) return [];
      if (of.subtype === "compact_boundary") return [{ ...place, role: "system", kind: "boundary", content: raw }];
      return [{ ...place, role: "system", kind: "command", content: textIn(of.content) ?? raw }];
    case "attachment":
      return attachmentEntry(of, place, raw);
    default:
      return [{ ...place, role: "system", kind: "other", content: raw }];
  }
}

export const AGENT_FILE = /^agent-(.+)\.jsonl$/;

/** Whether the file is from the client's own summariser, which has no agent type. */
export async function isSummariser(path: string): Promise<boolean> {
  const meta = path.replace(/\.jsonl$/, ".meta.json");
  // Opening a named pipe would wait for a writer.
  if (!(await stat(meta)).isFile()) return false;
  const parsed = z.looseObject({ agentType: z.string() }).safeParse(JSON.parse(await readFile(meta, "utf8")));
  return parsed.success && parsed.data.agentType === "";
}

/** The files of a session's subagents: `<session>/subagents/agent-<id>.jsonl` next to `<session>.jsonl`. */
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
