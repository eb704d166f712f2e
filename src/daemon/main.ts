import { existsSync } from "node:fs";
import { homeDir, messageOf, ThroughlineError } from "../core/index.ts";
import { startDaemon } from "./daemon.ts";
import { tidyAtRest } from "./tidy.ts";

/** The daemon's process: `daemon.js [--home DIR]`. */
const at = process.argv.indexOf("--home");
const home = (at > 0 ? process.argv[at + 1] : undefined) ?? homeDir();

try {
  // Whoever starts it has made the home: one that is gone by now was removed on purpose, and must not come back.
  if (!existsSync(home)) throw new ThroughlineError("not_found", `there is no folder ${home}`);
  const daemon = await startDaemon(home);
  tidyAtRest();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => void daemon.stop());
  await daemon.closed;
  process.exit(0);
} catch (error) {
  // Another daemon was quicker: that is what was wanted.
  if (error instanceof ThroughlineError && error.code === "home_in_use") process.exit(0);
  console.error(`throughline daemon: ${messageOf(error)}`);
  process.exit(1);
}
