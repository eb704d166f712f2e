import { homeAt, homeDir, loadConfig, messageOf, resolveProject } from "../core/index.ts";
import { refusedConfig } from "../daemon/index.ts";
import { colors, printError } from "./terminal.ts";

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
