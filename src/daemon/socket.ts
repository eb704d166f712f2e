import { chmodSync, mkdirSync, renameSync, rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import type { ServerType } from "@hono/node-server";
import { type Home, isSocketOurs, socketFolderElsewhere, ThroughlineError } from "../core/index.ts";

/**
 * Whoever the folder belongs to could listen there in the daemon's name: nobody speaks to it, and nobody serves in it.
 */
export const foreignSocket = (home: Home): ThroughlineError =>
  new ThroughlineError(
    "daemon_unreachable",
    `${dirname(home.socket)}, the place of the socket of ${home.dir}, is not a folder of yours`,
    "Remove it, or choose a home with a shorter path (THROUGHLINE_HOME), which has its socket inside.",
  );

export function listen(server: ServerType, where: { path: string } | { port: number; host: string }): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(where, () => {
      server.off("error", reject);
      resolve();
    });
  });
}

/**
 * Listens under another name and moves the socket into place: a server that closes removes the name it listened under,
 * and a daemon that lost its home must not remove its successor's. The answer removes the name if it is still ours.
 */
export async function listenOnSocket(server: ServerType, home: Home): Promise<() => void> {
  const path = home.socket;
  if (process.platform === "win32") {
    await listen(server, { path });
    return () => {};
  }
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  if (!isSocketOurs(home)) throw foreignSocket(home);
  if (socketFolderElsewhere(home) !== undefined) chmodSync(dirname(path), 0o700);
  const own = join(dirname(path), `.${process.pid}.sock`);
  rmSync(own, { force: true });
  await listen(server, { path: own });
  chmodSync(own, 0o600);
  const { ino } = statSync(own);
  // Whoever left what stands there is gone: the home's lock is ours.
  rmSync(path, { recursive: true, force: true });
  renameSync(own, path);
  return () => {
    if (statSync(path, { throwIfNoEntry: false })?.ino === ino) rmSync(path, { force: true });
  };
}
