import { type Act, actOf, type Spoken } from "../../capture/index.ts";
import { isOwnTool } from "../../text/index.ts";

/** A tool that an agent called, other than our own. */
export interface ToolCall {
  readonly message: Spoken;
  /** The place of the message in the conversation. */
  readonly index: number;
  readonly act: Act;
  /** Undefined while it runs. */
  readonly result: Spoken | undefined;
}

/** The tool calls of a conversation, in their order. */
export function toolCallsIn(messages: readonly Spoken[]): ToolCall[] {
  const results = new Map<string, Spoken>();
  for (const one of messages) if (one.kind === "tool_result" && one.toolUseId) results.set(one.toolUseId, one);
  return messages.flatMap((message, index): ToolCall[] =>
    message.kind === "tool_use" && !isOwnTool(message.toolName)
      ? [{ message, index, act: actOf(message), result: results.get(message.toolUseId ?? "") }]
      : [],
  );
}
