import type { IncomingMessage } from "node:http";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import type { Command } from "commander";
import { type Home, homeAt, homeDir } from "../../core/index.ts";
import { ensureDaemon, findDaemon, openStream } from "../../daemon/index.ts";
import { thrown } from "../api.ts";
import { eventLine } from "../render/index.ts";
import { print, printJson } from "../terminal.ts";

const LOOK_AGAIN_AFTER_MS = 1000;

/** Parses server-sent events; ends with the stream. */
async function* serverEvents(response: IncomingMessage): AsyncGenerator<{ id: string | undefined; data: unknown }> {
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
async function* follow(home: Home, query: URLSearchParams): AsyncGenerator<unknown> {
  await ensureDaemon(home);
  let last: string | undefined;
  for (; ; await pause(LOOK_AGAIN_AFTER_MS)) {
    if (!(await findDaemon(home))) continue;
    const headers: Record<string, string> = last === undefined ? {} : { "last-event-id": last };
    const response = await openStream(home, `/api/events?${query}`, headers).catch(() => undefined);
    if (!response) continue;
    if ((response.statusCode ?? 0) >= 400) throw thrown(await text(response));
    for await (const { id, data } of serverEvents(response)) {
      last = id ?? last;
      yield data;
    }
  }
}

const FILTERS = ["types", "session", "since", "after"];

async function printEach(options: Readonly<Record<string, unknown>>): Promise<void> {
  // Showing them is all the work there is.
  process.stdout.once("error", () => process.exit());
  const given = FILTERS.flatMap((name): [string, string][] =>
    typeof options[name] === "string" ? [[name, options[name]]] : [],
  );
  for await (const event of follow(homeAt(homeDir()), new URLSearchParams(given))) {
    if (options.json) printJson(event, 0);
    else print(eventLine(event));
  }
}

/** The list of events can also follow them; then it does not end. */
export const withFollow = (command: Command): Command =>
  command
    .option("--follow", "show each event as it happens, one per line, until Ctrl-C")
    .hook("preAction", async () => {
      const { follow: isFollowing, ...options } = command.opts();
      if (isFollowing) await printEach(options);
    });
