import type { Insertable, Kysely } from "kysely";
import type { Schema } from "../schema.ts";
import { rawRows } from "./raw-sql.ts";

/* Raw SQL: every hook runs some of these, and the query builder costs more than the query. */

type TableName = keyof Schema & string;
type Row<Name extends TableName> = Insertable<Schema[Name]>;

const columnOf = (name: string): string => `"${name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}"`;
const listOf = (names: readonly string[]): string => names.map(columnOf).join(", ");

function insertion<Name extends TableName>(db: Kysely<Schema>, table: Name, row: Row<Name>, behind: string) {
  const names = Object.keys(row);
  const text = `INSERT INTO ${columnOf(table)} (${listOf(names)}) VALUES (${names.map(() => "?").join(", ")})${behind}`;
  return rawRows(db, text, Object.values(row));
}

export async function insert<Name extends TableName>(db: Kysely<Schema>, table: Name, row: Row<Name>): Promise<void> {
  await insertion(db, table, row, "");
}

/** False if a row with this key exists; it is not changed. */
export async function insertNew<Name extends TableName>(
  db: Kysely<Schema>,
  table: Name,
  row: Row<Name>,
): Promise<boolean> {
  return (await insertion(db, table, row, " ON CONFLICT DO NOTHING RETURNING 1")).length > 0;
}

/** Upserts a row. */
export async function put<Name extends TableName>(
  db: Kysely<Schema>,
  table: Name,
  row: Row<Name>,
  ...key: readonly (keyof Row<Name> & string)[]
): Promise<void> {
  const names: readonly string[] = key;
  const others = Object.keys(row).filter((name) => !names.includes(name));
  const changes = others.map((name) => `${columnOf(name)} = excluded.${columnOf(name)}`).join(", ");
  await insertion(db, table, row, ` ON CONFLICT (${listOf(names)}) DO UPDATE SET ${changes}`);
}

/** Changes the rows in which these columns have these values; false if there is none. */
export async function update<Name extends TableName>(
  db: Kysely<Schema>,
  table: Name,
  change: Partial<Row<Name>>,
  where: Partial<Row<Name>>,
): Promise<boolean> {
  const changes = Object.entries(change).filter(([, value]) => value !== undefined);
  const conditions = Object.entries(where);
  const equal = (pairs: readonly [string, unknown][]) => pairs.map(([name]) => `${columnOf(name)} = ?`);
  const text = `UPDATE ${columnOf(table)} SET ${equal(changes).join(", ")} WHERE ${equal(conditions).join(" AND ")} RETURNING 1`;
  const values = [...changes, ...conditions].map(([, value]) => value);
  return (await rawRows(db, text, values)).length > 0;
}
