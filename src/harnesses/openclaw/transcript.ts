import { z } from "zod";
import { callContent, type Entry } from "../../capture/index.ts";
import { isoAt, readTime } from "../client-times.ts";
import { optionalText } from "../optional-text.ts";
import { injectedText, lineId, type Place } from "../transcript-entries.ts";

const block = z.looseObject({
  type: z.string().catch(""),
  text: optionalText,
  thinking: optionalText,
  id: optionalText,
  name: optionalText,
  arguments: z.unknown().optional(),
});
/** What is not understood of it is kept as it was written. */
type Block = z.infer<typeof block> & { readonly asWritten: unknown };

const count = z.number().catch(0);
const usage = z.looseObject({ input: count, cacheRead: count, cacheWrite: count });

const message = z.looseObject({
  role: z.string(),
  content: z.unknown().optional(),
  timestamp: z.number().optional().catch(undefined),
  model: optionalText,
  usage: usage.optional().catch(undefined),
  errorMessage: optionalText,
  toolCallId: optionalText,
  toolName: optionalText,
  isError: z.boolean().optional().catch(undefined),
  provenance: z.looseObject({ kind: optionalText }).optional().catch(undefined),
  __openclaw: z.looseObject({ runId: optionalText }).optional().catch(undefined),
});
type Message = z.infer<typeof message>;

const event = z.looseObject({
  type: z.string(),
  id: optionalText,
  timestamp: optionalText,
  customType: optionalText,
  content: z.unknown().optional(),
  summary: optionalText,
  message: message.optional().catch(undefined),
});
type Event = z.infer<typeof event>;

/** The first event of a session. */
export const header = z.looseObject({
  type: z.literal("session"),
  id: z.string(),
  timestamp: optionalText,
  cwd: optionalText,
});

/** Events of the client's own bookkeeping: they hold no part of the conversation. */
const BOOKKEEPING = new Set(["session", "model_change", "thinking_level_change", "label", "session_info", "leaf"]);
const CUSTOM_BOOKKEEPING = new Set(["model-snapshot", "openclaw.cache-ttl"]);

/** What is known of a session apart from the event. */
export interface ReadContext {
  /** False for subagents and scheduled tasks: their prompts are from an agent or the client. */
  readonly isByUser: boolean;
  /** For events without a readable time. */
  readonly fallbackTime: string;
}

function placeOf(of: Event, raw: string, context: ReadContext): Place {
  const said = of.message;
  return {
    sourceId: of.id ?? lineId(raw),
    createdAt: isoAt(said?.timestamp) ?? readTime(of.timestamp) ?? context.fallbackTime,
    turnId: said?.__openclaw?.runId,
  };
}

/** The blocks of a content, which may be a text or a list of blocks. */
function blocksOf(content: unknown): Block[] {
  if (content === undefined || content === null) return [];
  if (typeof content === "string") return [{ type: "text", text: content, asWritten: content }];
  if (Array.isArray(content)) return content.flatMap(blocksOf);
  const read = block.safeParse(content);
  return [{ ...(read.success ? read.data : { type: "" }), asWritten: content }];
}

/** One entry for each block; the first, or only, has the event's own id. */
function eachBlock(of: Message, place: Place, entry: (one: Block, at: Place) => Entry): Entry[] {
  return blocksOf(of.content).map((one, index) =>
    entry(one, index === 0 ? place : { ...place, sourceId: `${place.sourceId}:${index}` }),
  );
}

function userText(text: string, of: Message, place: Place, { isByUser }: ReadContext): Entry {
  const said = { ...place, content: text };
  if (of.provenance?.kind === "internal_system") return { ...said, role: "system", kind: "command" };
  if (!isByUser || of.provenance?.kind === "inter_session") return { ...said, role: "user", kind: "text" };
  return { ...said, role: "user", kind: "prompt", isPrompt: true };
}

function userBlock(one: Block, of: Message, place: Place, context: ReadContext): Entry {
  if (one.type === "text" && one.text !== undefined) return userText(one.text, of, place, context);
  return { ...place, role: "user", kind: "attachment", content: JSON.stringify(one.asWritten) };
}

function assistantBlock(one: Block, place: Place): Entry {
  const { type, text, thinking, name } = one;
  if (type === "text" && text !== undefined) return { ...place, role: "assistant", kind: "text", content: text };
  if (type === "thinking" && thinking !== undefined)
    return { ...place, role: "assistant", kind: "thinking", content: thinking };
  if (type === "toolCall" && name !== undefined) {
    const tool = { toolName: name, toolUseId: one.id };
    const content = callContent(tool.toolName, one.arguments);
    return { ...place, ...tool, role: "assistant", kind: "tool_use", content };
  }
  return { ...place, role: "assistant", kind: "other", content: JSON.stringify(one.asWritten) };
}

function reportedUsage({ usage: counted, model }: Message): Entry["usage"] {
  const inputTokens = counted ? counted.input + counted.cacheRead + counted.cacheWrite : 0;
  // A request that failed has counted nothing.
  return inputTokens === 0 ? undefined : { inputTokens, model };
}

function assistantEntries(of: Message, place: Place): Entry[] {
  const used = reportedUsage(of);
  const entries = eachBlock(of, place, (one, at) => ({ ...assistantBlock(one, at), usage: used }));
  if (of.errorMessage === undefined) return entries;
  const failure = { role: "system", kind: "other", content: of.errorMessage } as const;
  return [...entries, { ...place, sourceId: `error:${place.sourceId}`, ...failure }];
}

const textOf = (content: unknown): string =>
  blocksOf(content)
    .map((one) => (one.type === "text" && one.text !== undefined ? one.text : JSON.stringify(one.asWritten)))
    .join("\n");

function resultEntry(of: Message, place: Place): Entry {
  const tool = { toolName: of.toolName, toolUseId: of.toolCallId, isError: of.isError ?? false };
  return { ...place, ...tool, role: "tool", kind: "tool_result", content: textOf(of.content) };
}

function messageEntries(of: Message, raw: string, place: Place, context: ReadContext): Entry[] {
  switch (of.role) {
    case "user":
      return eachBlock(of, place, (one, at) => userBlock(one, of, at, context));
    case "assistant":
      return assistantEntries(of, place);
    case "toolResult":
      return [resultEntry(of, place)];
    case "custom":
      return [injectedText(place, textOf(of.content))];
    case "bashExecution":
      return [{ ...place, role: "user", kind: "command", content: raw }];
    default:
      return [{ ...place, role: "system", kind: "other", content: raw }];
  }
}

function compactionEntries(of: Event, place: Place): Entry[] {
  const { summary = "", type: _type, id: _id, timestamp: _timestamp, ...rest } = of;
  const boundary = { ...place, sourceId: `boundary:${place.sourceId}`, content: JSON.stringify(rest) };
  return [
    { ...boundary, role: "system", kind: "boundary" },
    { ...place, role: "system", kind: "summary", content: summary },
  ];
}

/** The entries of one event. Throws when it is no JSON object; what is unknown is kept unchanged. */
export function eventEntries(raw: string, context: ReadContext): Entry[] {
  const of = event.parse(JSON.parse(raw));
  if (BOOKKEEPING.has(of.type) || CUSTOM_BOOKKEEPING.has(of.customType ?? "")) return [];
  const place = placeOf(of, raw, context);
  const kept = { ...place, role: "system", content: raw } as const;
  switch (of.type) {
    case "message":
      return of.message ? messageEntries(of.message, raw, place, context) : [{ ...kept, kind: "other" }];
    case "compaction":
      return compactionEntries(of, place);
    case "reset":
      return [{ ...kept, kind: "boundary" }];
    case "branch_summary":
      return [{ ...kept, kind: "summary", content: of.summary ?? raw }];
    case "custom_message":
      return [injectedText(place, textOf(of.content))];
    default:
      return [{ ...kept, kind: "other" }];
  }
}
