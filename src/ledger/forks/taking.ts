import { type Clause, type Term, takenOf } from "./clause.ts";
import { PARTS, TAKING } from "./lexicon.ts";

/**
 * Whether an act brings something in: by a verb that does, by the one that the decision has, or by the one that is done
 * with such things: one indents with tabs.
 */
export function brings(act: Clause, decided: Clause, about: ReadonlySet<string>): boolean {
  if (act.isNegative || act.removes) return false;
  const isDecided = decided.terms.some(({ key, before }) => key === act.verb && before === "");
  return TAKING.has(act.verb) || about.has(act.verb) || isDecided || haveLastVerb(act, decided);
}

const INFINITIVE = /(?:en|ern|eln)$/;

/** German puts it last: "mit Argon2 hashen". */
function haveLastVerb(act: Clause, decided: Clause): boolean {
  const last = act.words.at(-1) ?? "";
  return INFINITIVE.test(last) && last === decided.words.at(-1) && !TAKING.has(decided.verb);
}

/** How many words may stand between those of one name. */
const ROOM = 3;

/** The terms by which an act takes a thing of that name; none, where it does not. */
export function takes(act: Clause, name: readonly string[], isKnown: (key: string) => boolean): readonly Term[] {
  const taken = takenOf(act);
  const found = name.flatMap((key) => taken.find((term) => term.key === key) ?? []);
  if (name.length === 0 || found.length < name.length) return [];
  const places = found.map((term) => term.at);
  if (Math.max(...places) - Math.min(...places) > name.length + ROOM) return [];
  return isHead(act, found, isKnown) ? found : [];
}

const NUMBER = /^\d+$/;

/** "The MySQL dump" and "database passwords" are other things than MySQL and passwords. */
function isHead({ terms, verb }: Clause, found: readonly Term[], isKnown: (key: string) => boolean): boolean {
  const isOwn = (term: Term) => found.includes(term) || term.isLight || isKnown(term.key);
  const at = found.map((term) => terms.indexOf(term));
  const next = terms[Math.max(...at) + 1];
  if (next?.isGlued === true && !isOwn(next) && !PARTS.has(next.key)) return false;
  const [first] = found;
  const before = first?.isGlued === true ? terms[Math.min(...at) - 1] : undefined;
  return found.length > 1 || before === undefined || before.key === verb || NUMBER.test(before.key) || isOwn(before);
}
