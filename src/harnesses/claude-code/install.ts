import { stat } from "node:fs/promises";
import type { InstallPlace } from "../contract.ts";
import { findExecutable } from "../installing/index.ts";
import { configDir, locate } from "./install/locations.ts";

export { HOOK_TABLE, hookGroup } from "./install/hook-table.ts";
export { inspect } from "./install/inspect.ts";
export { planInstall } from "./install/plan.ts";
export { rideText } from "./install/ride-command.ts";
export { strip } from "./install/strip.ts";

/** Whether the client is on this machine: it has been run here, or could be. */
export async function detect(userHome: string, env: NodeJS.ProcessEnv = process.env): Promise<boolean> {
  const folder = await stat(configDir(userHome, env)).catch(() => undefined);
  return folder?.isDirectory() === true || (await findExecutable("claude", env)) !== undefined;
}

/** The files that a connection may have touched, for uninstalling when no record tells. */
export async function knownFiles(place: InstallPlace): Promise<string[]> {
  const { settings, state, instructions, rideCommand, skill } = await locate(place);
  return [settings, state, instructions, rideCommand, skill];
}
