import { createServer, type IncomingMessage } from "node:http";
import { json } from "node:stream/consumers";
import { onTestFinished } from "vitest";

/** What the model's stand-in was asked. */
export interface Asked {
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: Readonly<Record<string, unknown>>;
  /** The rules and the record, whatever the API calls them. */
  readonly rules: string;
  readonly record: string;
  /** The ids of the record's lines that hold `words`. */
  ids(words: string): string[];
}

export interface Reply {
  readonly text?: string;
  readonly isCut?: boolean;
  readonly inputTokens?: number;
  readonly outputTokens?: number;
  /** Instead of an answer in the API's form. */
  readonly raw?: { readonly status: number; readonly body: string; readonly headers?: Record<string, string> };
}

type Answerer = (asked: Asked) => Reply | Promise<Reply>;

const textOf = (content: unknown): string =>
  Array.isArray(content) ? content.map(({ text }) => text).join("") : String(content);

function read(path: string, headers: IncomingMessage["headers"], body: Record<string, unknown>): Asked {
  const messages = Array.isArray(body.messages) ? body.messages : [];
  const rules = textOf(body.system ?? messages.find(({ role }) => role === "system")?.content);
  const record = textOf(messages.find(({ role }) => role === "user")?.content);
  const ids = (words: string) =>
    record.split("\n").flatMap((line) => (line.includes(words) ? (line.match(/[\da-z]{12}-\d+/g) ?? []) : []));
  return { path, headers, body, rules, record, ids };
}

const inAnthropicsForm = ({ text = "", isCut, inputTokens, outputTokens }: Reply, model: unknown) => ({
  ...{ id: "msg_1", type: "message", role: "assistant", model, stop_sequence: null },
  content: [{ type: "text", text }],
  stop_reason: isCut ? "max_tokens" : "end_turn",
  usage: { input_tokens: inputTokens ?? 0, output_tokens: outputTokens ?? 0 },
});

const inOpenAisForm = ({ text = "", isCut, inputTokens, outputTokens }: Reply, model: unknown) => ({
  ...{ id: "chatcmpl-1", object: "chat.completion", created: 1, model },
  choices: [{ index: 0, message: { role: "assistant", content: text }, finish_reason: isCut ? "length" : "stop" }],
  ...(inputTokens === undefined ? {} : { usage: { prompt_tokens: inputTokens, completion_tokens: outputTokens } }),
});

/** A model's stand-in on loopback that speaks both APIs and answers what the test says. */
export async function modelServer(answer: Answerer): Promise<{ readonly url: string; readonly asked: Asked[] }> {
  const asked: Asked[] = [];
  const server = createServer(async (request, response) => {
    const path = request.url ?? "";
    const body: unknown = await json(request);
    if (typeof body !== "object" || body === null) throw new Error("no object was sent");
    const question = read(path, request.headers, { ...body });
    asked.push(question);
    const reply = await answer(question);
    const form =
      path === "/v1/messages" ? inAnthropicsForm : path === "/v1/chat/completions" ? inOpenAisForm : undefined;
    const raw = reply.raw ?? {
      status: form ? 200 : 404,
      body: JSON.stringify(form?.(reply, question.body.model) ?? {}),
    };
    response.writeHead(raw.status, { "content-type": "application/json", ...raw.headers }).end(raw.body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(
    () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  );
  const address = server.address();
  return { url: `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}/v1`, asked };
}
