import type { Kysely } from "kysely";
import type { Scope } from "../passage.ts";
import type { Schema } from "../schema.ts";
import { wellFormed } from "../text.ts";
import { rowsOf } from "./bare-rows.ts";

/* How terms and the scopes that passages belong to stand in the index, and how both are asked for. */

/** No term of a text begins with this character: it is of nobody's script. */
const SCOPE_MARK = "\uE000";
export const scopeTerm = (pk: number): string => `${SCOPE_MARK}${pk}`;
export const NO_PROJECT = 0;
/** What every passage holds. */
export const EVERY = `${SCOPE_MARK}all`;
/** A scope that nobody has ever had a passage in. */
const NOWHERE = `${SCOPE_MARK}none`;

/** What of ASCII is neither letter nor digit parts terms, in the index as in what is asked. */
const PARTING = /[\0-\x2f\x3a-\x40\x5b-\x60\x7b-\x7f]+/;

const piecesOf = (text: string): string[] => text.split(PARTING).filter((piece) => piece !== "");

/** What a passage must match to hold a term: never taken as syntax. A term of which nothing is left is held by none. */
function pieces(term: string): string[] {
  const found = piecesOf(wellFormed(term));
  return found.length > 0 ? found : [NOWHERE];
}

const quoted = (piece: string): string => `"${piece}"`;

/** Words as they go into the index. None of them may pass for a scope: it would show its passage where it must not be seen. */
export function indexed(words: readonly string[]): string[] {
  const text = wellFormed(words.join(" "));
  return piecesOf(text.includes(SCOPE_MARK) ? text.replaceAll(SCOPE_MARK, " ") : text);
}

/** A term as a project or an agent has it: found at once, where the term and the scope each would have to be gone through. */
export const termIn = (scope: number, piece: string): string => `${scopeTerm(scope)}${SCOPE_MARK}${piece}`;

const SCOPE_KINDS = ["session", "project", "agent"] as const;

/** The numbers of scopes do not change: looked up once, and there for good. */
async function scopeNumber(db: Kysely<Schema>, kind: string, name: string): Promise<number | undefined> {
  const [row] = await rowsOf<{ pk: number }>(db, "SELECT pk FROM scopes WHERE kind = ? AND name = ?", [kind, name]);
  return row?.pk;
}

export async function numberFor(db: Kysely<Schema>, kind: string, name: string): Promise<number> {
  const known = await scopeNumber(db, kind, name);
  if (known !== undefined) return known;
  const { pk } = await db.insertInto("scopes").values({ kind, name }).returning("pk").executeTakeFirstOrThrow();
  return pk;
}

/** Scopes of which one must hold. */
type AnyOf = readonly (number | undefined)[];

export interface AskedScope {
  readonly kind: string;
  readonly anyOf: AnyOf;
}

/** What a passage must be in: one scope of each. */
export async function scopesAsked(db: Kysely<Schema>, scope: Scope): Promise<AskedScope[]> {
  const asked: AskedScope[] = [];
  for (const kind of SCOPE_KINDS) {
    const name = scope[kind];
    if (name === undefined) continue;
    const own = name === null ? NO_PROJECT : await scopeNumber(db, kind, name);
    asked.push({ kind, anyOf: kind === "project" && scope.orNone ? [own, NO_PROJECT] : [own] });
  }
  return asked;
}

const oneOf = (terms: readonly string[]): string =>
  terms.length === 1 ? quoted(terms[0] ?? "") : `(${terms.map(quoted).join(" OR ")})`;

/** What FTS5 is asked for: all of the terms, within the scopes. */
export function matching(terms: readonly string[], scopes: readonly AskedScope[]): string {
  const inside = ({ anyOf }: AskedScope) => oneOf(anyOf.map((pk) => (pk === undefined ? NOWHERE : scopeTerm(pk))));
  const found = terms.flatMap(pieces);
  // Terms are indexed with projects and agents: with one of these, the narrower where both are given.
  const narrow = found.length === 0 ? undefined : scopes.findLast(({ kind }) => kind !== "session");
  const held = found.map((piece) =>
    narrow ? oneOf(narrow.anyOf.map((pk) => (pk === undefined ? NOWHERE : termIn(pk, piece)))) : quoted(piece),
  );
  return [...held, ...scopes.filter((one) => one !== narrow).map(inside)].join(" AND ") || quoted(EVERY);
}
