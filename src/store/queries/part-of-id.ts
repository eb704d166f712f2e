import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Schema } from "../schema.ts";

const FEWEST_CHARACTERS = 4;

/**
 * Matches the beginning or end of an id. People see the end, because the beginning is a timestamp that rows of the same
 * minute share.
 */
export function idFits(part: string): RawBuilder<boolean> {
  if (part.length < FEWEST_CHARACTERS) return sql<boolean>`FALSE`;
  return sql<boolean>`(id BETWEEN ${part} AND ${`${part}\uffff`} OR substr(id, ${-part.length}) = ${part})`;
}

/** Enough to show that a part is ambiguous. */
export const MOST_CANDIDATES = 10;

/** The ids that a part may mean, as JSON: the one that it is, else those that it fits. */
export async function idsLike(
  db: Kysely<Schema>,
  table: "messages" | "memories" | "checkpoints",
  part: string,
): Promise<string> {
  // In the index of ids: the rows hold all the texts.
  const ids = db.selectFrom(table).select("id");
  const exact = await ids.where("id", "=", part).execute();
  const found = exact.length > 0 ? exact : await ids.where(idFits(part)).limit(MOST_CANDIDATES).execute();
  return JSON.stringify(found.map(({ id }) => id));
}
