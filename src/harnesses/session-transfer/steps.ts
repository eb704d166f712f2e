import type { MessageRecord } from "../../store/index.ts";
import { NO_RESULT } from "../../text/index.ts";
import { fieldsOf, textIn } from "../json-fields.ts";
import type { LedgerCall, Recorded, SessionWriter, Step } from "./session-writer.ts";
import type { Tally } from "./tally.ts";
import { toolCallText } from "./tool-call-text.ts";

/** Kinds of messages that no other client can read, and why. */
const NOT_CARRIED: Partial<Record<MessageRecord["kind"], readonly [what: string, why: string]>> = {
  thinking: ["thinking blocks", "only the model that wrote them can read or verify them"],
  attachment: ["images and attachments", "the ledger does not have them in the other client's form"],
  command: ["commands of the client itself", "they were for that client, not for its model"],
  other: ["entries that only their own client can read", "no other client knows this kind"],
};

function parseCall({ content, toolName, harness }: Recorded): LedgerCall {
  try {
    const call = fieldsOf(JSON.parse(content));
    return { name: textIn(call.name) ?? toolName ?? "", input: call.input, harness };
  } catch {
    return { name: toolName ?? "", input: content, harness };
  }
}

function callStep(message: Recorded, answer: Recorded | undefined, { writer, tally }: StepOptions): Step {
  const call = parseCall(message);
  const result = answer?.content ?? NO_RESULT;
  const native = writer.toolOf(call);
  const at = message.createdAt;
  if (answer === undefined) tally.add("results of tool calls", "none was recorded: the call was cut off");
  const isError = answer === undefined || answer.isError === true;
  if (native) return { kind: "call", key: message.id, ...native, result, isError, at };
  tally.add("tool calls in their own form", `${writer.title} has no such tool; they are written as text`);
  return { kind: "record", text: toolCallText(call, result), at };
}

function textStep({ kind, role, content: text, createdAt: at }: MessageRecord): Step | undefined {
  if (kind === "summary") return { kind: "summary", text, at };
  if (kind === "prompt" || kind === "text") return { kind: role === "assistant" ? "agent" : "user", text, at };
  return undefined;
}

interface StepOptions {
  readonly writer: SessionWriter;
  readonly tally: Tally;
}

/** A call id is unique only within its session. */
const callId = ({ sessionId, toolUseId, id }: Recorded): string => `${sessionId} ${toolUseId ?? id}`;

/** A result whose call is missing: it was made before the compaction. */
function answerStep({ toolName, harness, content, createdAt: at }: Recorded, { tally }: StepOptions): Step {
  tally.add("tool results in their own form", "their calls are from before the compaction; they are written as text");
  return { kind: "record", text: toolCallText({ name: toolName ?? "", input: "", harness }, content), at };
}

/** The messages as steps that a client can read; what it cannot is counted. */
export function stepsOf(messages: readonly Recorded[], reading: StepOptions): Step[] {
  const called = new Set(messages.filter(({ kind }) => kind === "tool_use").map(callId));
  const answered = messages.filter(({ kind }) => kind === "tool_result");
  const answers = new Map(answered.map((one) => [callId(one), one]));
  return messages.flatMap((message): Step[] => {
    if (message.kind === "tool_use") return [callStep(message, answers.get(callId(message)), reading)];
    if (message.kind === "tool_result") return called.has(callId(message)) ? [] : [answerStep(message, reading)];
    const left = NOT_CARRIED[message.kind];
    if (left) reading.tally.add(...left);
    const said = message.content.trim() === "" ? undefined : textStep(message);
    return said ? [said] : [];
  });
}
