import { existsSync, rmSync, statSync } from "node:fs";
import { DatabaseSync, type DatabaseSyncInstance } from "@photostructure/sqlite";
import { z } from "zod";
import {
  type Home,
  isoTime,
  jsonIn,
  makePrivate,
  readRegularFile,
  ThroughlineError,
  writeFileAtomic,
} from "../core/index.ts";

const ownerShape = z.object({ pid: z.number(), kind: z.string(), since: z.string() });
export type Owner = z.infer<typeof ownerShape>;

const namedOwner = (home: Home): Owner | undefined =>
  ownerShape.safeParse(jsonIn(readRegularFile(home.owner)?.toString("utf8"))).data;

function ownerOf(home: Home): string {
  const owner = namedOwner(home);
  return owner ? `the ${owner.kind} with process id ${owner.pid}, since ${owner.since}` : "another process";
}

function lockOf(home: Home): DatabaseSyncInstance | undefined {
  makePrivate(home.lock);
  const lock = new DatabaseSync(home.lock, { timeout: 0 });
  try {
    lock.exec("PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE");
    return lock;
  } catch (error) {
    lock.close();
    if (error instanceof Error && /locked|busy/i.test(error.message)) return undefined;
    throw error;
  }
}

/**
 * Only one process can use a home. The lock is SQLite's file lock on an empty database: the operating system releases
 * it when the process dies, on every platform.
 */
export class Ownership {
  readonly #home: Home;
  readonly #lock: DatabaseSyncInstance;
  readonly #inode: number;

  private constructor(home: Home, lock: DatabaseSyncInstance) {
    this.#home = home;
    this.#lock = lock;
    this.#inode = statSync(home.lock).ino;
  }

  /** Takes the home, or throws an error that names its owner. */
  static take(home: Home, kind: "daemon" | "library", now: number): Ownership {
    const lock = lockOf(home);
    if (!lock)
      throw new ThroughlineError(
        "home_in_use",
        `${home.dir} is in use by ${ownerOf(home)}`,
        "Stop it first (`throughline down` stops a daemon), or use another home with THROUGHLINE_HOME.",
      );
    const ownership = new Ownership(home, lock);
    writeFileAtomic(home.owner, JSON.stringify({ pid: process.pid, kind, since: isoTime(now) }));
    return ownership;
  }

  /** The process that has the home now, if any. It lives: the lock ends with it. */
  static holder(home: Home): Owner | undefined {
    if (!existsSync(home.lock)) return undefined;
    const lock = lockOf(home);
    lock?.close();
    return lock ? undefined : namedOwner(home);
  }

  /** False once the lock file was removed or replaced: then another process may own the home. */
  isHeld(): boolean {
    try {
      return statSync(this.#home.lock).ino === this.#inode;
    } catch {
      return false;
    }
  }

  release(): void {
    if (this.isHeld()) rmSync(this.#home.owner, { force: true });
    this.#lock.close();
  }
}
