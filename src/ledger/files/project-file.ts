import { mkdirSync, readFileSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { placeInside, refused, systemCode, writeFileAtomic } from "../../core/index.ts";

/* Files of a project, as one character a byte: people's own bytes go through us unchanged. */

const MODE = 0o644;
const isUtf16 = (bytes: string): boolean => /^(?:\u00FF\u00FE|\u00FE\u00FF)/u.test(bytes);

/** The file's bytes, or undefined where there is none. */
export function readBytes(path: string): string | undefined {
  try {
    const bytes = readFileSync(path, "latin1");
    if (isUtf16(bytes)) throw refused(`${path} is not UTF-8 but UTF-16`, "Save it as UTF-8; nothing was changed.");
    return bytes;
  } catch (error) {
    if (["ENOENT", "ENOTDIR"].includes(systemCode(error) ?? "")) return undefined;
    throw error;
  }
}

/** Puts `after` in the place of `before`, whole; false where somebody wrote meanwhile. Refused where a link leads out of the folder. */
export function replaceBytes(path: string, before: string | undefined, after: string, folder: string): boolean {
  const real = placeInside(folder, path);
  mkdirSync(dirname(real), { recursive: true });
  if (readBytes(real) !== before) return false;
  const mode = before === undefined ? MODE : statSync(real).mode & 0o777;
  // A file that its owner made read-only is meant to stay as it is; replacing it would not ask.
  if ((mode & 0o200) === 0) throw refused(`${path} is read-only`, "Make it writable: chmod u+w.");
  writeFileAtomic(real, Buffer.from(after, "latin1"), mode);
  return true;
}
