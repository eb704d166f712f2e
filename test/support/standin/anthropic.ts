import { z } from "zod";
import { type Answer, type Conversation, type Dialect, json, type Turn } from "./dialect.ts";
import type { Reply } from "./script.ts";

const Block = z.looseObject({ type: z.string(), text: z.string().optional() });
const MessagesRequest = z.looseObject({
  model: z.string(),
  stream: z.boolean().default(false),
  tools: z.array(z.unknown()).default([]),
  messages: z.array(
    z.object({ role: z.enum(["user", "assistant", "system"]), content: z.union([z.string(), z.array(Block)]) }),
  ),
});
type Message = z.infer<typeof MessagesRequest>["messages"][number];

/** The Anthropic Messages API, as Claude Code speaks it. */
export const anthropic: Dialect = {
  name: "anthropic",
  accepts: (path) => path === "/v1/messages",
  aside: (path) => (path === "/v1/messages/count_tokens" ? json({ input_tokens: 1000 }) : undefined),
  read,
  summary: (line) => `<analysis>Condensing.</analysis>\n<summary>\n${line}\n</summary>`,
  phrase,
};

function read(body: unknown): Conversation {
  const { messages, tools } = MessagesRequest.parse(body);
  return { turns: messages.flatMap(turnsOf), offersTools: tools.length > 0 };
}

function turnsOf({ role, content }: Message): Turn[] {
  if (typeof content === "string") return [{ role, text: content }];
  return content.flatMap((block): Turn[] => {
    if (block.type === "tool_result") return [{ role: "tool-result" }];
    return [{ role, text: block.text ?? "" }];
  });
}

function phrase(reply: Reply, body: unknown, id: string): Answer {
  const { model, stream } = MessagesRequest.parse(body);
  const content = contentOf(reply, id);
  const stop_reason = reply.kind === "tools" ? "tool_use" : "end_turn";
  const usage = {
    input_tokens: reply.inputTokens,
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: 0,
    output_tokens: 20,
  };
  const message = { id: `msg_${id}`, type: "message", role: "assistant", model, stop_sequence: null, usage };
  if (!stream) return json({ ...message, content, stop_reason });

  const events = [
    event("message_start", { message: { ...message, content: [], stop_reason: null } }),
    ...content.flatMap(blockEvents),
    event("message_delta", { delta: { stop_reason, stop_sequence: null }, usage }),
    event("message_stop", {}),
  ];
  return { contentType: "text/event-stream", body: events.join("") };
}

type Content =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "tool_use"; readonly id: string; readonly name: string; readonly input: unknown };

function contentOf(reply: Reply, id: string): Content[] {
  if (reply.kind !== "tools") return [{ type: "text", text: reply.text }];
  return reply.calls.map(({ name, input }, index) => ({ type: "tool_use", id: `toolu_${id}_${index}`, name, input }));
}

function blockEvents(block: Content, index: number): string[] {
  const [opened, delta] =
    block.type === "text"
      ? [
          { type: "text", text: "" },
          { type: "text_delta", text: block.text },
        ]
      : [
          { ...block, input: {} },
          { type: "input_json_delta", partial_json: JSON.stringify(block.input) },
        ];
  return [
    event("content_block_start", { index, content_block: opened }),
    event("content_block_delta", { index, delta }),
    event("content_block_stop", { index }),
  ];
}

function event(type: string, data: object): string {
  return `event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`;
}
