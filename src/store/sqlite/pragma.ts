import type { DatabaseSyncInstance } from "@photostructure/sqlite";

const COLUMNS = { user_version: "user_version", quick_check: "quick_check", foreign_key_check: "table" } as const;

/**
 * Reads a pragma without a prepared statement: the driver finalizes those only on garbage collection, and until then
 * `close()` keeps the connection's locks and log.
 */
export function readPragma(
  database: DatabaseSyncInstance,
  name: "user_version" | "quick_check" | "foreign_key_check",
): unknown {
  let result: unknown;
  database.function("capture", (value: unknown) => {
    result ??= value;
    return null;
  });
  database.exec(`SELECT capture("${COLUMNS[name]}") FROM pragma_${name}`);
  return result;
}
