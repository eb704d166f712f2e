import { CompiledQuery, type Kysely } from "kysely";
import type { Schema } from "../schema.ts";

/** For queries that read hundreds of rows for each question: no query builder, no name conversion. */
export async function rawRows<Row>(db: Kysely<Schema>, text: string, parameters: readonly unknown[]): Promise<Row[]> {
  return (await db.withoutPlugins().executeQuery<Row>(CompiledQuery.raw(text, [...parameters]))).rows;
}

/** Runs a statement once for each list of values, in one call: much of the cost is the call. */
export async function rawForEach(
  db: Kysely<Schema>,
  text: string,
  lists: readonly (readonly unknown[])[],
): Promise<void> {
  if (lists.length > 0) await db.withoutPlugins().executeQuery(CompiledQuery.raw(text, [...lists]));
}
