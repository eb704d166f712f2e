import { stat } from "node:fs/promises";
import { type Home, homeAt, homeDir, loadConfig, messageOf, resolveProject } from "../core/index.ts";
import { readRuntime, refusedConfig } from "../daemon/index.ts";
import { colors, printError } from "./terminal.ts";

export const RESTART = "Run `throughline down`, then `throughline up`.";
export const CONFIG_CHANGED = `config.yaml was changed after the daemon started; it still uses the old settings. ${RESTART}`;

/** Whether the data folder's settings changed since the daemon read them. Project settings are always current. */
export async function isConfigNewer(home: Home): Promise<boolean> {
  const runtime = await readRuntime(home);
  const file = await stat(home.config).catch(() => undefined);
  return runtime !== undefined && file !== undefined && file.mtimeMs > Date.parse(runtime.startedAt);
}

/** Says on standard error what is wrong with the settings file of a project. */
export async function warnOfSettings(project: string): Promise<void> {
  const homeConfig = homeAt(homeDir()).config;
  try {
    // The data folder's own settings are the daemon's to judge.
    await loadConfig({ homeConfig });
  } catch {
    return;
  }
  try {
    await loadConfig({ homeConfig, project: resolveProject(project).normalized });
  } catch (error) {
    printError(colors.yellow(`warning: ${refusedConfig(messageOf(error))}`));
  }
}
