import { Command } from "commander";
import { homeAt, homeDir, isoTime } from "../../core/index.ts";
import { callApi } from "../api.ts";
import { follow } from "../follow-events.ts";
import { eventLine, renderers } from "../render/index.ts";
import { legibleAnswer, print, printJson, printJsonLine } from "../terminal.ts";

interface Options {
  readonly follow?: boolean;
  readonly json?: boolean;
  readonly types?: string;
  readonly session?: string;
  readonly since?: string;
  readonly limit?: string;
}

const UNITS: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** `2h` is two hours ago; anything else is passed on to the daemon. */
function timeOf(since: string): string {
  const [, count, unit = ""] = /^(\d+)([smhd])$/.exec(since) ?? [];
  return count === undefined ? since : isoTime(Date.now() - Number(count) * (UNITS[unit] ?? 0));
}

function queryOf({ types, session, since, limit }: Options): URLSearchParams {
  const given = { types, session, since: since === undefined ? undefined : timeOf(since), limit };
  return new URLSearchParams(
    Object.entries(given).flatMap(([name, value]): [string, string][] => (value === undefined ? [] : [[name, value]])),
  );
}

async function printEvent(options: Options): Promise<void> {
  const home = homeAt(homeDir());
  if (options.follow) {
    // Showing them is all the work there is.
    process.stdout.once("error", () => process.exit());
    for await (const event of follow(home, queryOf({ ...options, limit: undefined }))) {
      if (options.json) printJsonLine(event);
      else print(eventLine(event));
    }
    return;
  }
  const kept = await callApi(home, "GET", `/api/events/kept?${queryOf(options)}`);
  if (options.json) printJson(kept);
  else print(renderers["events.list"]?.(legibleAnswer(kept), { ...options }) ?? "");
}

export const eventsCommand = new Command("events")
  .description("Show events, newest first, or follow them live.")
  .option("--follow", "show each event as it happens, one per line, until Ctrl-C")
  .option("--types <types>", "only these, separated by commas: session.start, session.*, checkpoint.created, …")
  .option("--session <session>", "only events of this session")
  .option(
    "--since <time>",
    "only events at this time or later: 2026-01-31T09:00:00Z, 2026-01-31, or 2h for two hours ago",
  )
  .option("--limit <value>", "at most this many (default: 50)")
  .option("--json", "print the answer as JSON; with --follow one per line")
  .action(printEvent);
