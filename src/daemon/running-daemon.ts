import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";
import { type Home, isAlive, jsonIn, readTextIfAny, ThroughlineError } from "../core/index.ts";
import { Ownership } from "../store/index.ts";
import { NAME } from "../version.ts";
import { ask } from "./requests.ts";

const STOP_WITHIN_MS = 15_000;
const LOOK_EVERY_MS = 25;

const handshake = z.object({ name: z.literal(NAME), version: z.string(), pid: z.number(), home: z.string() });
export type Handshake = z.infer<typeof handshake>;

/** The daemon of this data folder; a foreign process on the same socket does not count. */
export async function findDaemon(home: Home): Promise<Handshake | undefined> {
  try {
    const { body } = await ask(home, { method: "GET", path: "/health", timeoutMs: 2000 });
    const found = handshake.parse(JSON.parse(body));
    return found.home === home.dir ? found : undefined;
  } catch {
    return undefined;
  }
}

export async function stopDaemon(home: Home, found: Handshake): Promise<void> {
  // Another client may have stopped it already.
  const path = `/api/shutdown?pid=${found.pid}`;
  await ask(home, { method: "POST", path, timeoutMs: STOP_WITHIN_MS }).catch(() => undefined);
  for (const until = Date.now() + STOP_WITHIN_MS; Date.now() < until; await pause(LOOK_EVERY_MS)) {
    if (!(await isAlive({ pid: found.pid }))) return;
  }
  throw new ThroughlineError(
    "daemon_unreachable",
    `the daemon with process id ${found.pid} does not stop`,
    "Kill that process manually.",
  );
}

/** A daemon that is busy or starting answers within this time. */
const HUNG_AFTER_MS = 8_000;
const STARTS_WITHIN_MS = 60_000;
const ENDS_WITHIN_MS = 5000;

/** The process id of a daemon that has the data folder and does not answer now. */
export async function silentDaemon(home: Home): Promise<number | undefined> {
  const owner = Ownership.holder(home);
  return owner?.kind === "daemon" && !(await findDaemon(home)) ? owner.pid : undefined;
}

/**
 * Ends a daemon that has not answered for a while: nothing that it acknowledged is lost. Returns its process id;
 * undefined where it answers, is still starting, or is no daemon.
 */
export async function endHungDaemon(home: Home): Promise<number | undefined> {
  const owner = Ownership.holder(home);
  if (owner?.kind !== "daemon") return undefined;
  const isReady = (await readRuntime(home))?.pid === owner.pid;
  if (!isReady && Date.now() - Date.parse(owner.since) < STARTS_WITHIN_MS) return undefined;
  for (const until = Date.now() + HUNG_AFTER_MS; Date.now() < until; await pause(LOOK_EVERY_MS))
    if (await findDaemon(home)) return undefined;
  // The lock is still its own: no other process can have its id.
  if (Ownership.holder(home)?.pid !== owner.pid) return undefined;
  process.kill(owner.pid, "SIGKILL");
  for (const until = Date.now() + ENDS_WITHIN_MS; Date.now() < until; await pause(LOOK_EVERY_MS))
    if (!(await isAlive({ pid: owner.pid }))) return owner.pid;
  throw new ThroughlineError("daemon_unreachable", `the daemon with process id ${owner.pid} does not end`);
}

/** How to reach the running daemon; written when it answers, removed when it stops. */
const runtimeShape = z.object({
  name: z.string(),
  version: z.string(),
  pid: z.number(),
  home: z.string(),
  port: z.number(),
  url: z.string(),
  socket: z.string(),
  startedAt: z.string(),
});
export type Runtime = z.infer<typeof runtimeShape>;

export const readRuntime = async (home: Home): Promise<Runtime | undefined> =>
  runtimeShape.safeParse(jsonIn(await readTextIfAny(home.runtime))).data;
