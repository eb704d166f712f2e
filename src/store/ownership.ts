import { readFileSync, rmSync, statSync } from "node:fs";
import { DatabaseSync, type DatabaseSyncInstance } from "@photostructure/sqlite";
import { z } from "zod";
import { type Home, isoTime, makePrivate, ThroughlineError, writeFileAtomic } from "../core/index.ts";

const ownerShape = z.object({ pid: z.number(), kind: z.string(), since: z.string() });

function ownerOf(home: Home): string {
  try {
    const owner = ownerShape.parse(JSON.parse(readFileSync(home.owner, "utf8")));
    return `the ${owner.kind} with process id ${owner.pid}, since ${owner.since}`;
  } catch {
    return "another process";
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
    makePrivate(home.lock);
    const lock = new DatabaseSync(home.lock, { timeout: 0 });
    try {
      lock.exec("PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE");
    } catch (error) {
      lock.close();
      if (!(error instanceof Error && /locked|busy/i.test(error.message))) throw error;
      throw new ThroughlineError(
        "home_in_use",
        `${home.dir} is in use by ${ownerOf(home)}`,
        "Stop it first (`throughline down` stops a daemon), or use another home with THROUGHLINE_HOME.",
        { cause: error },
      );
    }
    const ownership = new Ownership(home, lock);
    writeFileAtomic(home.owner, JSON.stringify({ pid: process.pid, kind, since: isoTime(now) }));
    return ownership;
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
