import { actsIn } from "./acts.ts";
import { type Clause, clauseOf, type Term } from "./clause.ts";
import { CHOOSING, LEADS_ASIDE, NEGATIONS, PREPOSITIONS, REMOVING, TAKING } from "./lexicon.ts";
import { flat, SEPARATOR, wordsOf } from "./words.ts";

/** What the ledger holds of a decision. */
export interface Decided {
  readonly text: string;
  readonly rationale?: string;
  /** What was turned down for it. */
  readonly alternatives?: readonly string[];
}

/** A decision's text in its parts: what was chosen, and for what. */
export interface Choice {
  readonly clause: Clause;
  readonly chosen: readonly Term[];
  readonly subject: readonly Term[];
}
export interface Turndown {
  readonly keys: readonly string[];
  /** What it does without: "no prefix", "tokens without state". */
  readonly without: readonly string[];
}
export interface ReadDecision {
  readonly flat: string;
  readonly choices: readonly Choice[];
  readonly turndowns: readonly Turndown[];
  readonly keys: ReadonlySet<string>;
  /** Where and when it holds: "on Windows", "while loading". */
  readonly circumstances: ReadonlySet<string>;
}

const COPULAS = new Set(["is", "are", "stay", "stays", "remain", "remains", "be"]);

export const isVerbAt = ({ verb }: Clause): boolean => TAKING.has(verb) || REMOVING.has(verb);

function choiceIn(clause: Clause): Choice {
  const terms = clause.terms.filter((term) => !term.isLight && !term.isLeft);
  const copula = clause.words.findIndex((word, at) => at > 0 && COPULAS.has(word));
  if (copula > 0 && !isVerbAt(clause))
    return {
      clause,
      subject: terms.filter((term) => term.at < copula || LEADS_ASIDE.has(term.before)),
      chosen: terms.filter((term) => term.at > copula && !LEADS_ASIDE.has(term.before)),
    };
  const [first] = clause.terms;
  const things = terms.filter((term) => term !== first || !isVerbAt(clause));
  const isChosenFirst = CHOOSING.has(clause.verb);
  const way = isChosenFirst
    ? ""
    : (things.find((term) => term.before !== "" && !LEADS_ASIDE.has(term.before))?.before ?? "");
  return {
    clause,
    chosen: things.filter((term) => term.before === way),
    subject: things.filter((term) => term.before !== way),
  };
}

/** Of "JWT: cannot be revoked" and "JWT (stateless)" what was turned down, without the reason. */
function turndownIn(alternative: string): Turndown {
  const words = wordsOf(alternative);
  const end = words.indexOf(SEPARATOR);
  const thing = end > 0 ? words.slice(0, end) : words;
  const { terms } = clauseOf(thing);
  const denial = thing.findIndex((word) => NEGATIONS.has(word));
  return {
    keys: [...new Set(terms.map((term) => term.key))],
    without: terms.filter((term) => denial >= 0 && term.at > denial).map((term) => term.key),
  };
}

/** "X instead of Y" turns Y down without naming it an alternative. */
function turnedDownIn({ terms, removes, words }: Clause): Turndown[] {
  const left = terms.filter((term) => term.isLeft && words[term.at - 1] !== "from");
  const isSaid =
    words.includes("instead") || words.includes("than") || words.includes("over") || words.includes(SEPARATOR);
  return removes || !isSaid || left.length === 0 ? [] : [{ keys: left.map((term) => term.key), without: [] }];
}

/** What was weighed and turned down decides for nothing else. */
const WEIGHS = /\b(?:rejected|considered|evaluated|discussed|compared|tried|tested|looked at)\b/i;
const WHERE = /^(?:on|in|for|within|at|under|during)\b[^,]*(?=,| (?:use|we|keep|always|never|do)\b)/i;
const WHEN =
  /\b(?:when|while|whenever|until|unless|if|where|once|wenn|falls|solange|cuando|mientras|quand|lorsque)\b(.*)$/i;

function circumstancesIn(text: string): string[] {
  const told = [WHERE.exec(text)?.[0], WHEN.exec(text)?.[1]].map((part) => clauseOf(wordsOf(part ?? "")));
  return told.flatMap(({ terms }) =>
    terms.filter((term) => !term.isLight && !PREPOSITIONS.has(term.key)).map(({ key }) => key),
  );
}

function read({ text, alternatives = [] }: Decided): ReadDecision {
  const clauses = WEIGHS.test(text) ? [] : actsIn(text);
  return {
    flat: flat(text),
    choices: clauses.map(choiceIn),
    turndowns: [...alternatives.map(turndownIn), ...clauses.flatMap(turnedDownIn)].filter(
      ({ keys }) => keys.length > 0,
    ),
    keys: new Set(clauses.flatMap(({ terms }) => terms.filter((term) => !term.isLeft).map((term) => term.key))),
    circumstances: new Set(circumstancesIn(text)),
  };
}

const readings = new WeakMap<Decided, ReadDecision>();

/** A decision is compared with many statements, and read once. */
export function readDecision(decision: Decided): ReadDecision {
  const known = readings.get(decision) ?? read(decision);
  readings.set(decision, known);
  return known;
}
