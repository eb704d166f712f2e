import type { Kysely } from "kysely";
import type { Scope } from "../passage.ts";
import type { Schema } from "../schema.ts";
import { wellFormed } from "../storable-text.ts";
import { foldersOf } from "./projects.ts";
import { rawRows } from "./raw-sql.ts";

/* How terms and the scopes that passages belong to stand in the index, and how both are asked for. */

/** No term of a text begins with this character: it is of nobody's script. */
const SCOPE_MARK = "\uE000";
export const scopeTerm = (pk: number): string => `${SCOPE_MARK}${pk}`;
/** What belongs to nobody: no project, no agent. It holds everywhere. */
export const EVERYWHERE = 0;
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

/**
 * Words as they go into the index. None of them may pass for a scope: it would show its passage where it must not be
 * seen.
 */
export function indexed(words: readonly string[]): string[] {
  const text = wellFormed(words.join(" "));
  return piecesOf(text.includes(SCOPE_MARK) ? text.replaceAll(SCOPE_MARK, " ") : text);
}

/**
 * A term as a project or an agent has it: found at once, where the term and the scope each would have to be gone
 * through.
 */
export const termIn = (scope: number, piece: string): string => `${scopeTerm(scope)}${SCOPE_MARK}${piece}`;

const SCOPE_KINDS = ["session", "project", "agent"] as const;
type ScopeKind = (typeof SCOPE_KINDS)[number];

/** Scopes of which one must hold. */
type AnyOf = readonly (number | undefined)[];

export interface AskedScope {
  readonly kind: string;
  readonly anyOf: AnyOf;
}

const MOST_KNOWN = 1000;
const keyOf = (kind: ScopeKind, name: string): string => `${kind} ${name}`;

/** The numbers that scopes have in the index. Once given, they stay: looked up once, they are known. */
export class ScopeNumbers {
  readonly #db: Kysely<Schema>;
  readonly #known = new Map<string, number>();

  /** Over a transaction it is to live no longer than that: what is given there may be taken back. */
  constructor(db: Kysely<Schema>) {
    this.#db = db;
  }

  /** What a passage must be in: one scope of each. */
  async asked({ session, project, agent, orNone }: Scope): Promise<AskedScope[]> {
    // What an agent has that is of no project is known by the agent alone; whoever asks leaves out what is another
    // project's.
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

  /** The number of a scope, which gets one if it has none. */
  async give(kind: ScopeKind, name: string): Promise<number> {
    const key = keyOf(kind, name);
    const known = await this.find(kind, name);
    if (known !== undefined) return known;
    const { pk } = await this.#db.insertInto("scopes").values({ kind, name }).returning("pk").executeTakeFirstOrThrow();
    return this.#learn(key, pk);
  }

  /** The number of a scope, where it has one. */
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
