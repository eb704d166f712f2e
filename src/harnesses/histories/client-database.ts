import { copyFileSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";
import { DatabaseSync, type DatabaseSyncInstance, type StatementSyncInstance } from "@photostructure/sqlite";
import { makePrivate } from "../../core/index.ts";
import { isLink, sizeOf } from "./files.ts";
import type { HistorySession } from "./history-contract.ts";
import { isAbsent, type OnSkip, OTHER_TABLES, whyUnread } from "./skipped-files.ts";

const BUSY_TIMEOUT_MS = 1000;

type Value = string | number;

/** A client's database, read-only. Queries are never left open, so the client never has to wait. */
export class ClientDatabase {
  #connection: DatabaseSyncInstance | undefined;
  #statements = new Map<string, StatementSyncInstance>();
  #isIdle = false;

  readonly #path: string;
  readonly #cleanUp: () => void;

  private constructor(path: string, cleanUp: () => void) {
    this.#path = path;
    this.#cleanUp = cleanUp;
  }

  /** In place, or as a copy if it cannot be opened there. */
  static open(path: string): ClientDatabase {
    const database = new ClientDatabase(path, () => {});
    try {
      database.#probe();
      return database;
    } catch (error) {
      database.close();
      if (!cannotOpenHere(error) || !existsSync(path)) throw error;
      return ClientDatabase.#openCopy(path);
    }
  }

  /** SQLite needs to create a file next to the log to read it, which fails in a read-only folder. */
  static #openCopy(path: string): ClientDatabase {
    const folder = mkdtempSync(join(tmpdir(), "throughline-history-"));
    const copy = join(folder, basename(path));
    const database = new ClientDatabase(copy, () => rmSync(folder, { recursive: true, force: true }));
    try {
      // The log first: what is written back from it meanwhile is then in both.
      for (const suffix of ["-wal", ""]) {
        if (!existsSync(path + suffix)) continue;
        makePrivate(copy + suffix);
        copyFileSync(path + suffix, copy + suffix);
      }
      database.#probe();
      return database;
    } catch (error) {
      database.close();
      throw error;
    }
  }

  all(sql: string, ...values: readonly Value[]): unknown[] {
    // The client has begun to work: from now on what it writes is in its log.
    if (this.#isIdle && this.#hasLog()) this.#disconnect();
    const connection = this.#connection ?? this.#connect();
    const statement = this.#statements.get(sql) ?? connection.prepare(sql);
    this.#statements.set(sql, statement);
    return statement.all(...values);
  }

  /** Whether it has these tables with these columns, whatever else it has. */
  hasColumns(tables: Readonly<Record<string, readonly string[]>>): boolean {
    return Object.entries(tables).every(([table, columns]) => {
      const found = JSON.stringify(this.all("SELECT name FROM pragma_table_info(?)", table));
      return columns.every((name) => found.includes(JSON.stringify({ name })));
    });
  }

  close(): void {
    this.#disconnect();
    this.#cleanUp();
  }

  #probe(): void {
    this.all("SELECT count(*) FROM sqlite_schema");
  }

  #hasLog(): boolean {
    return existsSync(`${this.#path}-wal`);
  }

  #connect(): DatabaseSyncInstance {
    this.#isIdle = !this.#hasLog();
    // Without a log no client is running, and an ordinary connection would leave an empty log behind.
    const location = this.#isIdle ? `${pathToFileURL(this.#path).href}?immutable=1` : this.#path;
    this.#connection = new DatabaseSync(location, { readOnly: true, timeout: BUSY_TIMEOUT_MS });
    return this.#connection;
  }

  #disconnect(): void {
    this.#statements.clear();
    this.#connection?.close();
    this.#connection = undefined;
  }
}

/** The sessions that `read` finds in a database; undefined if its tables are others, or it cannot be read. */
export async function sessionsInDatabase(
  path: string,
  onSkip: OnSkip,
  read: (database: ClientDatabase) => Promise<HistorySession[] | undefined>,
): Promise<HistorySession[] | undefined> {
  try {
    if ((await sizeOf(path)) === 0) return [];
    const database = ClientDatabase.open(path);
    const sessions = await read(database).finally(() => database.close());
    if (!sessions) onSkip(path, OTHER_TABLES);
    return sessions;
  } catch (error) {
    if (!isAbsent(error) || (await isLink(path))) onSkip(path, whyUnread(error));
    return undefined;
  }
}

const CANNOT_READ_HERE = /^SQLITE_(?:CANTOPEN|READONLY)/;

const cannotOpenHere = (error: unknown): boolean =>
  error instanceof Error && "sqliteCodeName" in error && CANNOT_READ_HERE.test(String(error.sqliteCodeName));
