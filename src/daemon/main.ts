import { existsSync } from "node:fs";
import { homeAt, homeDir, messageOf, ThroughlineError } from "../core/index.ts";
import { type RunningDaemon, startDaemon } from "./daemon.ts";
import { freeMemoryWhenIdle } from "./idle-memory.ts";
import { endHungDaemon } from "./running-daemon.ts";

/** The daemon's process: `daemon.js [--home DIR]`. */
const at = process.argv.indexOf("--home");
const home = (at > 0 ? process.argv[at + 1] : undefined) ?? homeDir();

/** A daemon that has the data folder and does not answer is replaced: it serves nobody. */
async function started(): Promise<RunningDaemon> {
  try {
    return await startDaemon(home);
  } catch (error) {
    const isTaken = error instanceof ThroughlineError && error.code === "home_in_use";
    const ended = isTaken ? await endHungDaemon(homeAt(home)) : undefined;
    if (ended === undefined) throw error;
    return await startDaemon(home, { replaced: ended });
  }
}

try {
  // The starting process has created the data folder: if it is gone, it was removed on purpose and must stay away.
  if (!existsSync(home)) throw new ThroughlineError("not_found", `there is no folder ${home}`);
  const daemon = await started();
  freeMemoryWhenIdle();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => void daemon.stop());
  await daemon.closed;
  process.exit(0);
} catch (error) {
  // Another daemon started first, which is fine.
  if (error instanceof ThroughlineError && error.code === "home_in_use") process.exit(0);
  console.error(`throughline daemon: ${messageOf(error)}`);
  process.exit(1);
}
