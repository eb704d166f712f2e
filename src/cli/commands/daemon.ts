import { readFile } from "node:fs/promises";
import { Command, Option } from "commander";
import { z } from "zod";
import { homeAt, homeDir, jsonIn, makeHome, notFound } from "../../core/index.ts";
import {
  endHungDaemon,
  ensureDaemon,
  findDaemon,
  loadToken,
  readRuntime,
  runDaemon,
  scopedToken,
  stopDaemon,
  warningsOf,
} from "../../daemon/index.ts";
import { colors, legible, print, printJson, wrap } from "../terminal.ts";
import { status } from "./status.ts";

const home = () => homeAt(homeDir());

const up = new Command("up")
  .description("Start the daemon, and wait until it answers.")
  .option("--json", "print the answer as JSON")
  .action(async ({ json }: { json?: boolean }) => {
    const { pid, version } = await ensureDaemon(home());
    const runtime = await readRuntime(home());
    if (json)
      return printJson({ running: true, pid, version, home: home().dir, url: runtime?.url, socket: runtime?.socket });
    print(`Throughline ${version} is running (process ${pid}, ${runtime?.url ?? home().socket}).`);
    for (const warning of await warningsOf(home())) print(colors.yellow(wrap(`warning: ${warning}`)));
  });

const down = new Command("down").description("Stop the daemon after pending work is written.").action(async () => {
  const found = await findDaemon(home());
  if (!found) {
    const ended = await endHungDaemon(home());
    return print(ended === undefined ? "No daemon is running." : `Ended process ${ended}, which did not answer.`);
  }
  await stopDaemon(home(), found);
  print("Stopped.");
});

const NEXT_STEPS = `Next:
  throughline init     connect your agent (from a clone: node bin/throughline.cjs init)
  throughline demo     see a session die and come back`;

const daemon = new Command("daemon").description("Run the daemon in the foreground, until Ctrl-C.").action(async () => {
  const found = await findDaemon(home());
  if (found) {
    const runtime = await readRuntime(home());
    return print(
      `Throughline is already running (process ${found.pid}, ${runtime?.url ?? home().socket}).\n\n${NEXT_STEPS}`,
    );
  }
  const running = await runDaemon(home().dir);
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => void running.stop());
  print(
    `Throughline ${running.runtime.version} is running at ${running.runtime.url}, data folder ${home().dir}. Ctrl-C stops it.\n\n${NEXT_STEPS}`,
  );
  await running.closed;
  process.exit(0);
});

const token = new Command("token")
  .description("Print a token for the HTTP API.")
  .addOption(new Option("--scope <scope>", "what the token allows").choices(["read", "write", "admin"]).default("read"))
  .action(({ scope }: { scope: "read" | "write" | "admin" }) => {
    makeHome(home());
    print(scopedToken(loadToken(home()), scope));
  });

/** At 10, 20 and so on. */
const LEVELS = ["trace", "debug", "info", "warn", "error", "fatal"];
const logged = z.looseObject({
  time: z.string(),
  level: z.number(),
  msg: z.string(),
  err: z.looseObject({ message: z.string() }).optional(),
  sessionId: z.string().optional(),
});
const LOGGED_LINES = 50;

/** `2026-11-16 10:04:12 error  a sweep failed: disk full (session 7q2m)`; other lines are shown unchanged. */
function logLine(entry: unknown): string {
  const { success, data } = logged.safeParse(entry);
  if (!success) return typeof entry === "string" ? entry : JSON.stringify(entry);
  const level = (LEVELS[data.level / 10 - 1] ?? String(data.level)).padEnd(5);
  const why = data.err === undefined ? "" : `: ${data.err.message}`;
  const session = data.sessionId === undefined ? "" : ` (session ${data.sessionId})`;
  return `${data.time.slice(0, 19).replace("T", " ")} ${level} ${data.msg}${why}${session}`;
}

const log = new Command("log")
  .description("Print the end of the daemon's log.")
  .option("--json", "print the entries as JSON")
  .action(async ({ json }: { json?: boolean }) => {
    const text = await readFile(home().log, "utf8").catch(() => {
      throw notFound(`there is no log at ${home().log}`, "It is written when the daemon runs.");
    });
    const entries = text
      .trimEnd()
      .split("\n")
      .slice(-LOGGED_LINES)
      .map((line) => jsonIn(line) ?? line);
    if (json) printJson(entries);
    else print(entries.map((entry) => legible(logLine(entry))).join("\n"));
  });

export const daemonCommands = [up, down, status, daemon, token, log];
