import type { IncomingMessage } from "node:http";
import { createInterface } from "node:readline";
import type { Home } from "../core/index.ts";
import { ensureDaemon, findDaemon, openStream } from "../daemon/index.ts";
import { thrown } from "./api.ts";

const LOOK_AGAIN_AFTER_MS = 1000;

const pause = () => new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_AFTER_MS));

async function textOf(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}

interface ServerEvent {
  readonly id: string | undefined;
  readonly data: unknown;
}

/** Parses server-sent events; ends with the stream. */
async function* serverEvents(response: IncomingMessage): AsyncGenerator<ServerEvent> {
  let id: string | undefined;
  try {
    for await (const line of createInterface({ input: response })) {
      const [, field, value = ""] = /^(\w+): ?(.*)$/.exec(line) ?? [];
      if (field === "id") id = value;
      if (field === "data") yield { id, data: JSON.parse(value) };
      if (line === "") id = undefined;
    }
  } catch {
    // The daemon ended.
  }
}

/**
 * Follows events until the reader stops. A daemon that ends is waited for, not started, because somebody may have
 * stopped it; missed events follow when it is back.
 */
export async function* follow(home: Home, query: URLSearchParams): AsyncGenerator<unknown> {
  await ensureDaemon(home);
  let last: string | undefined;
  for (; ; await pause()) {
    if (!(await findDaemon(home))) continue;
    const headers: Record<string, string> = last === undefined ? {} : { "last-event-id": last };
    const response = await openStream(home, `/api/events?${query}`, headers).catch(() => undefined);
    if (!response) continue;
    if ((response.statusCode ?? 0) >= 400) throw thrown(await textOf(response));
    for await (const { id, data } of serverEvents(response)) {
      last = id ?? last;
      yield data;
    }
  }
}
