import { existsSync, readFileSync } from "node:fs";
import { Command, Option } from "commander";
import { z } from "zod";
import { homeAt, homeDir, jsonIn, makeHome, ThroughlineError } from "../../core/index.ts";
import {
  ensureDaemon,
  findDaemon,
  loadToken,
  readRuntime,
  runDaemon,
  scopedToken,
  spooledEvents,
  stopDaemon,
  warningsOf,
} from "../../daemon/index.ts";
import { callApi } from "../api.ts";
import { CONFIG_CHANGED, isConfigNewer } from "../config-changed.ts";
import { counted } from "../progress.ts";
import { signalsLine, webhookProblem, webhookViews } from "../render/index.ts";
import { colors, facts, legible, print, printJson, wrap } from "../terminal.ts";

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
  if (!found) return print("No daemon is running.");
  await stopDaemon(home(), found);
  print("Stopped.");
});

const statusShape = z.looseObject({
  index: z.object({ passages: z.number(), waiting: z.number() }).optional(),
  signals: z.unknown().optional(),
  webhooks: webhookViews.optional(),
  warnings: z.array(z.string()).default([]),
});

/** Labels of the status fields; others are shown under their own name. */
const STATUS_WORDS: Readonly<Record<string, string>> = {
  running: "Running",
  pid: "Process",
  version: "Version",
  home: "Data folder",
  url: "HTTP",
  socket: "Socket",
  schemaVersion: "Database schema",
  startedAt: "Started",
  sessions: "Sessions",
  messages: "Messages",
  memories: "Memories",
  checkpoints: "Checkpoints",
  spooled: "Events waiting",
};

const statusWord = (value: unknown): string => (typeof value === "boolean" ? (value ? "yes" : "no") : String(value));

const indexWords = ({ passages, waiting }: { passages: number; waiting: number }): string =>
  `${counted(passages)} passages${waiting > 0 ? `, ${counted(waiting)} texts waiting` : ""}`;

/** Without a daemon the status comes from the files; none is started for it. */
async function statusOf(): Promise<z.infer<typeof statusShape>> {
  const at = home();
  if (await findDaemon(at)) return statusShape.parse(await callApi(at, "GET", "/api/status"));
  if (existsSync(at.dir)) makeHome(at);
  return { running: false, home: at.dir, spooled: await spooledEvents(at), warnings: await warningsOf(at) };
}

const NOT_RUNNING =
  "No daemon is running. `throughline up` starts it; hooks start it automatically, and it then reads the spooled events.";

const status = new Command("status")
  .description("Show whether the daemon is running, and what is stored.")
  .option("--json", "print the answer as JSON")
  .action(async ({ json }: { json?: boolean }) => {
    const found = await statusOf();
    if (json) return printJson(found);
    const { warnings, index, signals, webhooks = [], ...rest } = found;
    const labeled = Object.entries(rest).map(([name, value]) => [STATUS_WORDS[name] ?? name, statusWord(value)]);
    const memory = signals === undefined ? {} : { "Given to agents": signalsLine(signals) };
    const hooks = webhooks.map(({ state, waiting }) => `${state}${waiting > 0 ? `, ${counted(waiting)} waiting` : ""}`);
    const sent = hooks.length === 0 ? {} : { Webhooks: hooks.join("; ") };
    print(
      facts({ ...Object.fromEntries(labeled), "Search index": index ? indexWords(index) : null, ...memory, ...sent }),
    );
    if (!found.running) print(`\n${wrap(NOT_RUNNING)}`);
    const changed = (await isConfigNewer(home())) ? [CONFIG_CHANGED] : [];
    for (const warning of [...warnings, ...changed, ...webhooks.flatMap((hook) => webhookProblem(hook) ?? [])])
      print(colors.yellow(wrap(`warning: ${warning}`)));
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

const LEVELS: Readonly<Record<number, string>> = {
  10: "trace",
  20: "debug",
  30: "info",
  40: "warn",
  50: "error",
  60: "fatal",
};
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
  const level = (LEVELS[data.level] ?? String(data.level)).padEnd(5);
  const why = data.err === undefined ? "" : `: ${data.err.message}`;
  const session = data.sessionId === undefined ? "" : ` (session ${data.sessionId})`;
  return `${data.time.slice(0, 19).replace("T", " ")} ${level} ${data.msg}${why}${session}`;
}

const log = new Command("log")
  .description("Print the end of the daemon's log.")
  .option("--json", "print the entries as JSON")
  .action(({ json }: { json?: boolean }) => {
    let text: string;
    try {
      text = readFileSync(home().log, "utf8");
    } catch {
      throw new ThroughlineError(
        "not_found",
        `there is no log at ${home().log}`,
        "It is written when the daemon runs.",
      );
    }
    const entries = text
      .trimEnd()
      .split("\n")
      .slice(-LOGGED_LINES)
      .map((line) => jsonIn(line) ?? line);
    if (json) printJson(entries);
    else print(entries.map((entry) => legible(logLine(entry))).join("\n"));
  });

export const daemonCommands = [up, down, status, daemon, token, log];
