import { contentTerms, soundsLikeDone } from "../../text/index.ts";
import { ITEM_KINDS, type Item, type ItemKind } from "./item.ts";
import { isReplaced, isSame, isSettledBy, type Terms, termsOf } from "./sameness.ts";

interface Held {
  item: Item;
  readonly terms: Terms;
  isAlive: boolean;
}

/** Kinds that say things about the world or the work; the others are compared within their own kind only. */
const STATEMENTS: ReadonlySet<ItemKind> = new Set([
  ...(["fact", "state", "decision", "preference", "constraint", "correction"] as const),
]);
const OPEN: ReadonlySet<ItemKind> = new Set(["open_item", "promise", "goal"]);

/** A word that so many items have tells nothing about which of them are the same. */
const COMMON = 60;
const MOST_CITES = 8;
const MOST_OF_A_KIND = 600;
/** What is left of the weight of something that was replaced or is done. */
const STEPPED_BACK = 0.4;
const LOUDER = 0.03;

/** The first place and the newest ones are what a reader goes back to. */
const unite = (a: readonly string[], b: readonly string[]): string[] => {
  const all = [...new Set([...a, ...b])];
  return all.length <= MOST_CITES ? all : [...all.slice(0, 1), ...all.slice(1 - MOST_CITES)];
};

const areComparable = (a: Item, b: Item): boolean =>
  a.kind === b.kind || (STATEMENTS.has(a.kind) && STATEMENTS.has(b.kind));

/** Each once, in its newest words and with all its places; what a later one replaced or reported done steps back. */
export function merged(items: readonly Item[]): Item[] {
  const all: Held[] = [];
  const byTerm = new Map<string, Held[]>();
  const near = (terms: Terms, text: string): Set<Held> => {
    const found = new Set(byTerm.get(text));
    for (const term of [...terms.words, ...terms.values]) {
      const holders = byTerm.get(term) ?? [];
      if (holders.length <= COMMON) for (const held of holders) if (held.isAlive) found.add(held);
    }
    return found;
  };
  for (const item of items) {
    const terms = termsOf(item.text, contentTerms);
    const isDone = soundsLikeDone(item.text);
    let next = item;
    for (const held of near(terms, item.text)) {
      if (isDone && OPEN.has(held.item.kind) && isSettledBy(held.terms, terms)) stepBack(held);
      else if (!areComparable(held.item, item)) continue;
      else if (held.item.text === item.text || isSame(held.terms, terms)) next = absorbed(held, next);
      else if (STATEMENTS.has(item.kind) && isReplaced(held.terms, terms)) stepBack(held);
    }
    const held: Held = { item: next, terms, isAlive: true };
    all.push(held);
    for (const term of [item.text, ...terms.words, ...terms.values]) {
      const holders = byTerm.get(term);
      if (holders === undefined) byTerm.set(term, [held]);
      else if (holders.length <= COMMON) holders.push(held);
    }
  }
  return strongest(all.filter(({ isAlive }) => isAlive).map(({ item }) => item));
}

function stepBack(held: Held): void {
  held.item = { ...held.item, weight: held.item.weight * STEPPED_BACK };
}

/** The newer words take the place of the older ones; said again is said louder. */
function absorbed(held: Held, item: Item): Item {
  held.isAlive = false;
  return {
    ...item,
    // The same words in two readings: the weightier one counts.
    kind: held.item.weight > item.weight ? held.item.kind : item.kind,
    cites: unite(held.item.cites, item.cites),
    weight: Math.min(1, Math.max(item.weight, held.item.weight) + LOUDER),
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
