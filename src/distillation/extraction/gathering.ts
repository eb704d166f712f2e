import { ITEM_KINDS, type Item, type ItemKind } from "./item.ts";
import { haveSameValues, isWithin, likeness, settles, shareValue, type Terms, termsOf } from "./sameness.ts";

interface Held {
  item: Item;
  readonly terms: Terms;
  alive: boolean;
}

const SAME = 0.8;
const SAME_SUBJECT = 0.6;
const SUBJECT_OF_CORRECTION = 0.3;
/** A correction that only names the wrong value ("45, not 54") means something said just before. */
const JUST_BEFORE = 12;
const SUPERSEDED = 0.4;

/** Kinds that say things about the world or the work; the others are compared within their own kind only. */
const STATEMENTS: ReadonlySet<ItemKind> = new Set([
  "fact",
  "state",
  "decision",
  "preference",
  "constraint",
  "correction",
]);
const OPEN: ReadonlySet<ItemKind> = new Set(["open_item", "promise", "goal"]);

/** A term that stands in so many items tells nothing about which of them are the same. */
const COMMON = 60;
const MOST_CITES = 8;
const MOST_OF_A_KIND = 600;

const unite = (a: readonly string[], b: readonly string[]): string[] => {
  const all = [...new Set([...a, ...b])];
  // The first place and the newest ones are what a reader goes back to.
  return all.length <= MOST_CITES ? all : [...all.slice(0, 1), ...all.slice(1 - MOST_CITES)];
};

/** Lines on how the two talk begin with what they are about: "The user writes", "The user is called". */
const opening = (text: string): string => text.split(" ", 3).join(" ");

/** Items as they come, each said once: the newest wording stays, and what it corrects steps back. */
export class Gathering {
  readonly #held: Held[] = [];
  readonly #byText = new Map<string, Held>();
  readonly #byTerm = new Map<string, Held[]>();

  add(item: Item): void {
    const terms = termsOf(item.text);
    const { same, related } = this.#near(item, terms);
    let merged = item;
    for (const held of same) {
      merged = {
        ...merged,
        // The same words in two readings: the weightier one counts.
        kind: held.item.weight > merged.weight ? held.item.kind : merged.kind,
        cites: unite(held.item.cites, merged.cites),
        // Said again is said louder.
        weight: Math.min(1, Math.max(merged.weight, held.item.weight) + 0.03),
      };
      held.alive = false;
    }
    for (const held of related) held.item = { ...held.item, weight: held.item.weight * SUPERSEDED };
    const kept: Held = { item: merged, terms, alive: true };
    this.#held.push(kept);
    this.#byText.set(item.text, kept);
    for (const term of [...terms.words, ...terms.values]) {
      const holders = this.#byTerm.get(term);
      if (holders) holders.push(kept);
      else this.#byTerm.set(term, [kept]);
    }
  }

  /** What was left open on this subject is done. */
  close(text: string): void {
    const terms = termsOf(text);
    for (const held of this.#sharing(text, terms))
      if (OPEN.has(held.item.kind) && settles(terms, held.terms))
        held.item = { ...held.item, weight: held.item.weight * SUPERSEDED };
  }

  items(): Item[] {
    const kept = new Set<Item>();
    const alive = this.#held.filter((held) => held.alive).map((held) => held.item);
    for (const kind of ITEM_KINDS)
      for (const item of alive
        .filter((one) => one.kind === kind)
        .sort((a, b) => b.weight - a.weight || b.seq - a.seq)
        .slice(0, MOST_OF_A_KIND))
        kept.add(item);
    return alive.filter((item) => kept.has(item)).sort((a, b) => a.seq - b.seq);
  }

  #near(item: Item, terms: Terms): { same: Held[]; related: Held[] } {
    const same: Held[] = [];
    const related: Held[] = [];
    for (const held of this.#sharing(item.text, terms)) {
      if (item.kind === "register" && held.item.kind === "register" && opening(held.item.text) === opening(item.text)) {
        same.push(held);
        continue;
      }
      const isComparable =
        held.item.text === item.text ||
        held.item.kind === item.kind ||
        (STATEMENTS.has(held.item.kind) && STATEMENTS.has(item.kind));
      if (!isComparable) continue;
      const subject = likeness(held.terms, terms);
      const values = haveSameValues(held.terms, terms);
      if (held.item.text === item.text || (values && (subject >= SAME || isWithin(held.terms, terms)))) same.push(held);
      else if (!STATEMENTS.has(item.kind) || values) continue;
      else if (subject >= SAME_SUBJECT) related.push(held);
      else if (item.kind !== "correction") continue;
      else if (subject >= SUBJECT_OF_CORRECTION) related.push(held);
      else if (item.seq - held.item.seq <= JUST_BEFORE && shareValue(held.terms, terms)) related.push(held);
    }
    return { same, related };
  }

  #sharing(text: string, terms: Terms): Set<Held> {
    const near = new Set<Held>();
    const twin = this.#byText.get(text);
    if (twin?.alive) near.add(twin);
    for (const term of [...terms.words, ...terms.values]) {
      const holders = this.#byTerm.get(term);
      if (holders === undefined || holders.length > COMMON) continue;
      for (const held of holders) if (held.alive) near.add(held);
    }
    return near;
  }
}
