import { CompiledQuery, type Kysely } from "kysely";
import type { Schema } from "../schema.ts";

/** Read by every question, hundreds of rows at a time: as they are, without building a statement or folding names. */
export async function rawRows<Row>(db: Kysely<Schema>, text: string, parameters: readonly unknown[]): Promise<Row[]> {
  return (await db.withoutPlugins().executeQuery<Row>(CompiledQuery.raw(text, [...parameters]))).rows;
}

/** Runs a statement once for each of these lists of values: much of what one run costs is to hand it over. */
export async function rawForEach(
  db: Kysely<Schema>,
  text: string,
  lists: readonly (readonly unknown[])[],
): Promise<void> {
  if (lists.length > 0) await db.withoutPlugins().executeQuery(CompiledQuery.raw(text, [...lists]));
}
