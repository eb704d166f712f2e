import type { DatabaseSyncInstance } from "@photostructure/sqlite";

const QUIET_MS = 500;
const COMMITS_KEPT = 100;
/** Should it never be quiet: 32 MB of pages, after which a commit takes the log in by itself. */
const MOST_PAGES = 8000;

/**
 * Takes the write-ahead log into the database at quiet moments. Left to SQLite, every thousandth page makes one commit
 * wait for the disk, and behind that commit may wait a hook.
 */
export class WriteAheadLog {
  readonly #database: DatabaseSyncInstance;
  #commits = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(database: DatabaseSyncInstance) {
    this.#database = database;
    database.exec(`PRAGMA wal_autocheckpoint = ${MOST_PAGES}`);
  }

  noteCommit(): void {
    this.#commits += 1;
    if (this.#commits < COMMITS_KEPT) return;
    if (this.#timer) this.#timer.refresh();
    else this.#timer = setTimeout(() => this.#checkpoint(), QUIET_MS).unref();
  }

  #checkpoint(): void {
    this.#timer = undefined;
    // In the midst of a transaction of ours it would have to wait; the next commit asks again.
    if (this.#database.isTransaction) return;
    this.#commits = 0;
    try {
      this.#database.exec("PRAGMA wal_checkpoint(PASSIVE)");
    } catch {
      // A full disk: the log stays as it is, and is read as well as the database.
    }
  }

  /** Takes in all of it, for the last time. */
  close(): void {
    clearTimeout(this.#timer);
    try {
      // Until its statements are collected, the driver's `close()` leaves the log as it is: it is taken in here.
      this.#database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
    } catch {
      // As above: it is read at the next opening.
    }
  }
}
