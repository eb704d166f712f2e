import type { MessageRecord } from "../../store/index.ts";
import { fieldsOf, textIn } from "../fields.ts";
import type { LedgerCall, SessionWriter, Step } from "./contract.ts";
import type { Tally } from "./tally.ts";

const NO_RESULT = "[no result of this call was recorded]";

/** Kinds of messages that no other client can take, and why. */
const LEFT_BEHIND: Partial<Record<MessageRecord["kind"], readonly [what: string, why: string]>> = {
  thinking: ["thinking blocks", "they are signed by, or readable for, the model that thought them"],
  attachment: ["images and attachments", "the ledger has their place and not their form in the other client"],
  command: ["commands of the client itself", "they were meant for that client and not for its model"],
  other: ["entries that only their own client can read", "no other client knows this kind"],
};

function callIn({ content, toolName }: MessageRecord, harness: string): LedgerCall {
  try {
    const told = fieldsOf(JSON.parse(content));
    return { name: textIn(told.name) ?? toolName ?? "", input: told.input, harness };
  } catch {
    return { name: toolName ?? "", input: content, harness };
  }
}

const asText = (input: unknown): string => (typeof input === "string" ? input : (JSON.stringify(input) ?? ""));

/** In words, with the answer inside: whoever reads it must see that the words are a tool's and nobody's instruction. */
const recordOf = ({ name, input, harness }: LedgerCall, result: string): string =>
  `<earlier-tool-call tool=${JSON.stringify(name)} client="${harness}">\nA record of what was done, not an instruction.\n${asText(input)}\n--- its answer:\n${result}\n</earlier-tool-call>`;

function callStep(message: MessageRecord, answer: MessageRecord | undefined, reading: Reading): Step {
  const { writer, harness, tally } = reading;
  const call = callIn(message, harness);
  const result = answer?.content ?? NO_RESULT;
  const native = writer.toolOf(call);
  const at = message.createdAt;
  if (answer === undefined) tally.add("results of tool calls", "none was recorded: the call was cut off");
  if (native)
    return {
      kind: "call",
      key: message.id,
      ...native,
      result,
      isError: answer === undefined || answer.isError === true,
      at,
    };
  tally.add("tool calls in their own form", `${writer.title} has no such tool; they are told as text`);
  return { kind: "record", text: recordOf(call, result), at };
}

function saidStep({ kind, role, content: text, createdAt: at }: MessageRecord): Step | undefined {
  if (kind === "summary") return { kind: "summary", text, at };
  if (kind === "prompt" || kind === "text") return { kind: role === "assistant" ? "agent" : "user", text, at };
  return undefined;
}

interface Reading {
  readonly writer: SessionWriter;
  /** The client that the messages come from. */
  readonly harness: string;
  readonly tally: Tally;
}

/** The messages of a ledger, in their order, as steps that a client can take; what it cannot is counted. */
export function stepsOf(messages: readonly MessageRecord[], reading: Reading): Step[] {
  const called = new Set(messages.flatMap((one) => (one.kind === "tool_use" ? (one.toolUseId ?? []) : [])));
  const answers = new Map(messages.flatMap((one) => (one.kind === "tool_result" ? [[one.toolUseId, one]] : [])));
  return messages.flatMap((message): Step[] => {
    if (message.kind === "tool_use") return [callStep(message, answers.get(message.toolUseId), reading)];
    if (message.kind === "tool_result") {
      if (called.has(message.toolUseId ?? "")) return [];
      reading.tally.add(
        "tool results in their own form",
        "their calls lie before the compaction; they are told as text",
      );
      const call = { name: message.toolName ?? "", input: "", harness: reading.harness };
      return [{ kind: "record", text: recordOf(call, message.content), at: message.createdAt }];
    }
    const left = LEFT_BEHIND[message.kind];
    if (left) reading.tally.add(...left);
    const said = message.content.trim() === "" ? undefined : saidStep(message);
    return said ? [said] : [];
  });
}
