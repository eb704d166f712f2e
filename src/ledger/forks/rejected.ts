import { aboutOf } from "./classes.ts";
import type { Clause } from "./clause.ts";
import type { Choice, ReadDecision, Turndown } from "./decision.ts";
import { isElsewhere, isOfDefault, isSameSubject } from "./scope.ts";
import type { Statement } from "./statement.ts";
import { brings, takes } from "./taking.ts";

/** Whether somebody is about to do what was turned down when the decision was made. */
export function takesRejected(statement: Statement, read: ReadDecision): boolean {
  const { acts, said } = statement;
  const { choices, turndowns, keys } = read;
  const others = new Set(turndowns.flatMap((turndown) => turndown.keys));
  return turndowns.some((turndown) => {
    // What the decision itself is made of cannot tell the two apart.
    if (turndown.without.length === 0 && turndown.keys.every((key) => keys.has(key))) return false;
    const about = aboutOf(turndown.keys);
    const isKnown = (key: string) => others.has(key) || keys.has(key) || about.has(key);
    return acts.some((act) =>
      choices.some((choice) => {
        if (choice.clause.isNegative || !does(act, choice.clause, turndown, about, isKnown)) return false;
        if (isAgreed(act, said, choice, turndown) || !isOfDefault(said, keys)) return false;
        if (isElsewhere(act, said, keys, new Set([...others, ...about]))) return false;
        // Several words of its own name a thing well enough.
        const isNamed = statement.setting.length === 0 && turndown.keys.filter((key) => !keys.has(key)).length > 1;
        return isNamed || isSameSubject(act, statement, choice, ({ key }) => others.has(key) || about.has(key));
      }),
    );
  });
}

/** What was chosen is named as well, and not in order to give it up: "from X to Y", "Y instead of X". */
function isAgreed(act: Clause, said: ReadonlySet<string>, { chosen }: Choice, { keys }: Turndown): boolean {
  const isNamed = chosen.every(({ key }) => said.has(key)) && chosen.some(({ key }) => !keys.includes(key));
  const isLeftBehind = chosen.every(({ key }) => act.terms.some((term) => term.key === key && term.isLeft));
  return isNamed && !isLeftBehind;
}

function does(
  act: Clause,
  decided: Clause,
  { keys, without }: Turndown,
  about: ReadonlySet<string>,
  isKnown: (key: string) => boolean,
): boolean {
  if (act.isNegative) return false;
  if (without.length > 0)
    return (
      brings(act, decided, about) &&
      keys.every((key) => act.terms.some((term) => term.key === key && term.isLeft === without.includes(key)))
    );
  // The alternative is itself something to do: "writing it by hand".
  if (act.verb === keys[0] && keys.every((key) => act.terms.some((term) => term.key === key)) && keys.length > 1)
    return true;
  return brings(act, decided, about) && takes(act, keys, isKnown).length > 0;
}
