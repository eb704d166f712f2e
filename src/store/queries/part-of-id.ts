import { type RawBuilder, sql } from "kysely";

const FEWEST_CHARACTERS = 4;

/**
 * Fits rows by what a person gives of an id: enough of its beginning or of its end. What people are shown is the end,
 * for the beginning is its time: all that was made in the same minute shares it.
 */
export function idFits(part: string): RawBuilder<boolean> {
  if (part.length < FEWEST_CHARACTERS) return sql<boolean>`FALSE`;
  return sql<boolean>`(id BETWEEN ${part} AND ${`${part}\uffff`} OR substr(id, ${-part.length}) = ${part})`;
}

/** What fits more rows than these is told apart by its own words only. */
export const MOST_CANDIDATES = 10;
