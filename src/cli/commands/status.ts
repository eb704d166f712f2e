import { existsSync } from "node:fs";
import { Command } from "commander";
import { z } from "zod";
import { homeAt, homeDir, makeHome } from "../../core/index.ts";
import { findDaemon, silentDaemon, spooledEvents, warningsOf } from "../../daemon/index.ts";
import { callApi } from "../api.ts";
import { counted } from "../progress.ts";
import { signalsLine, webhookProblem, webhookViews } from "../render/index.ts";
import { CONFIG_CHANGED, isConfigNewer } from "../settings.ts";
import { colors, facts, print, printJson, wrap } from "../terminal.ts";

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

/** Without a daemon the status comes from the files; none is started for it. */
async function statusOf(): Promise<z.infer<typeof statusShape>> {
  const at = homeAt(homeDir());
  if (await findDaemon(at)) return statusShape.parse(await callApi(at, "GET", "/api/status"));
  if (existsSync(at.dir)) makeHome(at);
  const pid = await silentDaemon(at);
  return {
    ...{ running: false, ...(pid !== undefined && { pid }), home: at.dir, spooled: await spooledEvents(at) },
    warnings: await warningsOf(at),
  };
}

const NOT_RUNNING =
  "No daemon is running. `throughline up` starts it; hooks start it automatically, and it then reads the spooled events.";

const NOT_ANSWERING = "The daemon does not answer. `throughline up` replaces it; hooks do so as well.";

export const status = new Command("status")
  .description("Show whether the daemon is running, and what is stored.")
  .option("--json", "print the answer as JSON")
  .action(async ({ json }: { json?: boolean }) => {
    const found = await statusOf();
    if (json) return printJson(found);
    const { warnings, index, signals, webhooks = [], ...rest } = found;
    const labeled = Object.entries(rest).map(([name, value]) => [STATUS_WORDS[name] ?? name, statusWord(value)]);
    const memory = signals === undefined ? {} : { "Given to agents": signalsLine(signals) };
    const hooks = webhooks.map(({ state, waiting }) => `${state}${waiting > 0 ? `, ${counted(waiting)} waiting` : ""}`);
    const waiting = index && index.waiting > 0 ? `, ${counted(index.waiting)} texts waiting` : "";
    const indexed = index ? `${counted(index.passages)} passages${waiting}` : null;
    const sent = hooks.length === 0 ? {} : { Webhooks: hooks.join("; ") };
    print(facts({ ...Object.fromEntries(labeled), "Search index": indexed, ...memory, ...sent }));
    if (!found.running) print(`\n${wrap("pid" in found ? NOT_ANSWERING : NOT_RUNNING)}`);
    const changed = (await isConfigNewer(homeAt(homeDir()))) ? [CONFIG_CHANGED] : [];
    for (const warning of [...warnings, ...changed, ...webhooks.flatMap((hook) => webhookProblem(hook) ?? [])])
      print(colors.yellow(wrap(`warning: ${warning}`)));
  });
