import type { Clause, Term } from "./clause.ts";
import type { Choice } from "./decision.ts";
import { SCOPES } from "./lexicon.ts";
import type { Statement } from "./statement.ts";

/** Whether one speaks of tests, a demo or a script where the other does not. */
export function isElsewhere(
  act: Clause,
  said: ReadonlySet<string>,
  decided: ReadonlySet<string>,
  known: ReadonlySet<string>,
): boolean {
  const isOther = (key: string) => SCOPES.has(key) && !known.has(key);
  return (
    act.terms.some((term) => isOther(term.key) && !decided.has(term.key)) ||
    [...decided].some((key) => isOther(key) && !said.has(key))
  );
}

/** "By default" is decided for those who choose nothing; what they can choose is another matter. */
export const isOfDefault = (said: ReadonlySet<string>, decided: ReadonlySet<string>): boolean =>
  !decided.has("default") || said.has("default");

/** Whether an act is about what the decision is about: of nothing else, of the same, or the decision holds for everything. */
export function isSameSubject(
  act: Clause,
  { said, setting }: Statement,
  { subject }: Choice,
  isKnown: (term: Term) => boolean,
): boolean {
  const others = [...setting, ...act.terms.slice(1)].filter((term) => !term.isLight && !isKnown(term));
  return others.length === 0 || subject.length === 0 || subject.some((term) => said.has(term.key));
}
