import { Command } from "commander";
import { z } from "zod";
import {
  type Home,
  homeAt,
  homeDir,
  jsonIn,
  loadConfig,
  makeHome,
  messageOf,
  newId,
  resolveProject,
  ThroughlineError,
} from "../../core/index.ts";
import { ask, ensureDaemon } from "../../daemon/index.ts";
import { type Check, DEFAULT_HARNESS, type EnabledPlugin, type Harness, harnesses } from "../../harnesses/index.ts";
import { type AnswerOf, indexShape } from "../../operations/index.ts";
import { callApi } from "../api.ts";
import { connectionOf, placeOf } from "../connection.ts";
import { counted } from "../progress.ts";
import { webhookProblem, webhookViews } from "../render/index.ts";
import { runProgram } from "../run-program.ts";
import { isConfigNewer, RESTART } from "../settings.ts";
import { colors, print, printJson } from "../terminal.ts";

const INIT = "Run `throughline init`.";
const NO_CLIENT: Check = {
  name: "clients",
  ok: false,
  detail: `no client is connected or installed on this machine (${harnesses.map(({ title }) => title).join(", ")})`,
  hint: "Install one, then run `throughline init`.",
};

/** Runs one check; a failure says what to do. */
async function prove(name: string, hint: string, proof: () => Promise<string>): Promise<Check> {
  try {
    return { name, ok: true, detail: await proof(), hint: "" };
  } catch (error) {
    const ownHint = error instanceof ThroughlineError ? error.hint : undefined;
    return { name, ok: false, detail: messageOf(error), hint: ownHint ?? hint };
  }
}

const daemonCheck = (home: Home): Promise<Check> =>
  prove("daemon", `See ${home.log}.`, async () => {
    const { pid, version } = await ensureDaemon(home);
    return `version ${version}, process ${pid}, home ${home.dir}`;
  });

const configCheck = (home: Home): Promise<Check> =>
  prove("configuration", "Correct it there; docs/configuration.md lists every setting.", async () => {
    makeHome(home);
    await loadConfig({ homeConfig: home.config, project: resolveProject(process.cwd()).normalized });
    if (await isConfigNewer(home))
      throw new ThroughlineError("refused", "config.yaml was changed after the daemon started", RESTART);
    return "the settings of the data folder and this project are valid";
  });

async function warningsCheck(home: Home): Promise<Check> {
  return prove("nothing lost", "`throughline incidents` shows the details.", async () => {
    const { body } = await ask(home, { method: "GET", path: "/api/status" });
    const status: { warnings?: string[]; spooled?: number } = JSON.parse(body);
    const [warning] = status.warnings ?? [];
    if (warning) throw new Error(warning);
    return `${status.spooled ?? 0} events waiting in the spool`;
  });
}

async function indexChecks(home: Home): Promise<Check[]> {
  let state: AnswerOf<"index"> | undefined;
  const asked = await prove("index", `See ${home.log}.`, async () => {
    state = indexShape.parse(await callApi(home, "GET", "/api/index"));
    return "";
  });
  // The daemon may be too busy to answer: then nothing is known about the rest.
  if (!state) return [asked];
  const { passages, waiting, words } = state;
  const detail =
    waiting === 0
      ? `complete: ${counted(passages)} passages`
      : `${counted(passages)} passages; ${counted(waiting)} texts waiting, newest first`;
  const meaning = await prove("meaning", "Install Throughline again, then run `throughline reindex`.", async () => {
    if (words === 0) throw new Error("assets missing: recall matches exact words only");
    return `semantic index loaded (${counted(words)} words)`;
  });
  return [{ name: "index", ok: true, detail, hint: "" }, meaning];
}

/** One check per webhook, if there are any. */
async function webhookChecks(home: Home): Promise<Check[]> {
  const hooks = webhookViews.parse(await callApi(home, "GET", "/api/webhooks").catch(() => []));
  return hooks.map((hook) => {
    const problem = webhookProblem(hook);
    const hint =
      hook.state === "unsigned"
        ? `Set ${hook.secretEnv} to the receiver's secret where the daemon is started, then run \`throughline down\` and \`throughline up\`.`
        : "`throughline webhooks` shows the details; waiting events are sent when the receiver accepts them again.";
    const detail = problem ?? `${hook.url}: ${counted(hook.delivered)} delivered, ${counted(hook.waiting)} waiting`;
    return { name: "webhook", ok: problem === undefined, detail, hint: problem === undefined ? "" : hint };
  });
}

const CLIENT = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "doctor", version: "0" } };
const INSTRUCT_MCP = [
  { jsonrpc: "2.0", id: 1, method: "initialize", params: CLIENT },
  { jsonrpc: "2.0", id: 2, method: "tools/list" },
];

const refusalShape = z.object({ error: z.object({ message: z.string() }) });

/** The error message of the server, if any. */
function refusalIn(output: string): string | undefined {
  const [line = ""] = output.split("\n").filter((one) => one.includes('"error"'));
  return refusalShape.safeParse(jsonIn(line)).data?.error.message.split("\n")[0];
}

/** The live checks: an event through the installed hook, and requests to the installed MCP server. */
async function roundTrips(home: Home, plugin: EnabledPlugin | undefined): Promise<Check[]> {
  const { hookCommand, mcpCommand } = plugin?.programs ?? connectionOf(home, "user");
  const hint = plugin ? `Run \`${plugin.installCommand}\`.` : INIT;
  const nonce = newId();
  const hook = await prove("hook round trip", hint, async () => {
    const begun = performance.now();
    const probe = { ...hookCommand, args: [...hookCommand.args, DEFAULT_HARNESS, "probe", "doctor"] };
    const output = await runProgram(probe, JSON.stringify({ nonce }));
    if (!output.includes(nonce)) throw new Error("the event did not come back from the daemon");
    return `an event went to the daemon and back in ${Math.round(performance.now() - begun)} ms`;
  });
  const mcp = await prove("MCP round trip", hint, async () => {
    const input = `${INSTRUCT_MCP.map((message) => JSON.stringify(message)).join("\n")}\n`;
    const output = await runProgram(mcpCommand, input);
    if (!output.includes("session_digest")) throw new Error(refusalIn(output) ?? "the server did not offer its tools");
    return "the server offers its tools";
  });
  return [hook, mcp];
}

/** A client that was never connected has one problem, not fifteen. */
function summed(checks: readonly Check[]): readonly Check[] {
  const parts = checks.filter(({ name }) => name === "MCP server" || name.startsWith("hook "));
  if (parts.length === 0 || !parts.every(({ detail }) => detail === "not installed")) return checks;
  const others = checks.filter(({ ok, hint }) => !ok && hint !== INIT);
  return [{ name: "connection", ok: false, detail: "not connected", hint: INIT }, ...others];
}

const isConnected = (checks: readonly Check[]): boolean =>
  checks.some((check) => check.ok && (check.name === "plugin" || check.name.startsWith("hook ")));

/** Checks a client in user scope, else in this folder's project; none if it is neither installed nor connected. */
async function connectionChecks(home: Home, client: Harness): Promise<Check[]> {
  const { inspect, detect } = client.installer;
  const forUser = await inspect(connectionOf(home, "user"));
  const here = isConnected(forUser) ? forUser : await inspect(connectionOf(home, "project"));
  if (!isConnected(here) && !(await detect(placeOf("user").userHome))) return [];
  const checks = isConnected(here) ? here : forUser;
  return summed(checks).map((check) => ({ ...check, name: `${client.title}: ${check.name}` }));
}

async function clientChecks(home: Home): Promise<Check[]> {
  const found = await Promise.all(harnesses.map((client) => connectionChecks(home, client)));
  if (found.every((checks) => checks.length === 0)) return [NO_CLIENT];
  return harnesses.flatMap(({ title }, at) => {
    const checks = found[at] ?? [];
    return checks.length > 0 ? checks : [{ name: title, ok: true, detail: "not on this machine", hint: "" }];
  });
}

async function examine(json: boolean): Promise<void> {
  const home = homeAt(homeDir());
  const checks = [await daemonCheck(home), await configCheck(home)];
  if (checks[0]?.ok) {
    checks.push(await warningsCheck(home), ...(await indexChecks(home)), ...(await webhookChecks(home)));
    const place = connectionOf(home, "project");
    const plugins = await Promise.all(harnesses.map(({ installer }) => installer.enabledPlugin(place)));
    // Of a client that is connected through a plugin, the plugin's programs are the ones to check.
    const inUse = plugins.find((plugin) => plugin?.programs !== undefined);
    checks.push(...(await roundTrips(home, inUse)));
  }
  checks.push(...(await clientChecks(home)));
  const isFine = checks.every((check) => check.ok);
  if (json) printJson({ ok: isFine, checks });
  else {
    for (const [at, { name, ok, detail, hint }] of checks.entries()) {
      print(`${ok ? colors.green("✓") : colors.red("✗")} ${colors.bold(name)}: ${detail}`);
      // A hint for several checks is printed once, after the last of them.
      if (hint && !checks.slice(at + 1).some((later) => later.hint === hint)) print(`  ${colors.dim(hint)}`);
    }
    print(isFine ? "\nEverything works." : "\nSomething needs your attention: see the lines marked ✗.");
  }
  if (!isFine) process.exitCode = 1;
}

export const doctorCommand = new Command("doctor")
  .description("Check the installation with a live round trip.")
  .option("--json", "print the answer as JSON")
  .action(({ json }: { json?: boolean }) => examine(json ?? false));
