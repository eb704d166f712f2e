import type { DatabaseSyncInstance, StatementSyncInstance } from "@photostructure/sqlite";
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from "kysely";
import { refused } from "../../core/index.ts";
import { columnText } from "../storable-text.ts";

const STATEMENTS_KEPT = 200;

type SqlValue = string | number | bigint | null | Uint8Array;

function toSql(value: unknown): SqlValue {
  if (value === undefined || value === null) return null;
  if (typeof value === "boolean") return value ? 1 : 0;
  // The driver would silently cut the text at a zero byte.
  if (typeof value === "string") return value.includes("\0") ? columnText(value) : value;
  if (typeof value === "number" || typeof value === "bigint") return value;
  if (value instanceof Uint8Array) return value;
  throw new TypeError(`a ${typeof value} cannot be stored in a column`);
}

/** If the values are lists, the statement runs once for each list (queries/raw-sql.ts). */
const isList = (parameter: unknown): parameter is readonly unknown[] => Array.isArray(parameter);

interface Prepared {
  readonly statement: StatementSyncInstance;
  /** Read once: describing the columns costs more than many queries. */
  readonly givesRows: boolean;
}

/** One connection that keeps prepared statements: the same few dozen run repeatedly. */
class SqliteConnection implements DatabaseConnection {
  readonly #database: DatabaseSyncInstance;
  readonly #statements = new Map<string, Prepared>();

  constructor(database: DatabaseSyncInstance) {
    this.#database = database;
  }

  #prepare(sql: string): Prepared {
    const known = this.#statements.get(sql);
    if (known) return known;
    if (!this.#database.isOpen) throw refused("this Throughline was closed", "Open it again with `openThroughline`.");
    const statement = this.#database.prepare(sql);
    if (this.#statements.size >= STATEMENTS_KEPT) this.#statements.clear();
    const prepared = { statement, givesRows: statement.columns().length > 0 };
    this.#statements.set(sql, prepared);
    return prepared;
  }

  forgetStatements(): void {
    this.#statements.clear();
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const { statement, givesRows } = this.#prepare(query.sql);
    if (isList(query.parameters[0])) {
      for (const values of query.parameters.filter(isList)) statement.run(...values.map(toSql));
      return { rows: [] };
    }
    const parameters = query.parameters.map(toSql);
    if (givesRows) return { rows: statement.all(...parameters) };
    const { changes, lastInsertRowid } = statement.run(...parameters);
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
  }

  async *streamQuery<Row>(query: CompiledQuery): AsyncIterableIterator<QueryResult<Row>> {
    for (const row of this.#database.prepare(query.sql).iterate(...query.parameters.map(toSql))) yield { rows: [row] };
  }
}

export interface DriverHooks {
  /** Called before a statement or transaction waits for its turn; may throw. */
  beforeWait(): void;
  afterCommit(): void;
}

/** SQLite has one writer: a transaction holds the connection until its end, and others queue. */
class SqliteDriver implements Driver {
  readonly #database: DatabaseSyncInstance;
  readonly #connection: SqliteConnection;
  readonly #hooks: DriverHooks;
  #turn: Promise<void> = Promise.resolve();
  #release: () => void = () => {};

  constructor(database: DatabaseSyncInstance, hooks: DriverHooks) {
    this.#database = database;
    this.#hooks = hooks;
    this.#connection = new SqliteConnection(database);
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    this.#hooks.beforeWait();
    const before = this.#turn;
    let release = () => {};
    this.#turn = new Promise((resolve) => {
      release = resolve;
    });
    await before;
    this.#release = release;
    return this.#connection;
  }

  async releaseConnection(): Promise<void> {
    this.#release();
  }

  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw("BEGIN IMMEDIATE"));
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw("COMMIT"));
    this.#hooks.afterCommit();
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    // A full disk makes SQLite roll back automatically; report that error, not the failed rollback.
    if (this.#database.isTransaction) await connection.executeQuery(CompiledQuery.raw("ROLLBACK"));
  }

  async destroy(): Promise<void> {
    this.#connection.forgetStatements();
  }
}

/** The caller closes the database. */
export function sqliteDialect(database: DatabaseSyncInstance, hooks: DriverHooks): Dialect {
  return {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new SqliteDriver(database, hooks),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
}
