import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { z } from "zod";
import { estimateTokens } from "../../../src/core/index.ts";

/** What the model was sent, in one request. */
export interface Told {
  readonly system: string;
  readonly turns: readonly { readonly role: string; readonly content: string }[];
  readonly all: string;
}

export interface ChatModel {
  /** The base URL for each API form. */
  readonly url: { readonly anthropic: string; readonly openai: string };
  readonly requests: readonly Told[];
  /** The next requests are answered with these instead; 0 hangs up. */
  readonly failures: number[];
  close(): Promise<void>;
}

const turn = z.strictObject({ role: z.enum(["user", "assistant", "system"]), content: z.string().min(1) });
const anthropicBody = z.strictObject({
  model: z.string(),
  max_tokens: z.number().int().positive(),
  system: z.string().min(1).optional(),
  messages: z.array(turn),
});
const openaiBody = z.strictObject({ model: z.string(), messages: z.array(turn) });

/** As the strictest endpoints have it: the user first and last, and everybody in turn. */
function assertInTurns(turns: Told["turns"]): void {
  const expected = turns.map((_, index) => (index % 2 === 0 ? "user" : "assistant"));
  const roles = turns.map(({ role }) => role);
  if (roles.join() !== expected.join() || roles.at(-1) !== "user")
    throw new Error(`roles must alternate, but are ${roles}`);
}

function read(path: string, body: unknown): Told | undefined {
  let system = "";
  let turns: Told["turns"];
  if (path === "/v1/messages") {
    const asked = anthropicBody.parse(body);
    system = asked.system ?? "";
    turns = asked.messages;
  } else if (path === "/v1/chat/completions") {
    const { messages } = openaiBody.parse(body);
    system = messages[0]?.role === "system" ? messages[0].content : "";
    turns = messages.slice(system === "" ? 0 : 1);
  } else return undefined;
  assertInTurns(turns);
  return { system, turns, all: [system, ...turns.map(({ content }) => content)].join("\n") };
}

function phrase(path: string, text: string, input: number, output: number): object {
  if (path === "/v1/messages")
    return { content: [{ type: "text", text }], usage: { input_tokens: input, output_tokens: output } };
  return {
    choices: [{ message: { role: "assistant", content: text } }],
    usage: { prompt_tokens: input, completion_tokens: output },
  };
}

/** A model that plain chat programs can talk to: strict about its input, and as clever as `answer` is. */
export async function startChatModel(answer: (told: Told) => string): Promise<ChatModel> {
  const requests: Told[] = [];
  const failures: number[] = [];

  async function respond(request: IncomingMessage): Promise<{ status: number; body: object } | undefined> {
    const path = request.url ?? "/";
    const body = await json(request);
    const failure = failures.shift();
    if (failure === 0) return undefined;
    if (failure !== undefined) return { status: failure, body: { error: { message: "overloaded" } } };
    try {
      const told = read(path, body);
      if (!told) return { status: 404, body: { error: { message: `no ${path} here` } } };
      requests.push(told);
      const text = answer(told);
      const input = told.turns.reduce((sum, { content }) => sum + estimateTokens(content) + 4, 0);
      return { status: 200, body: phrase(path, text, input + estimateTokens(told.system), estimateTokens(text)) };
    } catch (error) {
      return { status: 400, body: { error: { message: String(error) } } };
    }
  }

  const server = createServer(async (request, response) => {
    const given = await respond(request);
    if (!given) request.socket.destroy();
    else response.writeHead(given.status, { "content-type": "application/json" }).end(JSON.stringify(given.body));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  return {
    url: { anthropic: url, openai: `${url}/v1` },
    requests,
    failures,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
