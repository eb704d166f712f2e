import { withoutEmphasis, written } from "../../../text/index.ts";
import type { Decision } from "../ledger-entries.ts";

/*
 * Two cases only: the agent takes an alternative that a decision rejected, or names another value in the place of the
 * decided one. Everything else would be a guess, and a false alarm costs more than a miss.
 */

export type Decided = Pick<Decision, "decision" | "alternatives">;

export interface Conflict<D extends Decided = Decision> {
  readonly statement: string;
  readonly because: "rejected alternative" | "other value";
  readonly decision: D;
}

const LONGEST_STATEMENT = 400;
const LONGEST_NAME = 4;

const COMMITS =
  /^(?:(?:ok(?:ay)?|so|now|then|next|first|finally),? )?(?:i(?:'ll| will|'m going to)|we(?:'ll| will)|let(?:'s| me)) (?:(?:now|then|just|also) )?(.+)$/iu;
const HEDGES = /[?？]|\b(?:if|unless|until|whether|or|but|only|not|stop|would|could|might)\b/iu;
const ADOPTS =
  /^(?:use|adopt|choose|pick|install|add|set|go|switch|move|migrate|change|put|store|save|keep|write|build|make|create|implement|run)$/u;
/** A name with another word behind it usually names something else: "the MySQL dump". */
const ENDS_NAME = /^(?:[,;:]|.{1,3}|with|from|into|here|instead|first|because|behind)$/u;
const CLAUSE_END = /^(?:[,;:]|so|because|since|which|until)$/u;
/** Here another choice than the product's is common. */
const NOT_PRODUCT = /\b(?:tests?|demos?|examples?|prototypes?|benchmarks?)\b/iu;

const TOKEN = /"[^"\n]{1,40}"|[\p{L}\p{N}](?:[\p{L}\p{N}._/@'+#-]*[\p{L}\p{N}+#])?|[,;:]/gu;
const ARTICLE = /^(?:an?|the|our)$/u;

/** Lower-case words and commas; quoted text counts as one word. */
const wordsOf = (text: string): string[] =>
  (text.toLowerCase().replace(/[“”`]/gu, '"').match(TOKEN) ?? []).filter((word) => !ARTICLE.test(word));

const bare = (word: string): string => word.replaceAll('"', "");

/** The same word, whatever its ending: "token" and "tokens", "expire" and "expiry". */
function isSame(one: string, other: string | undefined): boolean {
  if (other === undefined) return false;
  const [a, b] = [bare(one), bare(other)];
  const longer = Math.max(a.length, b.length);
  let common = 0;
  while (common < longer && a[common] === b[common]) common++;
  return common >= longer - (longer > 4 ? 2 : 0) && common >= Math.min(5, a.length, b.length);
}
const has = (words: readonly string[], word: string): boolean => words.some((one) => isSame(one, word));
const isValue = (word: string): boolean => /\d|^"/u.test(word);
const meaningful = (words: readonly string[], least: number): string[] =>
  words.filter((word) => word.length >= least && !isValue(word) && !ENDS_NAME.test(word) && !CLAUSE_END.test(word));

/** The name of an alternative, without the reason that people add; empty where it is longer than a name. */
export function nameOf(alternative: string): string[] {
  const [name = ""] = alternative.split(/[:;,(–—]| - |\. | because /u);
  const words = wordsOf(name).map(bare);
  const own = ADOPTS.test(words[0] ?? "") ? words.slice(1) : words;
  return own.length > LONGEST_NAME ? [] : own;
}

const startOf = (words: readonly string[], name: readonly string[]): number =>
  name.length === 0 ? -1 : words.findIndex((_, from) => name.every((one, next) => isSame(one, words[from + next])));

/**
 * Whether a statement adopts the named alternative: with a verb of adoption or the decision's own verb, within the
 * decision's scope, and without the chosen option.
 */
function adopts(words: readonly string[], name: readonly string[], decided: readonly string[]): boolean {
  const at = startOf(words, name);
  const [verb = ""] = words;
  if (at < 1 || !(ADOPTS.test(verb) || verb === decided[0])) return false;
  const end = words.findIndex((word, place) => place >= at + name.length && CLAUSE_END.test(word));
  const rest = words.slice(at + name.length);
  if (rest[0] !== undefined && !ENDS_NAME.test(rest[0])) return false;
  const [chosen, scope] = [decided.slice(1, 1 + name.length), decided.slice(name.length + 2)];
  const isInPlaceOf = (place: number): boolean => ["of", "than"].includes(rest[place - 1] ?? "");
  if (rest.some((word, place) => has(chosen, word) && !has(name, word) && !isInPlaceOf(place))) return false;
  const about = meaningful([...words.slice(1, at), ...words.slice(at + name.length, end < 0 ? undefined : end)], 5);
  const shared = about.filter((word) => has(decided, word));
  const isDirect = words.slice(1, at).every((word) => word.length <= 4);
  if (!isDirect) return shared.length > 0 && shared.length === about.length;
  return about.length === 0 || shared.length > 0 || meaningful(scope, 5).length === 0;
}

const shapeOf = (value: string): string =>
  value.startsWith('"') ? "quoted" : /\p{L}/u.test(value) ? "name" : "number";

/** The same words around one value that is another: "lock after 5 attempts", "lock after 10 attempts". */
function setsOtherValue(act: readonly string[], decided: readonly string[]): boolean {
  if (decided.filter(isValue).length !== 1 || act.filter(isValue).length !== 1) return false;
  const [was, is] = [decided.findIndex(isValue), act.findIndex(isValue)];
  const [before = "", after = "", unit] = [decided[was], act[is], decided[was + 1]];
  if (before === after || shapeOf(before) !== shapeOf(after)) return false;
  const lead = (words: readonly string[], place: number): string => meaningful(words.slice(0, place), 4).at(-1) ?? "";
  // "Phase 2" is a label, and "phase 3" another one.
  const isLabel = unit === undefined && /^\d$/u.test(before);
  const isAtSamePlace = unit === undefined ? isSame(lead(decided, was), lead(act, is)) : isSame(unit, act[is + 1]);
  if (isLabel || !isAtSamePlace) return false;
  const [verb = "", ...others] = act;
  const [ours, theirs] = [meaningful(decided, 4).filter((word) => !isSame(verb, word)), meaningful(others, 4)];
  const shared = theirs.filter((word) => has(ours, word)).length;
  return shared === theirs.length && shared >= Math.min(2, ours.length) && shared * 2 >= ours.length;
}

/** Conflicts in the sentences of a text; quotations, questions and conditions commit to nothing. */
export function conflictsInText<D extends Decided>(text: string, decisions: readonly D[]): Conflict<D>[] {
  return written(text).flatMap(({ text: raw, mark }) => {
    const statement = withoutEmphasis(raw);
    const committed = COMMITS.exec(statement.replaceAll("’", "'"))?.[1];
    if (committed === undefined || HEDGES.test(statement) || mark === ">" || mark.startsWith("#")) return [];
    if (statement.length > LONGEST_STATEMENT) return [];
    const act = wordsOf(committed);
    return decisions.flatMap((decision): Conflict<D>[] => {
      const decided = wordsOf(decision.decision);
      const isNotProduct = NOT_PRODUCT.test(statement) && !NOT_PRODUCT.test(decision.decision);
      if (!isNotProduct && decision.alternatives.some((one) => adopts(act, nameOf(one), decided)))
        return [{ statement, because: "rejected alternative", decision }];
      return setsOtherValue(act, decided) ? [{ statement, because: "other value", decision }] : [];
    });
  });
}
