import { join } from "node:path";
import { canonicalJson, messageOf } from "../../../core/index.ts";
import type { Check, Connection, EnabledPlugin } from "../../client-contract.ts";
import { findExecutable, JsonText, member, nodeValue, readExact, withBlock } from "../../installing/index.ts";
import { HOOK_TABLE, hookEntry } from "./hook-table.ts";
import { hasHooks, installedHook } from "./hooks.ts";
import { INSTRUCTIONS } from "./instructions.ts";
import { locate } from "./locations.ts";
import { installedServer } from "./mcp-entry.ts";
import { isOurFile } from "./own-file.ts";
import { enabledPlugin } from "./plugin.ts";
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
  if (canonicalJson(entry) !== canonicalJson(wanted)) return bad(name, "installed by another version", INIT);
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
  return [strict, switchedOn];
}

async function checkPlugin({ name, programs }: EnabledPlugin, env: NodeJS.ProcessEnv): Promise<Check> {
  const command = programs?.hookCommand.command;
  return command !== undefined && (await findExecutable(command, env))
    ? good("plugin", `${name}, with its own hooks and MCP server`)
    : bad("plugin", `${name} is enabled but not installed`, `Run \`claude plugin install ${name}\`.`);
}

const checkOnce = (plugin: EnabledPlugin | undefined): Check =>
  plugin
    ? bad("connected once", "the plugin is enabled too", `Keep one: \`claude plugin uninstall ${plugin.name}\`.`)
    : good("connected once", "by the settings, not by the plugin too");

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
    const plugin = await enabledPlugin(connection);
    checks.push(...checkSettings(at.settings, settings));
    if (plugin && !hasHooks(settings)) return [...checks, await checkPlugin(plugin, env)];
    checks.push(checkOnce(plugin));
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
