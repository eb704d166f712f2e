import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { json as readJson } from "node:stream/consumers";
import { anthropic } from "./anthropic.ts";
import { type Answer, type Dialect, json } from "./dialect.ts";
import type { RecordedRequest } from "./request.ts";
import { createScript } from "./script.ts";

export interface Standin {
  readonly url: string;
  /** The requests for a reply, oldest first. */
  readonly requests: readonly RecordedRequest[];
  close(): Promise<void>;
}

const DIALECTS: readonly Dialect[] = [anthropic];

/**
 * Starts a model without intelligence on a free loopback port. The prompt scripts its replies:
 * `[[tool NAME {json}]]` calls a tool, `[[say TEXT]]` answers TEXT, `[[tokens N]]` reports N input tokens.
 * A request for a summary gets `STANDIN-SUMMARY-n`, which repeats nothing of the conversation.
 */
export async function startStandin(): Promise<Standin> {
  const requests: RecordedRequest[] = [];
  const scripts = new Map(DIALECTS.map((dialect) => [dialect, createScript(dialect.summary)]));

  async function answer(request: IncomingMessage): Promise<Answer | undefined> {
    const { pathname: path } = new URL(request.url ?? "/", "http://127.0.0.1");
    if (request.method !== "POST") return path === "/" ? json({}) : undefined;
    const body: unknown = await readJson(request);
    for (const [dialect, script] of scripts) {
      const aside = dialect.aside(path);
      if (aside) return aside;
      if (!dialect.accepts(path)) continue;
      const reply = script(dialect.read(body));
      requests.push({ path, dialect: dialect.name, kind: reply.kind, body });
      return dialect.phrase(reply, body, String(requests.length).padStart(4, "0"));
    }
    return undefined;
  }

  const server = createServer((request, response) => {
    answer(request).then(
      (found) => (found ? send(response, 200, found) : send(response, 404, refusal(`no ${request.url} here`))),
      (cause) => send(response, 400, refusal(String(cause))),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject).listen(0, "127.0.0.1", resolve);
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the stand-in has no port");

  return {
    url: `http://127.0.0.1:${address.port}`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function send(response: ServerResponse, status: number, { contentType, body }: Answer): void {
  response.writeHead(status, { "content-type": contentType }).end(body);
}

function refusal(message: string): Answer {
  return json({ type: "error", error: { type: "invalid_request_error", message: `stand-in: ${message}` } });
}
