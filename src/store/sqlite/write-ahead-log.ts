import type { DatabaseSyncInstance } from "@photostructure/sqlite";

const QUIET_MS = 500;
const COMMITS_KEPT = 100;
/** If it is never quiet: after 32 MB of pages, SQLite checkpoints within a commit. */
const MOST_PAGES = 8000;

/**
 * Checkpoints the write-ahead log at quiet moments. By default SQLite does it every thousand pages within a commit, and
 * a hook may be waiting for that commit.
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
    // It would wait for our own transaction; the next commit schedules it again.
    if (this.#database.isTransaction) return;
    this.#commits = 0;
    try {
      this.#database.exec("PRAGMA wal_checkpoint(PASSIVE)");
    } catch {
      // Disk full: the data stays readable in the log.
    }
  }

  close(): void {
    clearTimeout(this.#timer);
    try {
      // The driver's `close()` does not checkpoint while prepared statements await garbage collection.
      this.#database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
    } catch {
      // As above.
    }
  }
}
