import { chmodSync } from "node:fs";
import { lstat, mkdir, readFile, readlink, realpath, rm, rmdir, stat } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { messageOf, systemCode, ThroughlineError, writeFileAtomic } from "../../core/index.ts";

const LONGEST_LINK_CHAIN = 40;
const MODE_OF_NEW_FILES = 0o600;

// The byte order mark is kept and a wrong byte throws: text that was read this way is written back byte for byte.
const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

const OBSTACLES: Record<string, string> = {
  EISDIR: "there is a folder where the file should be",
  ENOTDIR: "a part of this path is a file, not a folder",
  ELOOP: "the symbolic links lead in a circle",
  EACCES: "permission denied",
};

/** The exact text of a user's file; undefined if there is none. */
export async function readExact(path: string): Promise<string | undefined> {
  try {
    return utf8.decode(await readFile(path));
  } catch (error) {
    const code = systemCode(error);
    if (code === "ENOENT") return undefined;
    const reason = code === "ERR_ENCODING_INVALID_ENCODED_DATA" ? "it is not UTF-8 text" : OBSTACLES[code ?? ""];
    throw new ThroughlineError(
      "bad_config",
      `${path}: cannot be read: ${reason ?? messageOf(error)}`,
      "Fix that and run the command again; nothing was changed.",
      { cause: error },
    );
  }
}

/** The path with all links resolved; a link may lead to a file that does not exist yet. */
async function targetOf(path: string): Promise<string> {
  let at = path;
  for (let links = 0; links < LONGEST_LINK_CHAIN; links++) {
    const found = await realpath(at).catch(() => undefined);
    if (found !== undefined) return found;
    const entry = await lstat(at).catch(() => undefined);
    if (!entry?.isSymbolicLink()) return at;
    at = resolve(dirname(at), await readlink(at));
  }
  return at;
}

/** The folders that have to be made before the file can be written, the outermost first. */
export async function missingFolders(path: string): Promise<string[]> {
  const missing: string[] = [];
  for (let dir = dirname(await targetOf(path)); dirname(dir) !== dir; dir = dirname(dir)) {
    if (await stat(dir).catch(() => undefined)) break;
    missing.unshift(dir);
  }
  return missing;
}

/** Makes the file hold `text`, or not exist: in one step, through symbolic links, with the mode it had. */
export async function putText(path: string, text: string | undefined): Promise<void> {
  const target = await targetOf(path);
  if (text === undefined) return rm(target, { force: true });
  await mkdir(dirname(target), { recursive: true });
  const existing = await stat(target).catch(() => undefined);
  const mode = existing ? existing.mode & 0o777 : MODE_OF_NEW_FILES;
  writeFileAtomic(target, text, mode);
  // The mode given at creation is cut by the umask.
  chmodSync(target, mode);
}

/** Removes those folders that are empty. */
export async function removeEmptyFolders(folders: readonly string[]): Promise<void> {
  const innermostFirst = [...new Set(folders)].sort((a, b) => b.length - a.length);
  for (const folder of innermostFirst) await rmdir(folder).catch(() => undefined);
}
