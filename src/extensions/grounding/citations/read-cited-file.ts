import { realpathSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { isInside, looksBinary, readRegularFile, systemCode } from "../../../core/index.ts";

/** Its text, or why it cannot be read. */
export type CitedFile = { readonly text: string } | { readonly reason: string };

const LARGEST = 64 * 1024 * 1024;
const SAMPLE = 8192;

function reasonFor(error: unknown): string {
  const code = systemCode(error) ?? "";
  return ["ENOENT", "ENOTDIR", "ENAMETOOLONG", "ERR_INVALID_ARG_VALUE"].includes(code) ? "missing" : "unreadable";
}

/** The text of a cited file. Neither `..` nor a symbolic link leads out of the project. */
export function readCited(root: string, path: string, largest = LARGEST): CitedFile {
  const target = resolve(root, path);
  try {
    const realRoot = realpathSync(root);
    // A root that is itself behind a link may be written either way.
    if (!isInside(root, target) && !isInside(realRoot, target)) return { reason: "outside the project" };
    const real = realpathSync(target);
    if (!isInside(realRoot, real)) return { reason: "outside the project" };
    const found = statSync(real);
    if (found.isDirectory()) return { reason: "a folder" };
    if (!found.isFile()) return { reason: "not a file" };
    if (found.size > largest) return { reason: "too large" };
    const bytes = readRegularFile(real, largest);
    if (!bytes) return { reason: "missing" };
    if (looksBinary(bytes.subarray(0, SAMPLE))) return { reason: "binary" };
    return { text: bytes.toString("utf8").replace(/^\uFEFF/, "") };
  } catch (error) {
    return { reason: reasonFor(error) };
  }
}
