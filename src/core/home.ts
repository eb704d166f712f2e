import { accessSync, constants, lstatSync, mkdirSync, realpathSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { systemCode, ThroughlineError } from "./errors.ts";

/** Where everything of one user lives; every other path is derived from it. */
export interface Home {
  readonly dir: string;
  readonly database: string;
  readonly lock: string;
  readonly owner: string;
  readonly runtime: string;
  readonly socket: string;
  readonly token: string;
  readonly config: string;
  readonly log: string;
  /** The event log, one line each; older lines are in a second file next to it. */
  readonly events: string;
  readonly spool: string;
  /** Where events wait when the home itself cannot be written. */
  readonly spoolElsewhere: string;
  readonly bin: string;
  readonly backups: string;
  readonly installs: string;
  /** A folder for each agent, with its memory files. */
  readonly agents: string;
}

// The kernel's sockaddr_un holds 108 bytes on Linux and 104 on macOS, the closing zero included.
const LONGEST_SOCKET_PATH = 100;

/** FNV-1a: enough to distinguish homes, and the hook client need not load a crypto library for it. */
function shortHash(text: string): string {
  let hash = 0xcbf29ce484222325n;
  for (const byte of Buffer.from(text)) hash = ((hash ^ BigInt(byte)) * 0x100000001b3n) & 0xffffffffffffffffn;
  return hash.toString(16).padStart(16, "0");
}

const userId = (): number => process.getuid?.() ?? 0;

// Not $TMPDIR: hooks run in their client's environment, and must find the daemon by home and user alone.
const SHARED_FOLDER = process.platform === "win32" ? tmpdir() : "/tmp";

function socketPath(dir: string): string {
  if (process.platform === "win32") return `\\\\.\\pipe\\throughline-${shortHash(dir)}`;
  const direct = join(dir, "daemon.sock");
  if (Buffer.byteLength(direct) <= LONGEST_SOCKET_PATH) return direct;
  return join(SHARED_FOLDER, `throughline-${userId()}-${shortHash(dir)}`, "daemon.sock");
}

export function homeDir(env: NodeJS.ProcessEnv = process.env): string {
  return resolve(env.THROUGHLINE_HOME || join(homedir(), ".throughline"));
}

/** One home has one name, however it is spelled: links on the way to it are followed. */
function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

export function homeAt(dir: string): Home {
  const root = realPath(resolve(dir));
  return {
    dir: root,
    database: join(root, "throughline.db"),
    lock: join(root, "owner.lock"),
    owner: join(root, "owner.json"),
    runtime: join(root, "daemon.json"),
    socket: socketPath(root),
    token: join(root, "token"),
    config: join(root, "config.yaml"),
    log: join(root, "daemon.log"),
    events: join(root, "events.jsonl"),
    spool: join(root, "spool"),
    spoolElsewhere: join(SHARED_FOLDER, `throughline-spool-${userId()}-${shortHash(root)}`),
    bin: join(root, "bin"),
    backups: join(root, "backups"),
    installs: join(root, "installs"),
    agents: join(root, "agents"),
  };
}

const UNUSABLE: Readonly<Record<string, string>> = {
  EEXIST: "it is a file, not a folder",
  ENOTDIR: "it, or a folder on the way to it, is a file",
  EACCES: "you may not write there",
  EPERM: "you may not write there",
  EROFS: "its disk can only be read",
  ENOSPC: "its disk is full",
};

function unusable({ dir }: Home, error: unknown): unknown {
  const why = UNUSABLE[systemCode(error) ?? ""];
  if (why === undefined) return error;
  const hint = "Put that right, or name another folder: THROUGHLINE_HOME=/path/to/folder throughline …";
  return new ThroughlineError("home_unusable", `Throughline's home ${dir} cannot be used: ${why}`, hint, {
    cause: error,
  });
}

/** Creates the home where there is none, and checks that it can be used. */
export function makeHome(home: Home): void {
  try {
    mkdirSync(home.dir, { recursive: true, mode: 0o700 });
    accessSync(home.dir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw unusable(home, error);
  }
}

/** In a shared place another user could have made the folder. */
export function isOwnFolder(folder: string): boolean {
  const found = lstatSync(folder, { throwIfNoEntry: false });
  return found?.isDirectory() === true && (process.getuid === undefined || found.uid === process.getuid());
}

/** The folder of the socket where it could not be in the home, whose path is too long for one. */
export function socketFolderElsewhere({ dir, socket }: Home): string | undefined {
  return process.platform === "win32" || dirname(socket) === dir ? undefined : dirname(socket);
}

/** Whether the socket's folder guarantees that only the home's own daemon answers on it. */
export function isSocketOurs(home: Home): boolean {
  const elsewhere = socketFolderElsewhere(home);
  return elsewhere === undefined || isOwnFolder(elsewhere);
}
