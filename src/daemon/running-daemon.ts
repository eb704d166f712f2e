import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";
import { type Home, isAlive, ThroughlineError } from "../core/index.ts";
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
