import { readdirSync } from "node:fs";
import { statfs } from "node:fs/promises";
import { basename, join } from "node:path";
import type { Home } from "../core/index.ts";
import { spoolWarnings } from "./spool.ts";

/** Below this the next writes fail: the database needs room for its log, the spool for what hooks bring. */
const LITTLE_BYTES = 8 << 20;

async function diskWarnings(home: Home): Promise<string[]> {
  try {
    const { bavail, bsize } = await statfs(home.dir);
    const free = bavail * bsize;
    if (free >= LITTLE_BYTES) return [];
    return [`the disk that holds ${home.dir} is full (${free} bytes are free): what cannot be kept is lost; make room`];
  } catch {
    return [];
  }
}

/** A database that was set aside stays a warning until somebody has looked after it. */
function damageWarnings(home: Home): string[] {
  const name = `${basename(home.database)}.damaged-`;
  return namesIn(home.dir)
    .filter((one) => one.startsWith(name) && !/-(?:wal|shm)$/.test(one))
    .map(
      (one) =>
        `the database was damaged: what it held is in ${join(home.dir, one)}, and a new one was begun; restore it from ${home.backups} or recover it with sqlite3, then move that file away`,
    );
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** What a person should know about a home, as its files and its disk tell it: with or without a daemon. */
export const warningsOf = async (home: Home): Promise<string[]> => [
  ...damageWarnings(home),
  ...spoolWarnings(home),
  ...(await diskWarnings(home)),
];

/** Of a project's own settings. */
export const refusedConfig = (message: string): string =>
  `a project's settings are refused, the home's hold there and its checks fail until it is mended: ${message}`;
