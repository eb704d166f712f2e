import { readdir, statfs } from "node:fs/promises";
import { basename, join } from "node:path";
import type { Home } from "../core/index.ts";
import { spoolWarnings } from "./spool.ts";

/** Below this, writes soon fail: the database needs room for its log, the spool for events. */
const LITTLE_BYTES = 8 << 20;

async function diskWarnings(home: Home): Promise<string[]> {
  const { bavail, bsize } = await statfs(home.dir).catch(() => ({ bavail: LITTLE_BYTES, bsize: 1 }));
  const free = bavail * bsize;
  if (free >= LITTLE_BYTES) return [];
  return [`the disk of ${home.dir} is full (${free} bytes free): new data may be lost; free some space`];
}

/** A damaged database stays a warning until its file is moved away. */
async function damageWarnings(home: Home): Promise<string[]> {
  const name = `${basename(home.database)}.damaged-`;
  return (await readdir(home.dir).catch(() => []))
    .filter((one) => one.startsWith(name) && !/-(?:wal|shm)$/.test(one))
    .map(
      (one) =>
        `the database was damaged: it was moved to ${join(home.dir, one)} and a new one was created; restore it from ${home.backups} or recover it with sqlite3, then move that file away`,
    );
}

/** Problems of a data folder that its files and its disk show, with or without a daemon. */
export const warningsOf = async (home: Home): Promise<string[]> => [
  ...(await damageWarnings(home)),
  ...spoolWarnings(home),
  ...(await diskWarnings(home)),
];

/** The warning about a project's invalid settings. */
export const refusedConfig = (message: string): string =>
  `a project's settings are invalid; the data folder's settings apply there, and its checks fail until this is fixed: ${message}`;
