import { z } from "zod";
import type { Entry } from "../../capture/index.ts";
import { sha256 } from "../../core/index.ts";
import { timeOf } from "../client-times.ts";
import { optionalText } from "../optional-text.ts";
import { injectedText, lineId, toolResult, toolUse } from "../transcript-entries.ts";
import {
  isBuiltInCommand,
  isEnvironment,
  isFailure,
  isSnapshot,
  type Part,
  partsOf,
  responseText,
  SUMMARY_REPLY,
  splitHookContext,
  splitReferences,
} from "./message-texts.ts";

const toolCall = z.looseObject({
  id: z.string(),
  name: z.string(),
  args: z.unknown().optional(),
  result: z.unknown().optional(),
  status: optionalText,
  timestamp: optionalText,
});
type ToolCall = z.infer<typeof toolCall>;

const thought = z.looseObject({ subject: optionalText, description: optionalText, timestamp: optionalText });

const message = z.looseObject({
  id: z.string(),
  timestamp: optionalText,
  type: z.string(),
  content: z.unknown().optional(),
  thoughts: z.array(z.unknown()).optional().catch(undefined),
  toolCalls: z.array(z.unknown()).optional().catch(undefined),
  tokens: z.looseObject({ input: z.number() }).optional().catch(undefined),
  model: optionalText,
});
export type Message = z.infer<typeof message>;

export const header = z.looseObject({
  sessionId: z.string(),
  projectHash: z.string(),
  startTime: optionalText,
  kind: optionalText,
  directories: z.array(z.string()).optional().catch(undefined),
  messages: z.array(z.unknown()).optional().catch(undefined),
});
export type Header = z.infer<typeof header>;

/** What one line of the log does to the conversation. */
export type Operation =
  | { readonly does: "say"; readonly message: Message }
  /** Puts other messages in the place of all that there were: after a resume, after a compression. */
  | { readonly does: "replace"; readonly messages: readonly Message[]; readonly unread: readonly unknown[] }
  | { readonly does: "bookkeeping" }
  | { readonly does: "unknown" };

const BOOKKEEPING = new Set([
  ...["lastUpdated", "sessionId", "projectHash", "startTime", "kind", "summary", "directories", "memoryScratchpad"],
  "messages",
]);

function replacement(list: readonly unknown[]): Operation {
  const read = list.map((one) => ({ one, as: message.safeParse(one) }));
  return {
    does: "replace",
    messages: read.flatMap(({ as }) => (as.success ? [as.data] : [])),
    unread: read.flatMap(({ one, as }) => (as.success ? [] : [one])),
  };
}

/** Throws when the line is no JSON object. */
export function operationOf(raw: string): Operation {
  const line = z.record(z.string(), z.unknown()).parse(JSON.parse(raw));
  const said = message.safeParse(line);
  if (said.success) return { does: "say", message: said.data };
  const set = header.safeParse(line).success ? line : z.record(z.string(), z.unknown()).safeParse(line.$set).data;
  if (Array.isArray(set?.messages)) return replacement(set.messages);
  const isKnown = set !== undefined && Object.keys(set).every((key) => BOOKKEEPING.has(key));
  return { does: isKnown ? "bookkeeping" : "unknown" };
}

/** What is known of a session apart from the line. */
export interface ReadContext {
  /** In a subagent's file the first prompt is from the agent that started it. */
  readonly isSubagent: boolean;
  /** For lines without a readable time. */
  readonly fallbackTime: string;
}

interface Place {
  readonly createdAt: string;
  readonly usage: Entry["usage"];
}

const digest = (text: string): string => sha256(text).slice(0, 16);

/** The client rewrites messages under the same id: a hash of the text tells the versions apart. */
const textId = (of: Message, text: string): string => `${of.id}:${digest(text)}`;

function typedByUser(text: string, of: Message, place: Place, { isSubagent }: ReadContext): Entry {
  const said = { ...place, content: text, sourceId: textId(of, text) };
  // Repeated in other words at each resume: once is enough.
  if (isEnvironment(text)) return { ...said, sourceId: of.id, role: "system", kind: "attachment" };
  if (isSnapshot(text)) return { ...said, role: "system", kind: "summary" };
  if (isBuiltInCommand(text)) return { ...said, role: "user", kind: "command" };
  if (isSubagent) return { ...said, role: "user", kind: "text" };
  return { ...said, role: "user", kind: "prompt", isPrompt: true };
}

function userTexts(parts: readonly Part[], of: Message, place: Place, context: ReadContext): Entry[] {
  const texts = parts.flatMap(({ text }) => (text === undefined ? [] : [splitHookContext(text)]));
  const { typed, files } = splitReferences(texts.map(({ said }) => said).join(""));
  const attached = { ...place, sourceId: textId(of, files), role: "user", kind: "attachment", content: files } as const;
  return [
    ...texts.flatMap(({ given }) => given.map((text) => injectedText({ ...place, sourceId: textId(of, text) }, text))),
    ...(typed.trim() === "" ? [] : [typedByUser(typed, of, place, context)]),
    ...(files === "" ? [] : [attached]),
  ];
}

const called = ({ id, name, args }: { id: string; name: string; args?: unknown }, place: Place): Entry =>
  toolUse({ ...place, sourceId: id }, id, name, args);

function answered(id: string, toolName: string, response: unknown, { createdAt }: Place, failed: boolean): Entry {
  return { ...toolResult({ sourceId: id, createdAt }, id, responseText(response), failed), toolName };
}

const FINISHED = new Set(["success", "error", "cancelled"]);

function resultOf(call: ToolCall, place: Place): Entry[] {
  if (call.result === undefined && !FINISHED.has(call.status ?? "")) return [];
  const at = { ...place, createdAt: timeOf(call.timestamp, place.createdAt) };
  const failed = call.status !== undefined && call.status !== "success";
  const responses = partsOf(call.result).flatMap(
    ({ functionResponse, text }) => functionResponse?.response ?? text ?? [],
  );
  const response = responses.length > 1 ? responses.map(responseText).join("\n") : responses[0];
  return [answered(call.id, call.name, response, at, failed || isFailure(response))];
}

/** A piece that is no text: a call, an answer, an image. */
function otherPart(one: Part, of: Message, place: Place, role: "user" | "assistant"): Entry[] {
  if (one.text !== undefined) return [];
  const { functionCall: call, functionResponse: answer } = one;
  if (call) return [called(call, place)];
  if (answer) return [answered(answer.id, answer.name, answer.response, place, isFailure(answer.response))];
  const content = JSON.stringify(one.asWritten);
  return [{ ...place, sourceId: textId(of, content), role, kind: "attachment", content }];
}

const spoken = (kind: "text" | "thinking", content: string, of: Message, place: Place): Entry[] =>
  content.trim() === "" ? [] : [{ ...place, sourceId: textId(of, content), role: "assistant", kind, content }];

/** In the words in which the client itself gives them to the model again. */
function thoughtText(one: unknown): string {
  const { subject, description } = thought.safeParse(one).data ?? {};
  if (subject) return `**${subject}** ${description ?? ""}`;
  return description ?? JSON.stringify(one);
}

function callEntries(one: unknown, of: Message, place: Place): Entry[] {
  const call = toolCall.safeParse(one).data;
  if (call) return [called(call, place), ...resultOf(call, place)];
  const content = JSON.stringify(one);
  return [{ ...place, sourceId: textId(of, content), role: "assistant", kind: "other", content }];
}

function modelEntries(of: Message, place: Place): Entry[] {
  const parts = partsOf(of.content);
  const thoughts = [
    ...(of.thoughts ?? []).map(thoughtText),
    ...parts.flatMap((one) => (one.thought ? (one.text ?? []) : [])),
  ];
  const text = parts.map((one) => (one.thought ? "" : (one.text ?? ""))).join("");
  return [
    ...thoughts.flatMap((one) => spoken("thinking", one, of, place)),
    ...spoken("text", text, of, place),
    ...parts.flatMap((one) => otherPart(one, of, place, "assistant")),
    ...(of.toolCalls ?? []).flatMap((one) => callEntries(one, of, place)),
  ];
}

/** The entries of a message. */
export function messageEntries(of: Message, context: ReadContext): Entry[] {
  const usage = of.tokens && { inputTokens: of.tokens.input, model: of.model };
  const place: Place = { createdAt: timeOf(of.timestamp, context.fallbackTime), usage };
  if (of.type === "gemini") return modelEntries(of, place);
  const parts = partsOf(of.content);
  if (of.type === "user") {
    return [...userTexts(parts, of, place, context), ...parts.flatMap((one) => otherPart(one, of, place, "user"))];
  }
  const content = parts.map((one) => one.text ?? JSON.stringify(one.asWritten)).join("");
  return [{ ...place, sourceId: textId(of, content), role: "system", kind: "other", content }];
}

/** A line of an unknown kind, unchanged. */
export const unknownEntry = (raw: string, { fallbackTime }: ReadContext): Entry => ({
  ...{ sourceId: lineId(raw), createdAt: fallbackTime },
  ...{ role: "system", kind: "other", content: raw },
});

const boundaryBefore = (summary: Entry): Entry => ({
  ...{ sourceId: `boundary:${summary.sourceId}`, createdAt: summary.createdAt },
  ...{ role: "system", kind: "boundary", content: JSON.stringify({ compressedInto: summary.sourceId }) },
});

export const plainText = (of: Message | undefined): string =>
  partsOf(of?.content)
    .map(({ text }) => text ?? "")
    .join("");

/** Whether the line only begins a session or describes the environment. */
export function hasNoMessages(raw: string): boolean {
  const operation = operationOf(raw);
  if (operation.does !== "replace") return operation.does === "bookkeeping";
  return operation.unread.length === 0 && operation.messages.every((one) => isEnvironment(plainText(one)));
}

/** The entries of messages that replaced others: a summary among them is where a new context began. */
export function replacementEntries(messages: readonly Message[], context: ReadContext): Entry[] {
  return messages.flatMap((one, index) => {
    const entries = messageEntries(one, context);
    if (plainText(one) === SUMMARY_REPLY)
      return entries.map((entry) => ({ ...entry, role: "system", kind: "command" }));
    const isSummary = isSnapshot(plainText(one)) || plainText(messages[index + 1]) === SUMMARY_REPLY;
    if (!isSummary || one.type !== "user") return entries;
    return entries.flatMap((entry) => {
      if (entry.kind !== "prompt" && entry.kind !== "summary" && entry.kind !== "text") return [entry];
      const { isPrompt: _isPrompt, ...rest } = entry;
      const summary: Entry = { ...rest, role: "system", kind: "summary" };
      return [boundaryBefore(summary), summary];
    });
  });
}
