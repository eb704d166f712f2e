import { statfs } from "node:fs/promises";
import type { Home } from "../core/index.ts";

/** Below this the next writes fail: the database needs room for its log, the spool for what hooks bring. */
const LITTLE_BYTES = 8 << 20;

/** What a person should know about the disk that the home lies on. */
export async function diskWarnings(home: Home): Promise<string[]> {
  try {
    const { bavail, bsize } = await statfs(home.dir);
    const free = bavail * bsize;
    if (free >= LITTLE_BYTES) return [];
    return [`the disk that holds ${home.dir} is full (${free} bytes are free): what cannot be kept is lost; make room`];
  } catch {
    return [];
  }
}
