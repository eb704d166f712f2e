import { contentTerms, soundsLikeDone } from "../../text/index.ts";
import { ITEM_KINDS, type Item, type ItemKind } from "./item.ts";
import { isReplaced, isSame, isSettledBy, type Terms, termsOf } from "./similarity.ts";

interface Candidate {
  item: Item;
  readonly terms: Terms;
  isAlive: boolean;
}

/** Statements about the world or the work; other kinds are compared within their own kind only. */
const STATEMENTS: ReadonlySet<ItemKind> = new Set([
  ...(["fact", "state", "decision", "preference", "constraint", "correction"] as const),
]);
const OPEN: ReadonlySet<ItemKind> = new Set(["open_item", "promise", "goal"]);

/** A word that is in more items than this does not show which of them are the same. */
const COMMON = 60;
const MOST_CITES = 8;
const MOST_OF_A_KIND = 600;
/** The factor on the weight of an item that was replaced or is done. */
const DEMOTED = 0.4;
const REPETITION_BONUS = 0.03;

/** Of many citations the first and the newest ones. */
export const fewOf = (cites: readonly string[], most: number): readonly string[] =>
  cites.length <= most ? cites : [...cites.slice(0, 1), ...cites.slice(1 - most)];

const areComparable = (a: Item, b: Item): boolean =>
  a.kind === b.kind || (STATEMENTS.has(a.kind) && STATEMENTS.has(b.kind));

/** Each once, in its newest words and with all its citations; those replaced or done lose weight. */
export function mergeSimilar(items: readonly Item[]): Item[] {
  const all: Candidate[] = [];
  const byTerm = new Map<string, Candidate[]>();
  const near = (terms: Terms, text: string): Set<Candidate> => {
    const found = new Set(byTerm.get(text));
    for (const term of [...terms.words, ...terms.values]) {
      const holders = byTerm.get(term) ?? [];
      if (holders.length <= COMMON) for (const candidate of holders) if (candidate.isAlive) found.add(candidate);
    }
    return found;
  };
  for (const item of items) {
    const terms = termsOf(item.text, contentTerms);
    const isDone = soundsLikeDone(item.text);
    let next = item;
    for (const candidate of near(terms, item.text)) {
      if (isDone && OPEN.has(candidate.item.kind) && isSettledBy(candidate.terms, terms)) demote(candidate);
      else if (!areComparable(candidate.item, item)) continue;
      else if (candidate.item.text === item.text || isSame(candidate.terms, terms)) next = absorbed(candidate, next);
      else if (STATEMENTS.has(item.kind) && isReplaced(candidate.terms, terms)) demote(candidate);
    }
    const candidate: Candidate = { item: next, terms, isAlive: true };
    all.push(candidate);
    for (const term of [item.text, ...terms.words, ...terms.values]) {
      const holders = byTerm.get(term);
      if (holders === undefined) byTerm.set(term, [candidate]);
      else if (holders.length <= COMMON) holders.push(candidate);
    }
  }
  return strongest(all.filter(({ isAlive }) => isAlive).map(({ item }) => item));
}

function demote(candidate: Candidate): void {
  candidate.item = { ...candidate.item, weight: candidate.item.weight * DEMOTED };
}

/** The newer words replace the older ones; repetition adds weight. */
function absorbed(candidate: Candidate, item: Item): Item {
  candidate.isAlive = false;
  return {
    ...item,
    // Of two kinds for the same words, that of the heavier item counts.
    kind: candidate.item.weight > item.weight ? candidate.item.kind : item.kind,
    cites: fewOf([...new Set([...candidate.item.cites, ...item.cites])], MOST_CITES),
    weight: Math.min(1, Math.max(item.weight, candidate.item.weight) + REPETITION_BONUS),
  };
}

function strongest(items: readonly Item[]): Item[] {
  const kept = new Set<Item>();
  for (const kind of ITEM_KINDS)
    for (const item of items
      .filter((one) => one.kind === kind)
      .sort((a, b) => b.weight - a.weight || b.seq - a.seq)
      .slice(0, MOST_OF_A_KIND))
      kept.add(item);
  return items.filter((item) => kept.has(item)).sort((a, b) => a.seq - b.seq);
}
