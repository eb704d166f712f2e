import { spawn } from "node:child_process";
import { closeSync, openSync, readFileSync } from "node:fs";
import { type IncomingMessage, request } from "node:http";
import { join } from "node:path";
import { z } from "zod";
import { type Home, isAlive, isSocketOurs, makeHome, ThroughlineError } from "../core/index.ts";
import { DAEMON_FLAGS, daemonEnvironment } from "../harnesses/index.ts";
import { NAME, packageRoot, VERSION } from "../version.ts";
import { foreignSocket } from "./socket.ts";

const START_WITHIN_MS = 15_000;
const LOOK_EVERY_MS = 25;
const RELAUNCH_AFTER_MS = 300;
const ANSWER_WITHIN_MS = 60_000;

export interface Answer {
  readonly status: number;
  readonly body: string;
}

export interface Ask {
  readonly method: string;
  readonly path: string;
  readonly body?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly timeoutMs?: number | undefined;
}

/** One request over the home's socket. */
export function ask(home: Home, { method, path, body, headers, timeoutMs = ANSWER_WITHIN_MS }: Ask): Promise<Answer> {
  if (!isSocketOurs(home)) return Promise.reject(foreignSocket(home));
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        socketPath: home.socket,
        method,
        path,
        timeout: timeoutMs,
        // A kept-alive connection would delay the daemon's shutdown.
        agent: false,
        headers: { "content-type": "application/json", ...headers },
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("end", () =>
          resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks).toString("utf8") }),
        );
        response.on("error", reject);
      },
    );
    sent.on("timeout", () => sent.destroy(new Error("no answer in time")));
    sent.on("error", reject);
    sent.end(body);
  });
}

/** A response that streams until either side ends it. */
export function openStream(
  home: Home,
  path: string,
  headers: Readonly<Record<string, string>>,
): Promise<IncomingMessage> {
  if (!isSocketOurs(home)) return Promise.reject(foreignSocket(home));
  return new Promise((resolve, reject) => {
    const sent = request({ socketPath: home.socket, path, agent: false, headers }, resolve);
    sent.on("error", reject);
    sent.end();
  });
}

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

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

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

interface Starting {
  readonly pid: number | undefined;
  /** Its exit code, once it has one. */
  ended(): number | undefined;
  abandon(): void;
}

function spawnDaemon(home: Home, errors: string): Starting {
  const stderr = openSync(errors, "w", 0o600);
  const child = spawn(process.execPath, [...DAEMON_FLAGS, join(packageRoot, "dist", "daemon.js"), "--home", home.dir], {
    detached: true,
    cwd: home.dir,
    env: daemonEnvironment(),
    stdio: ["ignore", "ignore", stderr],
  });
  closeSync(stderr);
  let code: number | undefined;
  child.on("exit", (exit) => {
    code = exit ?? 1;
  });
  child.on("error", () => {
    code = 1;
  });
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

export async function stopDaemon(home: Home, found: Handshake): Promise<void> {
  // Another client may have stopped it already.
  const path = `/api/shutdown?pid=${found.pid}`;
  await ask(home, { method: "POST", path, timeoutMs: START_WITHIN_MS }).catch(() => undefined);
  for (const until = Date.now() + START_WITHIN_MS; Date.now() < until; await pause(LOOK_EVERY_MS)) {
    if (!(await isAlive({ pid: found.pid }))) return;
  }
  throw new ThroughlineError(
    "daemon_unreachable",
    `the daemon with process id ${found.pid} does not stop`,
    "Kill that process manually.",
  );
}
