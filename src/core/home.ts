import { mkdirSync } from "node:fs";
import { homedir, tmpdir, userInfo } from "node:os";
import { join, resolve } from "node:path";
import { sha256 } from "./ids.ts";

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
  readonly spool: string;
  readonly bin: string;
  readonly backups: string;
  readonly installs: string;
}

// The kernel's sockaddr_un holds 108 bytes on Linux and 104 on macOS, the closing zero included.
const LONGEST_SOCKET_PATH = 100;

function socketPath(dir: string): string {
  if (process.platform === "win32") return `\\\\.\\pipe\\throughline-${sha256(dir).slice(0, 16)}`;
  const direct = join(dir, "daemon.sock");
  if (Buffer.byteLength(direct) <= LONGEST_SOCKET_PATH) return direct;
  return join(tmpdir(), `throughline-${userInfo().uid}-${sha256(dir).slice(0, 16)}`, "daemon.sock");
}

export function homeDir(env: NodeJS.ProcessEnv = process.env): string {
  return resolve(env.THROUGHLINE_HOME || join(homedir(), ".throughline"));
}

export function homeAt(dir: string): Home {
  const root = resolve(dir);
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
    spool: join(root, "spool"),
    bin: join(root, "bin"),
    backups: join(root, "backups"),
    installs: join(root, "installs"),
  };
}

export function makeHome(home: Home): void {
  mkdirSync(home.dir, { recursive: true, mode: 0o700 });
}
