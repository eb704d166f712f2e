import { statfs } from "node:fs/promises";
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

/** What a person should know about a home, as its files and its disk tell it: with or without a daemon. */
export const warningsOf = async (home: Home): Promise<string[]> => [
  ...spoolWarnings(home),
  ...(await diskWarnings(home)),
];
