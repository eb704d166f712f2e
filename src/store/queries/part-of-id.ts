import { type RawBuilder, sql } from "kysely";

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
