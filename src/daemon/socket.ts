import { chmodSync, mkdirSync, renameSync, rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import type { ServerType } from "@hono/node-server";
import { type Home, isSocketOurs, socketFolderElsewhere, ThroughlineError } from "../core/index.ts";

/** The owner of a foreign folder could impersonate the daemon there, so it is neither called nor used. */
export const foreignSocket = (home: Home): ThroughlineError =>
  new ThroughlineError(
    "daemon_unreachable",
    `${dirname(home.socket)}, the folder of the socket of ${home.dir}, belongs to another user`,
    "Remove it, or choose a data folder with a shorter path (THROUGHLINE_HOME), which contains its socket.",
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
 * Listens under a temporary name and moves the socket into place: a closing server removes the name it listened under,
 * and a daemon that lost its data folder must not remove its successor's. Returns a function that removes our socket.
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
  // A leftover: we hold the data folder's lock.
  rmSync(path, { recursive: true, force: true });
  renameSync(own, path);
  return () => {
    if (statSync(path, { throwIfNoEntry: false })?.ino === ino) rmSync(path, { force: true });
  };
}
