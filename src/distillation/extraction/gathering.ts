import { ITEM_KINDS, type Item, type ItemKind } from "./item.ts";
import { haveSameValues, isWithin, likeness, type Shared, settledBy, type Terms, termsOf } from "./sameness.ts";

interface Held {
  item: Item;
  readonly terms: Terms;
  alive: boolean;
  /** The look that last came by, and what of its rare terms it found here. */
  look: number;
  words: number;
  values: number;
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

/** Whether so many words in common could make them the same, or one take the place of the other. */
const mayBeNear = (held: Held, terms: Terms, words: number): boolean =>
  words >= held.terms.words.size || likeness(held.terms, terms, words) >= SAME_SUBJECT;

/** How much of the subject must be shared for a newer value to take the place of an older one. */
const subjectOf = ({ kind }: Item): number => (kind === "correction" ? SUBJECT_OF_CORRECTION : SAME_SUBJECT);

const newer = (a: Held | undefined, b: Held): Held => (a && a.item.seq > b.item.seq ? a : b);

interface Near {
  readonly same: readonly Held[];
  readonly superseded: readonly Held[];
  /** What a correction that cannot stand alone is about. */
  readonly corrected: Held | undefined;
}

/** Those that share a rare term with a text, and the terms of the text that too many have to be counted by them. */
interface Look {
  readonly near: readonly Held[];
  readonly commonWords: readonly string[];
  readonly commonValues: readonly string[];
}

const countIn = (terms: ReadonlySet<string>, among: readonly string[]): number => {
  let count = 0;
  for (const term of among) if (terms.has(term)) count += 1;
  return count;
};

/** Items as they come, each said once: the newest wording stays, and what it corrects steps back. */
export class Gathering {
  readonly #held: Held[] = [];
  readonly #byText = new Map<string, Held>();
  readonly #byTerm = new Map<string, Held[]>();
  #looks = 0;

  add(item: Item): void {
    const terms = termsOf(item.text);
    const { same, superseded, corrected } = this.#near(item, terms);
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
    this.#hold({
      ...{ item: merged, terms: merged.text === item.text ? terms : termsOf(merged.text), alive: true },
      ...{ look: 0, words: 0, values: 0 },
    });
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
    const isSettled = settledBy(terms);
    for (const held of this.#look(text, terms).near)
      if (OPEN.has(held.item.kind) && isSettled(held.terms))
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
    const { near, commonWords, commonValues } = this.#look(item.text, terms);
    const isCorrection = item.kind === "correction";
    const isStatement = STATEMENTS.has(item.kind);
    for (const held of near) {
      const twins = isTwin(held.item, item);
      // Most have too little in common, whatever of the common words they hold.
      if (!twins && !isCorrection && !mayBeNear(held, terms, held.words + commonWords.length)) continue;
      if (!areComparable(held.item, item)) continue;
      const shared: Shared = {
        words: held.words + countIn(held.terms.words, commonWords),
        values: held.values + countIn(held.terms.values, commonValues),
      };
      const subject = likeness(held.terms, terms, shared.words);
      const sameValues = haveSameValues(held.terms, terms, shared);
      if (twins || (sameValues && (subject >= SAME || isWithin(held.terms, terms, shared.words)))) same.push(held);
      else if (!isStatement) continue;
      else if (!sameValues && subject >= subjectOf(item)) superseded.push(held);
      else if (isCorrection && this.#means(item, terms, held, shared)) corrected = newer(corrected, held);
    }
    return { same, superseded, corrected };
  }

  /** Whether a correction speaks of this: it was said just before, and they share a value or a word that is rare. */
  #means(correction: Item, terms: Terms, held: Held, shared: Shared): boolean {
    if (correction.seq - held.item.seq > JUST_BEFORE || held.item.kind === "correction") return false;
    const isRare = (word: string): boolean =>
      held.terms.words.has(word) && (this.#byTerm.get(word) ?? []).filter((one) => one.alive).length <= RARE;
    return shared.values > 0 || [...terms.words].some(isRare);
  }

  #look(text: string, terms: Terms): Look {
    this.#looks += 1;
    const near: Held[] = [];
    const meet = (held: Held): void => {
      if (held.look === this.#looks) return;
      held.look = this.#looks;
      held.words = 0;
      held.values = 0;
      near.push(held);
    };
    const twin = this.#byText.get(text);
    if (twin?.alive) meet(twin);
    const count = (of: ReadonlySet<string>, kind: "words" | "values"): string[] => {
      const common: string[] = [];
      for (const term of of) {
        const holders = this.#byTerm.get(term);
        if (holders === undefined) continue;
        if (holders.length > COMMON) {
          common.push(term);
          continue;
        }
        for (const held of holders) {
          if (!held.alive) continue;
          meet(held);
          held[kind] += 1;
        }
      }
      return common;
    };
    return { near, commonWords: count(terms.words, "words"), commonValues: count(terms.values, "values") };
  }
}
