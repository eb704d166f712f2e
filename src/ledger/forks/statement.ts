import { actsIn } from "./acts.ts";
import { type Clause, clauseOf, type Term } from "./clause.ts";
import type { Intent } from "./intents.ts";
import { keyOf } from "./lexicon.ts";
import { wordsOf } from "./words.ts";

/** An intent, read once for all decisions. */
export interface Statement {
  readonly acts: readonly Clause[];
  /** All words of the sentence, by their keys. */
  readonly said: ReadonlySet<string>;
  /** "In the analytics service I'll …": what it is said to be about beforehand. */
  readonly setting: readonly Term[];
}

export function readStatement({ act, statement, isNegative }: Intent): Statement {
  const acts = actsIn(act);
  return {
    acts: isNegative ? acts.map((clause, at) => (at === 0 ? denied(clause) : clause)) : acts,
    said: new Set(wordsOf(statement).map(keyOf)),
    setting: settingOf(statement.slice(0, statement.indexOf(act))),
  };
}

const SETS_OUT = /^(?:in|for|on|within|inside|at)\b[^,]*?(?=,|\b(?:i|we|let)\b|$)/i;

function settingOf(lead: string): readonly Term[] {
  const words = wordsOf(SETS_OUT.exec(lead)?.[0] ?? "");
  return clauseOf(words.slice(1)).terms.filter((term) => !term.isLight);
}

const denied = (clause: Clause): Clause =>
  clause.isNegative ? clause : { ...clause, isNegative: true, isTurned: !clause.isTurned };
