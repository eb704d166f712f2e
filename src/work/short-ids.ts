import { badInput, notFound, sha256 } from "../core/index.ts";
import { shareWithin, wordSet } from "./reading/message-pieces.ts";
import type { Entry, Thread, WorkState } from "./state.ts";

/*
 * Short ids of rules, decisions and threads: `r-3f9a1`. Full ids begin with their time, which all of a day share, so
 * the short ones come from a hash.
 */

const SHORTEST = 5;
const LETTERS = { rule: "r", decision: "d", thread: "t" } as const;
const SHORT_ID = /^(?:[rdt]-)?([0-9a-f]{4,64})$/;
const LIST = "`throughline work` lists them with their ids.";
/** The share of the words of a query that an entry must have. */
const MEANT = 0.6;
/** Queries of fewer words have to be found as they are. */
const FEWEST_WORDS = 2;
const SHORTEST_WORD = 3;
const MOST_OFFERED = 3;
const OFFERED_CHARS = 60;

const letterOf = (one: Entry | Thread): string => LETTERS["kind" in one ? one.kind : "thread"];

/** The short ids of everything in a project, by the full ones: as long as needed to be unique. */
export function shortIds({ rules, decisions, threads }: WorkState): ReadonlyMap<string, string> {
  const all = [...rules, ...decisions, ...threads].map((one) => ({ one, hash: sha256(one.id) }));
  const lengthFor = (hash: string, length = SHORTEST): number =>
    all.filter((other) => other.hash.startsWith(hash.slice(0, length))).length > 1 && length < hash.length
      ? lengthFor(hash, length + 1)
      : length;
  return new Map(all.map(({ one, hash }) => [one.id, `${letterOf(one)}-${hash.slice(0, lengthFor(hash))}`]));
}

function byId<One extends Entry | Thread>(all: readonly One[], query: string): One[] {
  const [, hash] = SHORT_ID.exec(query.trim().toLowerCase()) ?? [];
  return all.filter(({ id }) => id === query || (hash !== undefined && sha256(id).startsWith(hash)));
}

const several = (query: string, count: number) => badInput(`"${query}" fits ${count} ids`, "Give more of the id.");

export function threadCalled({ threads }: WorkState, query: string): Thread {
  const [only, ...others] = byId(threads, query);
  if (others.length > 0) throw several(query, others.length + 1);
  if (!only) throw notFound(`there is no thread "${query}"`, LIST);
  return only;
}

const flat = (text: string): string => text.toLowerCase().replace(/\s+/g, " ").trim();

/** The entries that best match the words of a query; those that contain it exactly exclude all others. */
function byWords(all: readonly Entry[], query: string): Entry[] {
  const exact = flat(query).length < SHORTEST_WORD ? [] : all.filter(({ text }) => flat(text).includes(flat(query)));
  const words = wordSet(query);
  if (exact.length > 0 || words.size < FEWEST_WORDS) return exact;
  const ranked = all
    .map((entry) => ({ entry, share: shareWithin(words, wordSet(entry.text)) }))
    .filter(({ share }) => share >= MEANT)
    .sort((a, b) => b.share - a.share);
  return ranked.filter(({ share }) => share === ranked[0]?.share).map(({ entry }) => entry);
}

/** A rule or a decision by its id, or by its words. */
export function entryCalled(state: WorkState, query: string): Entry {
  const all = [...state.rules, ...state.decisions].filter(({ supersededBy }) => supersededBy === null);
  const identified = byId(all, query);
  const [only, ...others] = identified.length > 0 ? identified : byWords(all, query);
  if (!only) throw notFound(`there is no rule or decision "${query}" in force`, LIST);
  if (others.length === 0) return only;
  const names = shortIds(state);
  const offered = [only, ...others].slice(0, MOST_OFFERED);
  const called = offered.map(({ id, text }) => `${names.get(id)} “${text.slice(0, OFFERED_CHARS)}”`).join(", ");
  throw badInput(`"${query}" fits ${others.length + 1} rules or decisions`, `Give the id: ${called}.`);
}
