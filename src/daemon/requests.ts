import { type IncomingMessage, type OutgoingHttpHeaders, request } from "node:http";
import { text } from "node:stream/consumers";
import { type Home, isSocketOurs } from "../core/index.ts";
import { foreignSocket } from "./socket.ts";

const ANSWER_WITHIN_MS = 60_000;

export interface Answer {
  readonly status: number;
  readonly body: string;
}

export interface Ask {
  readonly method: string;
  readonly path: string;
  readonly body?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly timeoutMs?: number | undefined;
}

/** One request over the home's socket. */
export function ask(home: Home, { method, path, body, headers, timeoutMs = ANSWER_WITHIN_MS }: Ask): Promise<Answer> {
  if (!isSocketOurs(home)) return Promise.reject(foreignSocket(home));
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        socketPath: home.socket,
        method,
        path,
        timeout: timeoutMs,
        // A kept-alive connection would delay the daemon's shutdown.
        agent: false,
        headers: { "content-type": "application/json", ...headers },
      },
      (response) => {
        text(response).then((answer) => resolve({ status: response.statusCode ?? 0, body: answer }), reject);
      },
    );
    sent.on("timeout", () => sent.destroy(new Error("no answer in time")));
    sent.on("error", reject);
    sent.end(body);
  });
}

/** A response that streams until either side ends it. */
export function openStream(home: Home, path: string, headers: OutgoingHttpHeaders): Promise<IncomingMessage> {
  if (!isSocketOurs(home)) return Promise.reject(foreignSocket(home));
  return new Promise((resolve, reject) => {
    request({ socketPath: home.socket, path, agent: false, headers }, resolve).on("error", reject).end();
  });
}
