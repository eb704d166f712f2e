import { z } from "zod";
import { callContent, type Entry, hasEcho, hasOnlyReminders } from "../../conversation/index.ts";
import { sha256 } from "../../core/index.ts";
import { timeOf } from "../times.ts";
import { authorOf, isFailure, isInstruction } from "./texts.ts";

const optionalText = z.string().optional().catch(undefined);

const part = z.looseObject({ type: z.string().catch(""), text: optionalText });
type Part = z.infer<typeof part>;

const item = z.looseObject({
  type: z.string(),
  id: optionalText,
  role: optionalText,
  name: optionalText,
  namespace: optionalText,
  call_id: optionalText,
  content: z.array(part).nullish().catch(undefined),
  summary: z.array(part).nullish().catch(undefined),
  internal_chat_message_metadata_passthrough: z
    .looseObject({ turn_id: optionalText, content_item_kinds: z.array(z.string()).optional().catch(undefined) })
    .optional()
    .catch(undefined),
});
type Item = z.infer<typeof item>;

const line = z.looseObject({
  type: optionalText,
  timestamp: optionalText,
  payload: z.looseObject({ type: optionalText }).optional().catch(undefined),
  metadata: z
    .looseObject({ compaction_output: z.boolean().optional().catch(undefined) })
    .optional()
    .catch(undefined),
});
type Line = z.infer<typeof line>;

/** Lines by which the client keeps its own books: nothing in them was said by anyone. */
const BOOKKEEPING = new Set(["session_meta", "world_state", "inter_agent_communication_metadata"]);

/** Items that hold no words: snapshots of the files, and a context that only the model's maker can read. */
const WORDLESS = new Set(["ghost_snapshot", "ghost_commit", "compaction", "compaction_summary", "context_compaction"]);

/** Events that no item repeats: what became of a turn. */
const TELLING_EVENTS = new Set(["turn_aborted", "error", "thread_rolled_back"]);

interface Place {
  readonly sourceId: string;
  readonly createdAt: string;
  readonly turnId: string | undefined;
}

const textsOf = (parts: readonly Part[] | null | undefined): string =>
  (parts ?? []).flatMap(({ text }) => text ?? []).join("\n");

function echo(text: string, place: Place): Entry[] {
  if (!hasEcho(text)) return [];
  const isReminder = hasOnlyReminders(text);
  return [
    { ...place, role: "system", kind: "attachment", content: "", isEcho: true, ...(isReminder && { isReminder }) },
  ];
}

function userPart({ text, ...rest }: Part, told: string | undefined, place: Place): Entry[] {
  if (text === undefined) return [{ ...place, role: "user", kind: "attachment", content: JSON.stringify(rest) }];
  const said = { ...place, content: text };
  switch (authorOf(text, told)) {
    case "instructions":
      return echo(text, place);
    case "shell":
      return [{ ...said, role: "user", kind: "command" }];
    case "report":
      return [{ ...said, role: "system", kind: "command" }];
    case "user":
      return [{ ...said, role: "user", kind: "prompt", isPrompt: true }];
  }
}

function developerPart({ text, ...rest }: Part, told: string | undefined, place: Place): Entry[] {
  const content = text ?? JSON.stringify(rest);
  if (hasEcho(content)) return echo(content, place);
  return isInstruction(content, told) ? [] : [{ ...place, role: "system", kind: "attachment", content }];
}

function partEntries(of: Item, one: Part, told: string | undefined, place: Place): Entry[] {
  if (of.role === "user") return userPart(one, told, place);
  if (of.role === "developer" || of.role === "system") return developerPart(one, told, place);
  const { text } = one;
  if (text === undefined) return [{ ...place, role: "assistant", kind: "other", content: JSON.stringify(one) }];
  return [{ ...place, role: "assistant", kind: "text", content: text }];
}

function messageEntries(of: Item, place: Place): Entry[] {
  const parts = of.content ?? [];
  const kinds = of.internal_chat_message_metadata_passthrough?.content_item_kinds;
  return parts.flatMap((one, index) => {
    const at = parts.length > 1 ? { ...place, sourceId: `${place.sourceId}:${index}` } : place;
    return partEntries(of, one, kinds?.[index], at);
  });
}

function parsed(text: unknown): unknown {
  if (typeof text !== "string") return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Tools of MCP servers are known to everybody else by one name. */
const toolName = ({ name = "", namespace }: Item, otherwise: string): string =>
  (namespace ? `${namespace}__${name}` : name) || otherwise;

function callEntry(of: Item, place: Place, name: string, input: unknown): Entry[] {
  const id = of.call_id;
  return [
    {
      ...place,
      sourceId: id === undefined ? place.sourceId : `tool_use:${id}`,
      role: "assistant",
      kind: "tool_use",
      content: callContent(name, input),
      toolName: name,
      ...(id !== undefined && { toolUseId: id }),
    },
  ];
}

const outputShape = z.union([
  z.string(),
  z.array(part),
  z.looseObject({ content: z.string(), success: z.boolean().nullish() }),
]);

function outputEntry(of: Item, place: Place): Entry[] {
  const output = outputShape.safeParse(of.output);
  const told = output.success ? output.data : JSON.stringify(of.output ?? "");
  const content =
    typeof told === "string"
      ? told
      : Array.isArray(told)
        ? told.map(({ text, ...rest }) => text ?? JSON.stringify(rest)).join("\n")
        : told.content;
  const refused = typeof told === "object" && !Array.isArray(told) && told.success === false;
  return [
    {
      ...place,
      sourceId: of.call_id === undefined ? place.sourceId : `tool_result:${of.call_id}`,
      role: "tool",
      kind: "tool_result",
      content,
      toolUseId: of.call_id,
      isError: refused || (isFailure(content) ?? false),
    },
  ];
}

/** The entries of one item of the conversation. */
function itemEntries(of: Item, place: Place, raw: string): Entry[] {
  switch (of.type) {
    case "message":
      return messageEntries(of, place);
    case "reasoning": {
      const content = [textsOf(of.summary), textsOf(of.content)].filter((text) => text !== "").join("\n");
      // What is encrypted nobody here can read.
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
      return WORDLESS.has(of.type) ? [] : [{ ...place, role: "assistant", kind: "other", content: raw }];
  }
}

const note = (place: Place, usage: Entry["usage"]): Entry[] => [
  { ...place, role: "system", kind: "other", content: "", isNote: true, usage },
];

const counts = z.looseObject({ input_tokens: z.number() });

function usageNote(counted: unknown, place: Place): Entry[] {
  const { data } = counts.safeParse(counted);
  // After a compaction the client reports nothing as counted.
  return data && data.input_tokens > 0 ? note(place, { inputTokens: data.input_tokens }) : [];
}

const countEvent = z.looseObject({ info: z.looseObject({ last_token_usage: z.unknown() }) });

/** Nearly every event repeats what an item of the conversation says. */
function eventEntries(payload: Line["payload"], place: Place, raw: string): Entry[] {
  if (payload?.type === "token_count")
    return usageNote(countEvent.safeParse(payload).data?.info.last_token_usage, place);
  return TELLING_EVENTS.has(payload?.type ?? "") ? [{ ...place, role: "system", kind: "other", content: raw }] : [];
}

/** A compaction: where it happened, and the summary that took the place of what was before. */
function compactionEntries(of: Line, place: Place): Entry[] {
  const { message, replacement_history: _kept, ...payload } = of.payload ?? {};
  const content = JSON.stringify({ ...of, payload });
  return [
    { ...place, sourceId: `${place.sourceId}:boundary`, role: "system", kind: "boundary", content },
    ...(typeof message === "string" && message !== ""
      ? [{ ...place, role: "system", kind: "summary", content: message } as const]
      : []),
  ];
}

function wrappedEntries(of: Line, place: Place, raw: string): Entry[] {
  switch (of.type) {
    case "response_item":
      // The summary stands in the line of the compaction, as the model is given it.
      return of.metadata?.compaction_output ? [] : readItem(of.payload, place, raw);
    case "event_msg":
      return eventEntries(of.payload, place, raw);
    case "compacted":
      return compactionEntries(of, place);
    case "turn_context":
      return typeof of.payload?.model === "string" ? note(place, { model: of.payload.model }) : [];
    case "token_usage_record":
      return usageNote(of.payload?.usage, place);
    default:
      return BOOKKEEPING.has(of.type ?? "") ? [] : [{ ...place, role: "system", kind: "other", content: raw }];
  }
}

function readItem(payload: unknown, place: Place, raw: string): Entry[] {
  const read = item.safeParse(payload);
  if (!read.success) return [{ ...place, role: "system", kind: "other", content: raw }];
  const { id, internal_chat_message_metadata_passthrough: told } = read.data;
  return itemEntries(read.data, { ...place, sourceId: id || place.sourceId, turnId: told?.turn_id }, raw);
}

/**
 * The entries of one line of a rollout. Throws when the line is not JSON; what is unknown is kept as it stands. A line
 * without a time was written at `otherwise`.
 */
export function readLine(raw: string, otherwise?: string): Entry[] {
  if (raw.trim() === "") return [];
  const of = line.parse(JSON.parse(raw));
  const place: Place = {
    sourceId: `line:${sha256(raw).slice(0, 32)}`,
    createdAt: timeOf(of.timestamp, otherwise),
    turnId: undefined,
  };
  if (of.payload !== undefined) return wrappedEntries(of, place, raw);
  // The first versions wrote a head without a type, then the items bare, and their own state in between.
  return of.type === undefined ? [] : readItem(of, place, raw);
}
