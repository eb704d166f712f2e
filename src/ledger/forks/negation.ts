import { type Clause, conceptsOf, type Term } from "./clause.ts";
import { isVerbAt, type ReadDecision } from "./decision.ts";
import { keyOf, REMOVING, STORING, TAKING } from "./lexicon.ts";
import { arePrefixOpposites } from "./opposites.ts";
import { isElsewhere } from "./scope.ts";
import type { Statement } from "./statement.ts";

/** Whether somebody is about to do the opposite: what is forbidden, or no longer what was to be done. */
export function negates({ acts, said }: Statement, { choices, keys }: ReadDecision): boolean {
  return choices.some(({ clause }) =>
    acts.some((act) => isOpposite(act, said, clause) && !isElsewhere(act, said, keys, new Set())),
  );
}

const isConcept = ({ concept }: Term): boolean => concept.startsWith("±");

const EVERYWHERE = new Set(["project", "codebase", "application", "app"].map(keyOf));

/** "In the repository" tells where, however plain the word. */
const isPlace = ({ before, key }: Term): boolean => before !== "" && !EVERYWHERE.has(key);

/** What is spoken of, without the verb where any other of its kind would do. */
const topicsOf = (clause: Clause): Term[] =>
  clause.terms.filter(
    (term, at) => (!term.isLight || isPlace(term)) && !(at === 0 && isVerbAt(clause) && !isConcept(term)),
  );

function isOpposite(act: Clause, said: ReadonlySet<string>, decided: Clause): boolean {
  const [topics, told] = [topicsOf(decided), topicsOf(act)];
  if (topics.every(isConcept)) return false;
  const spoken = conceptsOf(told);
  const missing = topics.filter((term) => !spoken.has(term.concept) && !(term.before !== "" && said.has(term.key)));
  const turned = missing.filter((term) => told.some((other) => arePrefixOpposites(term.key, other.key)));
  if (turned.length < missing.length) return false;
  const isTheOtherWay = (act.isTurned !== decided.isTurned) !== (turned.length % 2 === 1);
  if (!isTheOtherWay) return false;
  return decided.isNegative ? doesForbidden(act, decided, told, topics) : undoes(act, decided, told, topics, turned);
}

/** What is forbidden is forbidden everywhere: it does not matter where somebody is about to do it. */
function doesForbidden(act: Clause, decided: Clause, told: readonly Term[], topics: readonly Term[]): boolean {
  const forbidden = conceptsOf(topics);
  const isGivenUp = !decided.removes && told.some((term) => term.isLeft && forbidden.has(term.concept));
  return act.removes === decided.removes && !isGivenUp && isSameDoing(act, decided) && endsThere(act, forbidden);
}

/** What was decided is given up only by an act that speaks of all of it and of nothing else. */
function undoes(
  act: Clause,
  decided: Clause,
  told: readonly Term[],
  topics: readonly Term[],
  turned: readonly Term[],
): boolean {
  if ([...topics, ...(act.removes ? [] : told)].some((term) => term.isLeft)) return false;
  const known = conceptsOf(topics);
  const isTurned = (term: Term) => turned.some((other) => arePrefixOpposites(term.key, other.key));
  if (told.some((term) => !known.has(term.concept) && !isTurned(term))) return false;
  if (act.removes) return !REMOVING.has(decided.verb);
  return act.isNegative ? isSameDoing(act, decided) : topics.some(isConcept) || turned.length > 0;
}

/** To store and to save are one; to log is none of them. What has no verb is forbidden to bring in. */
function isSameDoing(act: Clause, decided: Clause): boolean {
  if (act.verb === decided.verb || (STORING.has(act.verb) && STORING.has(decided.verb))) return true;
  if (STORING.has(decided.verb)) return false;
  if (TAKING.has(act.verb)) return TAKING.has(decided.verb) || !isVerbAt(decided);
  return !isVerbAt(decided) && act.terms[0]?.key === decided.terms[0]?.key;
}

/** "Delete the messages" does; "delete the messages tab" is about another thing. */
const endsThere = ({ terms }: Clause, forbidden: ReadonlySet<string>): boolean =>
  terms.every((term, at) => {
    const next = terms[at + 1];
    const isOver = next?.isGlued !== true || next.isLight || forbidden.has(next.concept);
    return at === 0 || isOver || !forbidden.has(term.concept);
  });
