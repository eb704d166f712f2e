import { rmSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { createAdaptorServer, type ServerType } from "@hono/node-server";
import { fileLog, homeAt, isoTime, type Log, makeHome, messageOf, systemCode, writeFileAtomic } from "../core/index.ts";
import { EventStreams } from "../events/index.ts";
import { writeScripts } from "../harnesses/index.ts";
import { signalsView } from "../signals/index.ts";
import { openThroughline } from "../throughline.ts";
import { NAME, packageRoot, VERSION } from "../version.ts";
import { createApp } from "./app.ts";
import type { RequestEnv } from "./guard.ts";
import { refuseUnreadable } from "./malformed-requests.ts";
import { type Runtime, readRuntime } from "./running-daemon.ts";
import { listen, listenOnSocket } from "./socket.ts";
import { Spool } from "./spool.ts";
import { loadToken } from "./tokens.ts";
import { refusedConfig, warningsOf } from "./warnings.ts";

const RUN_DUE_WORK_EVERY_MS = 60_000;
const MAINTAIN_EVERY_MS = 3_600_000;
const CHECK_EVERY_MS = 2000;
const CLOSE_WITHIN_MS = 1500;
const STOP_WITHIN_MS = 10_000;

export interface RunningDaemon {
  readonly runtime: Runtime;
  readonly closed: Promise<void>;
  stop(): Promise<void>;
}

async function listenOnPort(server: ServerType, preferred: number): Promise<number> {
  try {
    await listen(server, { port: preferred, host: "127.0.0.1" });
  } catch (error) {
    if (systemCode(error) !== "EADDRINUSE" && systemCode(error) !== "EACCES") throw error;
    await listen(server, { port: 0, host: "127.0.0.1" });
  }
  const address: AddressInfo | string | null = server.address();
  return address !== null && typeof address === "object" ? address.port : 0;
}

/** Adds the processing time to the response, so that clients can subtract it from theirs. */
async function timed(answer: () => Response | Promise<Response>): Promise<Response> {
  const begun = performance.now();
  const response = await answer();
  response.headers.set("server-timing", `daemon;dur=${(performance.now() - begun).toFixed(2)}`);
  return response;
}

/** Runs the daemon of a data folder in this process until it is stopped or loses the folder's lock. */
export async function startDaemon(
  homePath: string,
  options: { log?: Log; replaced?: number } = {},
): Promise<RunningDaemon> {
  const home = homeAt(homePath);
  // Also for SQLite's journal files, which contain the same texts.
  process.umask(0o077);
  makeHome(home);
  const log = options.log ?? fileLog(home.log, process.env.THROUGHLINE_LOG_LEVEL ?? "info");
  const engine = await openThroughline({ home: home.dir, log, ownerKind: "daemon" });
  const { clock, config, store } = engine.services;
  const startedAt = isoTime(clock.now());
  if (options.replaced !== undefined) log.warn({ pid: options.replaced }, "replaced a daemon that did not answer");
  const token = loadToken(home);
  const spool = new Spool(engine, home);
  const streams = new EventStreams(engine.events, clock);
  let resolveClosed = () => {};
  const closed = new Promise<void>((resolve) => {
    resolveClosed = resolve;
  });

  const app = createApp({ engine, token, streams, status: statusOf, shutDown: () => void stop(), replaySpool });
  const serverAt = (listener: "socket" | "port") => {
    const fetch = (request: Request, { incoming }: { incoming: RequestEnv["Bindings"]["incoming"] }) =>
      timed(() => app.fetch(request, { listener, incoming }));
    const server = createAdaptorServer({ fetch });
    refuseUnreadable(server);
    return server;
  };
  const onSocket = serverAt("socket");
  const onPort = serverAt("port");
  const removeSocket = await listenOnSocket(onSocket, home);
  const port = await listenOnPort(onPort, config.daemon.port);
  const runtime: Runtime = {
    ...{ name: NAME, version: VERSION, pid: process.pid, home: home.dir, port, startedAt },
    ...{ url: `http://127.0.0.1:${port}`, socket: home.socket },
  };
  writeFileAtomic(home.runtime, `${JSON.stringify(runtime)}\n`);
  writeScripts(home, {
    node: process.execPath,
    hookClient: join(packageRoot, "dist", "hook.cjs"),
    cli: join(packageRoot, "bin", "throughline.cjs"),
    deadlineMs: config.hooks.deadlineMs,
  });
  log.info(runtime, "the daemon answers");

  async function statusOf() {
    return {
      running: true,
      ...{ pid: process.pid, version: VERSION, home: home.dir, url: runtime.url, socket: home.socket },
      schemaVersion: store.schemaVersion,
      startedAt,
      ...(await store.totals()),
      index: await engine.memory.indexer.state(),
      signals: signalsView(await engine.signals.totals()),
      spooled: await spool.waiting(),
      ...(config.webhooks.length > 0 && { webhooks: await engine.events.webhooks() }),
      warnings: [...(await warningsOf(home)), ...(await engine.services.refusedConfigs()).map(refusedConfig)],
    };
  }

  async function replaySpool(body: string, clientPid: number | undefined): Promise<void> {
    // Failures are retried later; the current event must not wait for them.
    await spool
      .takeWaiting(body, clientPid)
      .catch((error) => log.error({ err: error }, "the spool could not be replayed"));
  }

  const guarded = (name: string, work: () => Promise<unknown>) => () => {
    work().catch((error) => log.error({ err: error }, `${name} failed`));
  };
  const drain = () => spool.drain().catch((error) => log.error({ err: error }, "the spool could not be drained"));
  const checkAndDrain = async () => {
    if (!engine.ownsHome) {
      log.error("the data folder's lock is gone or taken: stopping");
      return stop();
    }
    const isDue = engine.look();
    await drain();
    if (isDue) await engine.runDueWork();
  };
  const runDueWork = guarded("scheduled work", () => engine.runDueWork());
  const maintain = guarded("maintenance", () => engine.maintain());
  const timers = [
    setInterval(guarded("the periodic check", checkAndDrain), CHECK_EVERY_MS),
    setInterval(runDueWork, RUN_DUE_WORK_EVERY_MS),
    setInterval(maintain, MAINTAIN_EVERY_MS),
  ];
  let stopping: Promise<void> | undefined;

  function stop(): Promise<void> {
    if (stopping) return stopping;
    // Stops even if the clean-up hangs: a stopping daemon must not serve anybody.
    setTimeout(resolveClosed, STOP_WITHIN_MS).unref();
    stopping = shutDown()
      .catch((error) => log.error({ err: error }, `shutdown failed: ${messageOf(error)}`))
      .finally(resolveClosed);
    return stopping;
  }

  async function shutDown(): Promise<void> {
    for (const timer of timers) clearInterval(timer);
    const mine = engine.ownsHome;
    removeSocket();
    streams.close();
    await Promise.all([onSocket, onPort].map(closeServer));
    await engine.close();
    if (mine && (await readRuntime(home))?.pid === process.pid) rmSync(home.runtime, { force: true });
    log.info("the daemon stopped");
  }

  // Spooled events first: they may show that a session is alive.
  guarded("scheduled work", () => drain().then(() => engine.runDueWork()))();
  maintain();
  return { runtime, closed, stop };
}

function closeServer(server: ServerType): Promise<void> {
  return new Promise((resolve) => {
    const force = setTimeout(() => "closeAllConnections" in server && server.closeAllConnections(), CLOSE_WITHIN_MS);
    server.close(() => {
      clearTimeout(force);
      resolve();
    });
    if ("closeIdleConnections" in server) server.closeIdleConnections();
  });
}
