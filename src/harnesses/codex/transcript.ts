import type { Entry } from "../../capture/index.ts";
import { jsonIn } from "../../core/index.ts";
import { hasEcho } from "../../text/index.ts";
import { timeOf } from "../client-times.ts";
import { type Fields, fieldsOf, listIn, numberIn, parseLine, textIn } from "../json-fields.ts";
import { injectedText, lineId, type Place, toolResult, toolUse } from "../transcript-entries.ts";
import { authorOf, isFailure, isInstruction } from "./message-texts.ts";

/** Lines of the client's own bookkeeping: they hold no part of the conversation. */
const BOOKKEEPING = new Set(["session_meta", "world_state", "inter_agent_communication_metadata"]);

/** Items without text: snapshots of files, and contexts that only the model's vendor can read. */
const WORDLESS = new Set(["ghost_snapshot", "ghost_commit", "compaction", "compaction_summary", "context_compaction"]);

/** Events that no item repeats: what became of a turn. */
const RECORDED_EVENTS = new Set(["turn_aborted", "error", "thread_rolled_back"]);

const textsOf = (parts: unknown): string =>
  listIn(parts)
    .flatMap(({ text }) => textIn(text) ?? [])
    .join("\n");

const METADATA = "internal_chat_message_metadata_passthrough";

function userPart(one: Fields, kind: string | undefined, place: Place): Entry[] {
  const text = textIn(one.text);
  if (text === undefined) return [{ ...place, role: "user", kind: "attachment", content: JSON.stringify(one) }];
  const said = { ...place, content: text };
  switch (authorOf(text, kind)) {
    case "instructions":
      return hasEcho(text) ? [injectedText(place, text)] : [];
    case "shell":
      return [{ ...said, role: "user", kind: "command" }];
    case "report":
      return [{ ...said, role: "system", kind: "command" }];
    case "user":
      return [{ ...said, role: "user", kind: "prompt", isPrompt: true }];
  }
}

function developerPart(one: Fields, kind: string | undefined, place: Place): Entry[] {
  const content = textIn(one.text) ?? JSON.stringify(one);
  return isInstruction(content, kind) && !hasEcho(content) ? [] : [injectedText(place, content)];
}

function partEntries(role: unknown, one: Fields, kind: string | undefined, place: Place): Entry[] {
  if (role === "user") return userPart(one, kind, place);
  if (role === "developer" || role === "system") return developerPart(one, kind, place);
  const text = textIn(one.text);
  if (text === undefined) return [{ ...place, role: "assistant", kind: "other", content: JSON.stringify(one) }];
  return [{ ...place, role: "assistant", kind: "text", content: text }];
}

function messageEntries(of: Fields, place: Place, raw: string): Entry[] {
  if (!Array.isArray(of.content)) return [{ ...place, role: "system", kind: "other", content: raw }];
  const parts = listIn(of.content);
  const listed = fieldsOf(of[METADATA]).content_item_kinds;
  const kinds = Array.isArray(listed) ? listed : [];
  return parts.flatMap((one, index) => {
    const at = parts.length > 1 ? { ...place, sourceId: `${place.sourceId}:${index}` } : place;
    return partEntries(of.role, one, textIn(kinds[index]), at);
  });
}

function parsed(text: unknown): unknown {
  const value = typeof text === "string" ? jsonIn(text) : undefined;
  return value === undefined ? text : value;
}

/** Other clients have a single name for a tool of an MCP server. */
function toolName(of: Fields, fallback: string): string {
  const [name = "", namespace] = [textIn(of.name), textIn(of.namespace)];
  return (namespace ? `${namespace}__${name}` : name) || fallback;
}

const callEntry = (of: Fields, place: Place, name: string, input: unknown): Entry[] => [
  toolUse(place, textIn(of.call_id), name, input),
];

/** A tool's output, in any form that was ever used: a text, its parts, or an object around it. */
function outputText(output: unknown): string {
  if (typeof output === "string") return output;
  if (Array.isArray(output))
    return listIn(output)
      .map((one) => textIn(one.text) ?? JSON.stringify(one))
      .join("\n");
  return textIn(fieldsOf(output).content) ?? JSON.stringify(output ?? "");
}

function outputEntry(of: Fields, place: Place): Entry[] {
  const content = outputText(of.output);
  const failed = fieldsOf(of.output).success === false || isFailure(content);
  return [toolResult(place, textIn(of.call_id), content, failed)];
}

/** The entries of one item of the conversation. */
function itemEntries(of: Fields, place: Place, raw: string): Entry[] {
  switch (of.type) {
    case "message":
      return messageEntries(of, place, raw);
    case "reasoning": {
      const content = [textsOf(of.summary), textsOf(of.content)].filter((text) => text !== "").join("\n");
      // Encrypted reasoning cannot be read.
      return content === "" ? [] : [{ ...place, role: "assistant", kind: "thinking", content }];
    }
    case "function_call":
      return callEntry(of, place, toolName(of, "function"), parsed(of.arguments));
    case "custom_tool_call":
      return callEntry(of, place, toolName(of, "custom_tool"), parsed(of.input));
    case "local_shell_call":
      return callEntry(of, place, "local_shell", of.action);
    case "web_search_call":
      return callEntry(of, place, "web_search", of.action);
    case "tool_search_call":
      return callEntry(of, place, "tool_search", parsed(of.arguments));
    case "function_call_output":
    case "custom_tool_call_output":
    case "local_shell_call_output":
      return outputEntry(of, place);
    default:
      return WORDLESS.has(textIn(of.type) ?? "") ? [] : [{ ...place, role: "assistant", kind: "other", content: raw }];
  }
}

const note = (place: Place, usage: Entry["usage"]): Entry[] => [
  { ...place, role: "system", kind: "other", content: "", isNote: true, usage },
];

function usageNote(counted: unknown, place: Place): Entry[] {
  const inputTokens = numberIn(fieldsOf(counted).input_tokens) ?? 0;
  // After a compaction the client reports nothing as counted.
  return inputTokens > 0 ? note(place, { inputTokens }) : [];
}

/** Nearly every event repeats what an item of the conversation says. */
function eventEntries(payload: Fields, place: Place, raw: string): Entry[] {
  if (payload.type === "token_count") return usageNote(fieldsOf(payload.info).last_token_usage, place);
  const isRecorded = RECORDED_EVENTS.has(textIn(payload.type) ?? "");
  return isRecorded ? [{ ...place, role: "system", kind: "other", content: raw }] : [];
}

/** A compaction: where it happened, and the summary that took the place of what was before. */
function compactionEntries(of: Fields, place: Place): Entry[] {
  const { message, replacement_history, replacement_history_metadata, ...payload } = fieldsOf(of.payload);
  const content = JSON.stringify({ ...of, payload });
  const summary = textIn(message) ?? "";
  return [
    { ...place, sourceId: `${place.sourceId}:boundary`, role: "system", kind: "boundary", content },
    ...(summary === "" ? [] : [{ ...place, role: "system", kind: "summary", content: summary } as const]),
  ];
}

function readItem(of: Fields, place: Place, raw: string): Entry[] {
  const turnId = textIn(fieldsOf(of[METADATA]).turn_id);
  return itemEntries(of, { ...place, sourceId: textIn(of.id) || place.sourceId, turnId }, raw);
}

function wrappedEntries(of: Fields, payload: Fields, place: Place, raw: string): Entry[] {
  switch (of.type) {
    case "response_item":
      // The summary is in the line of the compaction.
      return fieldsOf(of.metadata).compaction_output === true ? [] : readItem(payload, place, raw);
    case "event_msg":
      return eventEntries(payload, place, raw);
    case "compacted":
      return compactionEntries(of, place);
    case "turn_context": {
      const model = textIn(payload.model);
      return model === undefined ? [] : note(place, { model });
    }
    case "token_usage_record":
      return usageNote(payload.usage, place);
    default:
      return BOOKKEEPING.has(textIn(of.type) ?? "") ? [] : [{ ...place, role: "system", kind: "other", content: raw }];
  }
}

/**
 * The entries of one line of a rollout. Throws when the line is not JSON; what is unknown is kept unchanged. A line
 * without a time gets `fallbackTime`.
 */
export function readLine(raw: string, fallbackTime?: string): Entry[] {
  if (raw.trim() === "") return [];
  const of = parseLine(raw);
  const place: Place = {
    sourceId: lineId(raw),
    createdAt: timeOf(textIn(of.timestamp), fallbackTime),
    turnId: undefined,
  };
  if (of.payload !== undefined) return wrappedEntries(of, fieldsOf(of.payload), place, raw);
  // The first versions wrote a head without a type, then the items bare, and their own state in between.
  return of.type === undefined ? [] : readItem(of, place, raw);
}
