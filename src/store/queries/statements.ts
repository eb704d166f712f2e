import { type Insertable, type Kysely, type RawBuilder, sql } from "kysely";
import type { Schema } from "../schema.ts";

type TableName = keyof Schema & string;
type Row<Name extends TableName> = Insertable<Schema[Name]>;

const insertion = <Name extends TableName>(table: Name, row: Row<Name>) => {
  const entries: readonly [string, unknown][] = Object.entries(row);
  return sql`INSERT INTO ${sql.table(table)} (${sql.join(entries.map(([name]) => sql.ref(name)))})
    VALUES (${sql.join(entries.map(([, value]) => value))})`;
};

export async function insert<Name extends TableName>(db: Kysely<Schema>, table: Name, row: Row<Name>): Promise<void> {
  await insertion(table, row).execute(db);
}

/** False where a row of the same key is there already: it stays as it is. */
export async function insertNew<Name extends TableName>(
  db: Kysely<Schema>,
  table: Name,
  row: Row<Name>,
): Promise<boolean> {
  return (await sql`${insertion(table, row)} ON CONFLICT DO NOTHING RETURNING 1`.execute(db)).rows.length > 0;
}

/** Inserts a row, or gives the one of the same key these values. */
export async function put<Name extends TableName>(
  db: Kysely<Schema>,
  table: Name,
  row: Row<Name>,
  ...key: readonly (keyof Row<Name> & string)[]
): Promise<void> {
  const names: readonly string[] = key;
  const others = Object.keys(row).filter((name) => !names.includes(name));
  const changes = others.map((name) => sql`${sql.ref(name)} = ${sql.ref(`excluded.${name}`)}`);
  const conflict = sql`ON CONFLICT (${sql.join(names.map((name) => sql.ref(name)))})`;
  await sql`${insertion(table, row)} ${conflict} DO UPDATE SET ${sql.join(changes)}`.execute(db);
}

export async function countOf(
  db: Kysely<Schema>,
  table: TableName,
  condition: RawBuilder<unknown> = sql`TRUE`,
): Promise<number> {
  const query = sql<{ total: number }>`SELECT COUNT(*) AS total FROM ${sql.table(table)} WHERE ${condition}`;
  return (await query.execute(db)).rows[0]?.total ?? 0;
}
