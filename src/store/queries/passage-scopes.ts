import type { Kysely } from "kysely";
import type { Scope } from "../port/passages.ts";
import type { Schema } from "../schema.ts";
import { wellFormed } from "../storable-text.ts";
import { foldersOf } from "./projects.ts";
import { rawRows } from "./raw-sql.ts";

/* How terms and scopes are stored in the full-text index, and how they are queried. */

/** A private-use character: no term of a text begins with it. */
const SCOPE_MARK = "\uE000";
export const scopeTerm = (pk: number): string => `${SCOPE_MARK}${pk}`;
/** The scope of passages without project and agent. */
export const EVERYWHERE = 0;
/** A term of every passage. */
export const EVERY = `${SCOPE_MARK}all`;
/** A scope without passages. */
const NOWHERE = `${SCOPE_MARK}none`;

/** ASCII other than letters and digits separates terms, in the index as in queries. */
const PARTING = /[\0-\x2f\x3a-\x40\x5b-\x60\x7b-\x7f]+/;

const piecesOf = (text: string): string[] => text.split(PARTING).filter((piece) => piece !== "");

/** The parts of a term, without query syntax. A term without parts matches nothing. */
function pieces(term: string): string[] {
  const found = piecesOf(wellFormed(term));
  return found.length > 0 ? found : [NOWHERE];
}

const quoted = (piece: string): string => `"${piece}"`;

/** Words for the index. None may look like a scope term: it would leak its passage into that scope. */
export function indexed(words: readonly string[]): string[] {
  const text = wellFormed(words.join(" "));
  return piecesOf(text.includes(SCOPE_MARK) ? text.replaceAll(SCOPE_MARK, " ") : text);
}

/** A term combined with its project or agent: one lookup instead of an intersection of two long lists. */
export const termIn = (scope: number, piece: string): string => `${scopeTerm(scope)}${SCOPE_MARK}${piece}`;

const SCOPE_KINDS = ["session", "project", "agent"] as const;
type ScopeKind = (typeof SCOPE_KINDS)[number];

/** A passage must be in one of these. */
type AnyOf = readonly (number | undefined)[];

export interface AskedScope {
  readonly kind: string;
  readonly anyOf: AnyOf;
}

const MOST_KNOWN = 1000;
const keyOf = (kind: ScopeKind, name: string): string => `${kind} ${name}`;

/** The numbers of scopes in the index. They never change, so they are cached. */
export class ScopeNumbers {
  readonly #db: Kysely<Schema>;
  readonly #known = new Map<string, number>();

  /** Must not outlive its transaction, which may be rolled back. */
  constructor(db: Kysely<Schema>) {
    this.#db = db;
  }

  /** A passage must be in one scope of each group. */
  async asked({ session, project, agent, orNone }: Scope): Promise<AskedScope[]> {
    // An agent's passages without a project have only the agent's scope; callers drop those of other projects.
    const isOfAgent = agent !== undefined && (orNone || project === null);
    const names = { session, project: isOfAgent ? undefined : project, agent };
    const asked: AskedScope[] = [];
    for (const kind of SCOPE_KINDS) {
      const name = names[kind];
      if (name === undefined) continue;
      const own = name === null ? [EVERYWHERE] : await this.#own(kind, name);
      asked.push({ kind, anyOf: kind !== "session" && orNone ? [...own, EVERYWHERE] : own });
    }
    return asked;
  }

  /** A project is in the index under each of its folders. */
  async #own(kind: ScopeKind, name: string): Promise<AnyOf> {
    if (kind !== "project") return [await this.find(kind, name)];
    const folders = await foldersOf(this.#db, name);
    const found = await Promise.all(folders.map((folder) => this.find(kind, String(folder))));
    return found.length > 0 ? found : [undefined];
  }

  /** The number of a scope, created if missing. */
  async give(kind: ScopeKind, name: string): Promise<number> {
    const key = keyOf(kind, name);
    const known = await this.find(kind, name);
    if (known !== undefined) return known;
    const { pk } = await this.#db.insertInto("scopes").values({ kind, name }).returning("pk").executeTakeFirstOrThrow();
    return this.#learn(key, pk);
  }

  async find(kind: ScopeKind, name: string): Promise<number | undefined> {
    const key = keyOf(kind, name);
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const text = "SELECT pk FROM scopes WHERE kind = ? AND name = ?";
    const [row] = await rawRows<{ pk: number }>(this.#db, text, [kind, name]);
    return row && this.#learn(key, row.pk);
  }

  #learn(key: string, pk: number): number {
    if (this.#known.size >= MOST_KNOWN) this.#known.clear();
    this.#known.set(key, pk);
    return pk;
  }
}

const oneOf = (terms: readonly string[]): string =>
  terms.length === 1 ? quoted(terms[0] ?? "") : `(${terms.map(quoted).join(" OR ")})`;

/** The FTS5 query: all of the terms, within the scopes. */
export function matching(terms: readonly string[], scopes: readonly AskedScope[]): string {
  const inside = ({ anyOf }: AskedScope) => oneOf(anyOf.map((pk) => (pk === undefined ? NOWHERE : scopeTerm(pk))));
  const found = terms.flatMap(pieces);
  // Terms are combined with one scope: project or agent, the narrower if both are asked for.
  const narrow = found.length === 0 ? undefined : scopes.findLast(({ kind }) => kind !== "session");
  const held = found.map((piece) =>
    narrow ? oneOf(narrow.anyOf.map((pk) => (pk === undefined ? NOWHERE : termIn(pk, piece)))) : quoted(piece),
  );
  return [...held, ...scopes.filter((one) => one !== narrow).map(inside)].join(" AND ") || quoted(EVERY);
}
