import { spawn } from "node:child_process";
import { closeSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { type Home, makeHome, ThroughlineError } from "../core/index.ts";
import { DAEMON_FLAGS, daemonEnvironment } from "../harnesses/index.ts";
import { packageRoot, VERSION } from "../version.ts";
import { findDaemon, type Handshake, stopDaemon } from "./running-daemon.ts";

/** Longer than it takes to replace one that does not answer. */
const START_WITHIN_MS = 30_000;
const LOOK_EVERY_MS = 25;
const RELAUNCH_AFTER_MS = 300;

function cannotStart(home: Home, errors: string): ThroughlineError {
  let reason = "";
  try {
    const lines = readFileSync(errors, "utf8").trim().split("\n");
    reason = lines.find((line) => /^(?:throughline daemon:|\w*Error)/.test(line)) ?? lines.at(-1) ?? "";
  } catch {
    // It printed nothing.
  }
  return new ThroughlineError(
    "daemon_unreachable",
    reason || `the daemon of ${home.dir} does not answer`,
    `See ${home.log}, or run \`throughline daemon\` to watch it start.`,
  );
}

/** `ended` gives its exit code, once it has one. */
function spawnDaemon(home: Home, errors: string) {
  const stderr = openSync(errors, "w", 0o600);
  const child = spawn(process.execPath, [...DAEMON_FLAGS, join(packageRoot, "dist", "daemon.js"), "--home", home.dir], {
    detached: true,
    cwd: home.dir,
    env: daemonEnvironment(),
    stdio: ["ignore", "ignore", stderr],
  });
  closeSync(stderr);
  let code: number | undefined;
  const end = (exit: unknown) => {
    code = typeof exit === "number" ? exit : 1;
  };
  child.on("exit", end).on("error", end);
  child.unref();
  return { pid: child.pid, ended: () => code, abandon: () => void child.kill() };
}

async function launch(home: Home): Promise<Handshake> {
  makeHome(home);
  const errors = join(home.dir, "daemon.err");
  let child = spawnDaemon(home, errors);
  for (const until = Date.now() + START_WITHIN_MS; Date.now() < until; await pause(LOOK_EVERY_MS)) {
    const found = await findDaemon(home);
    if (found) {
      // Another process started one first. Ours must not start later, after that one was stopped.
      if (found.pid !== child.pid) child.abandon();
      return found;
    }
    const ended = child.ended();
    if (ended !== undefined && ended !== 0) break;
    // Another daemon holds the data folder and does not answer: it is starting, or stopping and needs a successor.
    if (ended === 0) {
      await pause(RELAUNCH_AFTER_MS);
      child = (await findDaemon(home)) ? child : spawnDaemon(home, errors);
    }
  }
  throw cannotStart(home, errors);
}

/** The daemon of a data folder: started if none runs, replaced if it is an older version. */
export async function ensureDaemon(home: Home): Promise<Handshake> {
  const found = await findDaemon(home);
  if (found?.version === VERSION) return found;
  if (found) await stopDaemon(home, found);
  return launch(home);
}
