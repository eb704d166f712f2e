import { constants } from "node:fs";
import { open, realpath } from "node:fs/promises";
import { join, sep } from "node:path";
import { systemCode } from "../../../core/index.ts";

/** What became of a file: its text, or why there is none. */
export type Read =
  | { readonly text: string }
  | { readonly why: "binary" | "too large" | "unreadable" | "leads out of the project" | "gone" };

const MOST_LINE = 1000;
/** Enough to tell text from what is none, and what people wrote from what a tool packed. */
const LOOKED_AT = 8192;

const isInside = (root: string, path: string): boolean => path === root || path.startsWith(`${root}${sep}`);

/** Lines that nobody writes by hand. */
export const isPacked = (text: string): boolean =>
  text.length > LOOKED_AT && text.length / (text.split("\n", 1000).length || 1) > MOST_LINE;

/** A text file of the project. `root` is a real path: a link that leads out of it is not followed. */
export async function readInside(root: string, path: string, mostBytes: number): Promise<Read> {
  try {
    const real = await realpath(join(root, path));
    if (!isInside(root, real)) return { why: "leads out of the project" };
    // Neither a pipe nor a device may keep the daemon waiting.
    const file = await open(real, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      const entry = await file.stat();
      if (!entry.isFile()) return { why: "unreadable" };
      if (entry.size > mostBytes) return { why: "too large" };
      const bytes = await file.readFile();
      return bytes.subarray(0, LOOKED_AT).includes(0) ? { why: "binary" } : { text: bytes.toString("utf8") };
    } finally {
      await file.close();
    }
  } catch (error) {
    return { why: systemCode(error) === "ENOENT" ? "gone" : "unreadable" };
  }
}
