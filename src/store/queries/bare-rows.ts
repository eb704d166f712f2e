import { CompiledQuery, type Kysely } from "kysely";
import type { Schema } from "../schema.ts";

/** Read by every question, hundreds of rows at a time: as they are, without building a statement or folding names. */
export async function rowsOf<Row>(db: Kysely<Schema>, text: string, parameters: readonly unknown[]): Promise<Row[]> {
  return (await db.withoutPlugins().executeQuery<Row>(CompiledQuery.raw(text, [...parameters]))).rows;
}
