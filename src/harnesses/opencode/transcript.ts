import { z } from "zod";
import { callContent, type Entry } from "../../capture/index.ts";
import { jsonIn, sha256 } from "../../core/index.ts";
import { isoAt } from "../client-times.ts";
import { optionalText } from "../optional-text.ts";
import { injectedText } from "../transcript-entries.ts";

const optionalTime = z.number().optional().catch(undefined);
const flag = z.boolean().optional().catch(undefined);
const span = z.looseObject({ start: optionalTime, end: optionalTime }).optional().catch(undefined);

const tokens = z.looseObject({
  input: z.number().catch(0),
  cache: z.looseObject({ read: z.number().catch(0), write: z.number().catch(0) }).catch({ read: 0, write: 0 }),
});

const message = z.looseObject({
  role: optionalText,
  parentID: optionalText,
  modelID: optionalText,
  // A user's message may have an object here: what it changed.
  summary: z.unknown().optional(),
  mode: optionalText,
  tokens: tokens.optional().catch(undefined),
  error: z.unknown().optional(),
  time: z.looseObject({ created: optionalTime, completed: optionalTime }).optional().catch(undefined),
});
export type Message = z.infer<typeof message>;

const part = z.looseObject({
  type: z.string().catch(""),
  text: optionalText,
  synthetic: flag,
  ignored: flag,
  time: span,
  tool: optionalText,
  callID: optionalText,
  state: z
    .looseObject({
      status: optionalText,
      input: z.unknown().optional(),
      output: z.unknown().optional(),
      error: z.unknown().optional(),
      attachments: z.array(z.unknown()).optional().catch(undefined),
      time: span,
    })
    .optional()
    .catch(undefined),
});
type Part = z.infer<typeof part>;

/** Undefined where the text is no message. */
export const messageIn = (data: string): Message | undefined => message.safeParse(jsonIn(data)).data;

/** What all parts of a message have in common. */
export interface ReadContext {
  readonly id: string;
  readonly message: Message;
  /** For parts without a readable time. */
  readonly fallbackTime: string;
  /** In a subagent's session the first prompt is from the agent that started it. */
  readonly isSubagent: boolean;
}

type Place = Pick<Entry, "createdAt" | "turnId" | "usage">;

function reportedUsage({ tokens: counted, modelID }: Message): Entry["usage"] {
  const inputTokens = counted ? counted.input + counted.cache.read + counted.cache.write : 0;
  // An aborted request has no count.
  return inputTokens === 0 ? undefined : { inputTokens, model: modelID };
}

/** Parts are updated in place; one with a changed text is kept in both versions. */
const textId = (id: string, text: string): string => `${id}:${sha256(text).slice(0, 16)}`;

function userText(text: string, one: Part, sourceId: string, place: Place, isSubagent: boolean): Entry {
  const said = { ...place, sourceId, content: text };
  // What the client or a plugin of it added in the user's name.
  if (one.synthetic) return injectedText({ ...place, sourceId }, text);
  // Shown to the user, never sent to the model.
  if (one.ignored) return { ...said, role: "system", kind: "other" };
  if (isSubagent) return { ...said, role: "user", kind: "text" };
  return { ...said, role: "user", kind: "prompt", isPrompt: true };
}

const isSummary = ({ role, summary, mode }: Message): boolean =>
  role === "assistant" && (summary === true || mode === "compaction");

function textEntry(one: Part, id: string, context: ReadContext, place: Place): Entry[] {
  const text = one.text ?? "";
  if (text.trim() === "") return [];
  const sourceId = textId(id, text);
  if (context.message.role === "user") return [userText(text, one, sourceId, place, context.isSubagent)];
  const said = { ...place, sourceId, content: text };
  if (isSummary(context.message)) return [{ ...said, role: "system", kind: "summary" }];
  return [{ ...said, role: "assistant", kind: "text" }];
}

const thinkingEntry = (content: string, id: string, place: Place): Entry[] =>
  content.trim() === ""
    ? []
    : [{ ...place, sourceId: textId(id, content), role: "assistant", kind: "thinking", content }];

const asText = (value: unknown = ""): string => (typeof value === "string" ? value : JSON.stringify(value));

function toolEntries(one: Part, id: string, data: string, place: Place): Entry[] {
  const { tool: name = "", callID: toolUseId, state } = one;
  // The model was still writing the input.
  if (state?.status === "pending")
    return [{ ...place, sourceId: textId(id, data), role: "assistant", kind: "other", content: data }];
  const tool = { toolName: name, toolUseId };
  const at = isoAt(state?.time?.start) ?? place.createdAt;
  const content = callContent(name, state?.input);
  const call: Entry = {
    ...{ ...place, ...tool, createdAt: at, sourceId: `tool_use:${id}` },
    ...{ role: "assistant", kind: "tool_use", content },
  };
  const isError = state?.status === "error";
  if (state?.status !== "completed" && !isError) return [call];
  const answer = { createdAt: isoAt(state.time?.end) ?? at, turnId: place.turnId, ...tool };
  const result: Entry = {
    ...{ ...answer, sourceId: `tool_result:${id}`, role: "tool", kind: "tool_result", isError },
    content: asText(isError ? state.error : state.output),
  };
  const files = (state.attachments ?? []).map((file, index): Entry => {
    const attached = { role: "tool", kind: "attachment", content: JSON.stringify(file) } as const;
    return { ...answer, sourceId: `attachment:${id}:${index}`, ...attached };
  });
  return [call, result, ...files];
}

/** Parts of the client's own bookkeeping, or that repeat the message. */
const BOOKKEEPING = new Set(["step-start", "step-finish", "snapshot"]);

/** The entries of a part. Throws when the text is no JSON; what is unknown is kept unchanged. */
export function partEntries(id: string, data: string, context: ReadContext): Entry[] {
  const one = part.parse(JSON.parse(data));
  if (BOOKKEEPING.has(one.type)) return [];
  const { message: of } = context;
  const isUser = of.role === "user";
  const place: Place = {
    createdAt: isoAt(one.time?.start) ?? isoAt(of.time?.created) ?? context.fallbackTime,
    turnId: isUser ? context.id : of.parentID,
    usage: reportedUsage(of),
  };
  const kept = { ...place, sourceId: textId(id, data), content: data };
  if (of.role !== "user" && of.role !== "assistant") return [{ ...kept, role: "system", kind: "other" }];
  switch (one.type) {
    case "text":
      return textEntry(one, id, context, place);
    case "reasoning":
      return thinkingEntry(one.text ?? "", id, place);
    case "tool":
      return toolEntries(one, id, data, place);
    case "compaction":
      return [{ ...kept, sourceId: id, role: "system", kind: "boundary" }];
    case "file":
    case "agent":
      return [{ ...kept, role: isUser ? "user" : "assistant", kind: "attachment" }];
    case "subtask":
      return [{ ...kept, role: "user", kind: "command" }];
    default:
      return [{ ...kept, role: "system", kind: "other" }];
  }
}

/** What went wrong with a message as a whole: it was aborted, or the model could not be reached. */
export function failureEntries({ id, message: of, fallbackTime }: ReadContext): Entry[] {
  if (of.error === undefined || of.error === null) return [];
  const at = isoAt(of.time?.completed) ?? isoAt(of.time?.created) ?? fallbackTime;
  const content = JSON.stringify(of.error);
  return [{ sourceId: `error:${id}`, createdAt: at, turnId: of.parentID, role: "system", kind: "other", content }];
}
