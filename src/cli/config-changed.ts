import { stat } from "node:fs/promises";
import type { Home } from "../core/index.ts";
import { readRuntime } from "../daemon/index.ts";

export const RESTART = "Run `throughline down`, then `throughline up`.";
export const CONFIG_CHANGED = `config.yaml was changed after the daemon started; it still uses the old settings. ${RESTART}`;

/** Whether the data folder's settings changed since the daemon read them. Project settings are always current. */
export async function isConfigNewer(home: Home): Promise<boolean> {
  const runtime = await readRuntime(home);
  const file = await stat(home.config).catch(() => undefined);
  return runtime !== undefined && file !== undefined && file.mtimeMs > Date.parse(runtime.startedAt);
}
