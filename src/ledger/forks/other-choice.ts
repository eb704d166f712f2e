import { type Member, membersIn } from "./classes.ts";
import { type Clause, keysOf, takenOf } from "./clause.ts";
import type { Choice, ReadDecision } from "./decision.ts";
import { keyOf } from "./lexicon.ts";
import { isElsewhere, isOfDefault, isSameSubject } from "./scope.ts";
import type { Statement } from "./statement.ts";
import { brings, takes } from "./taking.ts";

/** They bring in something more, and nothing need go for it. */
const ADDING = new Set(["add", "support", "export", "import", "send", "serve", "try"].map(keyOf));

/** Whether somebody is about to take another thing of the same class for the same subject. */
export function choosesOther(statement: Statement, { choices, keys }: ReadDecision): boolean {
  const { acts, said } = statement;
  return choices.some((choice) => {
    if (choice.clause.isNegative || choice.clause.removes) return false;
    return membersIn(keysOf(choice.chosen)).some((chosen) =>
      acts.some(
        (act) =>
          !ADDING.has(act.verb) &&
          brings(act, choice.clause, chosen.about) &&
          isOfDefault(said, keys) &&
          !isElsewhere(act, said, keys, chosen.about) &&
          takesRival(act, statement, choice, chosen),
      ),
    );
  });
}

function takesRival(act: Clause, statement: Statement, choice: Choice, chosen: Member): boolean {
  const { said } = statement;
  const isNamed = (member: Member, keys: ReadonlySet<string>) =>
    member.names.some((name) => name.every((key) => keys.has(key)));
  const staying = new Set([...said].filter((key) => !act.terms.some((term) => term.key === key && term.isLeft)));
  if (isNamed(chosen, staying)) return false;
  const decided = keysOf(choice.clause.terms);
  return membersIn(keysOf(takenOf(act))).some((rival) => {
    if (rival.of !== chosen.of || isNamed(rival, decided)) return false;
    const isKnown = (key: string) => chosen.about.has(key) || decided.has(key);
    const found = rival.names.flatMap((name) => takes(act, name, isKnown));
    if (found.length === 0) return false;
    const isRival = (key: string) => found.some((term) => term.key === key);
    const isBare = act.terms.every((term, at) => at === 0 || term.isLight || isRival(term.key));
    if (chosen.onlyThere && !isBare && ![...chosen.about].some((key) => said.has(key))) return false;
    return isSameSubject(act, statement, choice, (term) => isRival(term.key) || chosen.about.has(term.key));
  });
}
