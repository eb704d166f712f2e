import { request as overHttp } from "node:http";
import { request as overHttps } from "node:https";
import type { Clock } from "../../core/index.ts";
import type { Answer } from "./attempts.ts";

const ANSWER_WITHIN_MS = 10_000;

interface Post {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly clock: Clock;
  /** Aborts the request. */
  readonly signal: AbortSignal;
}

/** One request on its own connection. Redirects are not followed; only the response's head is used. */
export function post({ url, headers, body, clock, signal }: Post): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const ask = url.startsWith("https:") ? overHttps : overHttp;
    const bytes = Buffer.from(body);
    const sent = ask(url, {
      method: "POST",
      agent: false,
      signal,
      headers: { ...headers, "content-length": String(bytes.length) },
    });
    const cancelLimit = clock.after(ANSWER_WITHIN_MS, () =>
      sent.destroy(new Error(`no answer within ${ANSWER_WITHIN_MS / 1000} s`)),
    );
    sent.on("response", (response) => {
      resolve({ status: response.statusCode ?? 0, retryAfter: response.headers["retry-after"] });
      // Its body may be endless: it is discarded until the time limit.
      response.on("error", () => {}).resume();
    });
    sent.on("error", reject);
    sent.on("close", cancelLimit);
    sent.end(bytes);
  });
}
