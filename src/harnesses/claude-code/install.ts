import { stat } from "node:fs/promises";
import { join } from "node:path";
import type { InstallPlace } from "../client-contract.ts";
import { findExecutable } from "../installing/index.ts";
import { configDir, locate } from "./install/locations.ts";
import { SKILLS, skillFiles } from "./install/skill.ts";
import { SLASH_COMMAND_NAMES } from "./install/slash-commands.ts";

export { HOOK_TABLE, hookGroup } from "./install/hook-table.ts";
export { inspect } from "./install/inspect.ts";
export { planInstall } from "./install/plan.ts";
export { enabledPlugin } from "./install/plugin.ts";
export { SLASH_COMMAND_NAMES, SLASH_COMMANDS } from "./install/slash-commands.ts";
export { strip } from "./install/strip.ts";

/** Whether the client is on this machine: it has been run here, or could be. */
export async function detect(userHome: string, env: NodeJS.ProcessEnv = process.env): Promise<boolean> {
  const folder = await stat(configDir(userHome, env)).catch(() => undefined);
  return folder?.isDirectory() === true || (await findExecutable("claude", env)) !== undefined;
}

/** The files that a connection may have touched, for uninstalling without a record. */
export async function knownFiles(place: InstallPlace): Promise<string[]> {
  const { settings, state, instructions, commands, skills } = await locate(place);
  const slashCommands = SLASH_COMMAND_NAMES.map((name) => join(commands, `${name}.md`));
  const skillPaths = SKILLS.flatMap((skill) => skillFiles(skills, skill).map(({ path }) => path));
  return [settings, state, instructions, ...slashCommands, ...skillPaths];
}
