import { stat } from "node:fs/promises";
import { findExecutable } from "../installing/index.ts";
import { configDir, locate, type Place } from "./install/locations.ts";

export { HOOK_TABLE, hookGroup } from "./install/hook-table.ts";
export { type Check, inspect } from "./install/inspect.ts";
export { type Connection, type InstallPlan, planInstall } from "./install/plan.ts";
export { rideText } from "./install/ride-command.ts";
export { strip } from "./install/strip.ts";

/** Whether the client is on this machine: it has been run here, or could be. */
export async function detect(userHome: string, env: NodeJS.ProcessEnv = process.env): Promise<boolean> {
  const folder = await stat(configDir(userHome, env)).catch(() => undefined);
  return folder?.isDirectory() === true || (await findExecutable("claude", env)) !== undefined;
}

/** The files that a connection may have touched, for uninstalling when no record tells. */
export async function knownFiles(place: Place): Promise<string[]> {
  const { settings, state, instructions, rideCommand } = await locate(place);
  return [settings, state, instructions, rideCommand];
}
