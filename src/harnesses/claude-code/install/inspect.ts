import { join } from "node:path";
import { canonicalJson, messageOf } from "../../../core/index.ts";
import type { Check, Connection } from "../../contract.ts";
import { findExecutable, JsonText, member, nodeValue, readExact, withBlock } from "../../installing/index.ts";
import { HOOK_TABLE, hookEntry } from "./hook-table.ts";
import { installedHook, isPluginEnabled } from "./hooks.ts";
import { INSTRUCTIONS } from "./instructions.ts";
import { locate } from "./locations.ts";
import { installedServer } from "./mcp-entry.ts";
import { isOurFile } from "./own-file.ts";
import { SKILLS, skillFiles } from "./skill.ts";
import { SLASH_COMMAND_NAMES } from "./slash-commands.ts";

const INIT = "Run `throughline init`.";

const good = (name: string, detail: string): Check => ({ name, ok: true, detail, hint: "" });
const bad = (name: string, detail: string, hint: string): Check => ({ name, ok: false, detail, hint });

async function readJson(path: string): Promise<JsonText | string> {
  try {
    return new JsonText(path, (await readExact(path)) ?? "");
  } catch (error) {
    return messageOf(error);
  }
}

const commandOf = (entry: unknown): string | undefined =>
  entry !== null && typeof entry === "object" && "command" in entry && typeof entry.command === "string"
    ? entry.command
    : undefined;

async function checkCommand(name: string, entry: unknown, wanted: unknown, env: NodeJS.ProcessEnv): Promise<Check> {
  const command = commandOf(entry);
  if (command === undefined) return bad(name, "not installed", INIT);
  if (!(await findExecutable(command, env))) return bad(name, `${command} is not there or cannot be run`, INIT);
  if (canonicalJson(entry) !== canonicalJson(wanted))
    return bad(name, "installed otherwise than this version does", INIT);
  return good(name, command);
}

function checkSettings(path: string, settings: JsonText): Check[] {
  const strict = settings.isStrict
    ? good("settings", path)
    : bad("settings", `${path} has comments or trailing commas: Claude Code ignores the whole file`, "Remove them.");
  const off = nodeValue(member(settings.root, "disableAllHooks")) === true;
  const switchedOn = off
    ? bad("hooks switched on", `${path} has "disableAllHooks": true: no hook runs`, "Remove that line.")
    : good("hooks switched on", "`disableAllHooks` is not set");
  const once = isPluginEnabled(settings)
    ? bad("connected once", "the Throughline plugin is enabled too", "Keep one: `claude plugin uninstall throughline`.")
    : good("connected once", "no plugin beside the settings");
  return [strict, switchedOn, once];
}

async function checkInstructions(path: string): Promise<Check> {
  try {
    const text = (await readExact(path)) ?? "";
    return withBlock(path, text, INSTRUCTIONS) === text
      ? good("instructions", path)
      : bad("instructions", `missing or outdated in ${path}`, INIT);
  } catch (error) {
    return bad("instructions", messageOf(error), INIT);
  }
}

async function checkFile(name: string, path: string): Promise<Check> {
  const text = await readExact(path).catch(() => undefined);
  if (text === undefined) return bad(name, `${path} is missing`, INIT);
  return good(name, isOurFile(text) ? path : `${path} (the user's own)`);
}

/** Whether the files that connect Throughline to the client are as they must be. */
export async function inspect(connection: Connection): Promise<Check[]> {
  const { hookCommand, mcpCommand, env = process.env } = connection;
  const at = await locate(connection);
  const checks: Check[] = [];
  const settings = await readJson(at.settings);
  if (typeof settings === "string") checks.push(bad("settings", settings, "Correct the file."));
  else {
    if (isPluginEnabled(settings) && HOOK_TABLE.every(({ on }) => installedHook(settings, on) === undefined)) {
      const ownFile = checkSettings(at.settings, settings).filter(({ name }) => name !== "connected once");
      return [...ownFile, good("plugin", "connected by the plugin, which brings its own hooks and server")];
    }
    checks.push(...checkSettings(at.settings, settings));
    for (const { on, event } of HOOK_TABLE) {
      const wanted = hookEntry(hookCommand, event, "settings");
      checks.push(await checkCommand(`hook ${on}`, installedHook(settings, on), wanted, env));
    }
  }
  const state = await readJson(at.state);
  if (typeof state === "string") checks.push(bad("MCP server", state, "Correct the file."));
  else {
    const wanted = { type: "stdio", ...mcpCommand };
    checks.push(await checkCommand("MCP server", nodeValue(installedServer(state, at.project)), wanted, env));
  }
  return [
    ...checks,
    await checkInstructions(at.instructions),
    ...(await Promise.all(
      SLASH_COMMAND_NAMES.map((name) => checkFile(`/throughline:${name}`, join(at.commands, `${name}.md`))),
    )),
    ...(await Promise.all(
      SKILLS.flatMap((skill) => skillFiles(at.skills, skill).map(({ name, path }) => checkFile(name, path))),
    )),
  ];
}
