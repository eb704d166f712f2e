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
/** A correction that only names what was wrong ("45, not 54") means something said just before. */
const JUST_BEFORE = 12;
const RARE = 3;
const LONGEST_TOGETHER = 320;
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

const isTwin = (a: Item, b: Item): boolean =>
  a.text === b.text || (a.kind === "register" && b.kind === "register" && opening(a.text) === opening(b.text));

const areComparable = (a: Item, b: Item): boolean =>
  a.kind === b.kind || a.text === b.text || (STATEMENTS.has(a.kind) && STATEMENTS.has(b.kind));

/** How much of the subject must be shared for a newer value to take the place of an older one. */
const subjectOf = ({ kind }: Item): number => (kind === "correction" ? SUBJECT_OF_CORRECTION : SAME_SUBJECT);

const newer = (a: Held | undefined, b: Held): Held => (a && a.item.seq > b.item.seq ? a : b);

interface Near {
  readonly same: readonly Held[];
  readonly superseded: readonly Held[];
  /** What a correction that cannot stand alone is about. */
  readonly corrected: Held | undefined;
}

/** Items as they come, each said once: the newest wording stays, and what it corrects steps back. */
export class Gathering {
  readonly #held: Held[] = [];
  readonly #byText = new Map<string, Held>();
  readonly #byTerm = new Map<string, Held[]>();

  add(item: Item): void {
    const { same, superseded, corrected } = this.#near(item, termsOf(item.text));
    for (const held of superseded) held.item = { ...held.item, weight: held.item.weight * SUPERSEDED };
    let merged = corrected ? this.#together(corrected, item) : item;
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
    this.#hold({ item: merged, terms: termsOf(merged.text), alive: true });
  }

  /** A correction says what is wrong only together with what it corrects. */
  #together(corrected: Held, item: Item): Item {
    if (corrected.item.text.length + item.text.length > LONGEST_TOGETHER) return item;
    corrected.alive = false;
    return {
      ...item,
      text: `${corrected.item.text} → ${item.text}`,
      cites: unite(corrected.item.cites, item.cites),
    };
  }

  #hold(held: Held): void {
    this.#held.push(held);
    this.#byText.set(held.item.text, held);
    for (const term of [...held.terms.words, ...held.terms.values]) {
      const holders = this.#byTerm.get(term) ?? [];
      // What has become common stays so: to look again at each of its holders would cost more with every item.
      if (holders.length > COMMON) continue;
      // Those that were merged into newer ones no longer count.
      const alive = holders.length < COMMON ? holders : holders.filter((one) => one.alive);
      alive.push(held);
      this.#byTerm.set(term, alive);
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

  #near(item: Item, terms: Terms): Near {
    const same: Held[] = [];
    const superseded: Held[] = [];
    let corrected: Held | undefined;
    for (const held of this.#sharing(item.text, terms)) {
      if (!areComparable(held.item, item)) continue;
      const subject = likeness(held.terms, terms);
      const saysTheSame = haveSameValues(held.terms, terms) && (subject >= SAME || isWithin(held.terms, terms));
      if (saysTheSame || isTwin(held.item, item)) same.push(held);
      else if (!STATEMENTS.has(item.kind)) continue;
      else if (!haveSameValues(held.terms, terms) && subject >= subjectOf(item)) superseded.push(held);
      else if (item.kind === "correction" && this.#means(item, terms, held)) corrected = newer(corrected, held);
    }
    return { same, superseded, corrected };
  }

  /** Whether a correction speaks of this: it was said just before, and they share a value or a word that is rare. */
  #means(correction: Item, terms: Terms, held: Held): boolean {
    if (correction.seq - held.item.seq > JUST_BEFORE || held.item.kind === "correction") return false;
    const isRare = (word: string): boolean =>
      held.terms.words.has(word) && (this.#byTerm.get(word) ?? []).filter((one) => one.alive).length <= RARE;
    return shareValue(held.terms, terms) || [...terms.words].some(isRare);
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
