import type { Literal, Meaning } from "./quests.ts";
import { LONGEST_LINE, type Marks } from "./scan.ts";

/** How many files had the same words of a promise together. */
const MOST_COMBINATIONS = 256;

/** What was found of one promise so far. A file's first line is its path. */
export class Tally {
  readonly #literal: Literal;
  readonly #meaning: Meaning;
  readonly #combinations = new Map<number, number>();
  readonly #filesWith: number[];
  #files = 0;
  literalHits = 0;
  /** Where it was found first. */
  foundAt: string | undefined;

  constructor(literal: Literal, meaning: Meaning) {
    this.#literal = literal;
    this.#meaning = meaning;
    this.#filesWith = meaning.ids.map(() => 0);
  }

  take(path: string, marks: Marks): void {
    this.#files++;
    const hits = literalHits(this.#literal, marks);
    this.literalHits += hits.length;
    if (hits[0] !== undefined) this.foundAt ??= hits[0] === 0 ? path : `${path}:${hits[0]}`;
    for (const combination of this.#combinationsIn(marks))
      if (this.#combinations.has(combination) || this.#combinations.size < MOST_COMBINATIONS)
        this.#combinations.set(combination, (this.#combinations.get(combination) ?? 0) + 1);
  }

  /** The sets of words that stand near each other, as bits; the largest ones. */
  #combinationsIn({ at }: Marks): ReadonlySet<number> {
    const { ids, window } = this.#meaning;
    const half = Math.max(1, window / 2);
    const near = new Map<number, number>();
    let everywhere = 0;
    for (const [bit, id] of ids.entries()) {
      const lines = at[id];
      if (!lines) continue;
      this.#filesWith[bit] = (this.#filesWith[bit] ?? 0) + 1;
      let last = -1;
      for (const line of lines) {
        if (line === 0) everywhere |= 1 << bit;
        const part = Math.floor(line / half);
        if (line === 0 || part === last) continue;
        last = part;
        near.set(part, (near.get(part) ?? 0) | (1 << bit));
        near.set(part - 1, (near.get(part - 1) ?? 0) | (1 << bit));
      }
    }
    const found = new Set<number>(everywhere === 0 ? [] : [everywhere]);
    for (const bits of near.values()) found.add(bits | everywhere);
    return largest(found);
  }

  /** Files in which enough of the words stand together. */
  get meaningHits(): number {
    const weights = this.weights();
    let hits = 0;
    for (const [combination, files] of this.#combinations) if (this.#isEnough(combination, weights)) hits += files;
    return hits === 0 && this.#isScattered ? 1 : hits;
  }

  /** Rare words tell most; words that are nowhere weigh whole, unless they carry little of the meaning. */
  weights(): number[] {
    const { unknown, weak, isWhole } = this.#meaning;
    return this.#filesWith.map((files, at) => {
      if (isWhole) return 1;
      if (files === 0 && unknown.has(at)) return 0;
      if (files === 0) return weak.has(at) ? LEAST_WEIGHT : 1;
      return Math.max(LEAST_WEIGHT, 1 - Math.log(1 + files) / Math.log(2 + this.#files));
    });
  }

  /** Whether there was anything to search for: words of another language, of which none is known, say nothing. */
  get isJudged(): boolean {
    return sum(this.weights().slice(0, this.#meaning.leading)) > 0;
  }

  #isEnough(combination: number, weights: readonly number[]): boolean {
    const { leading, isWhole, ids } = this.#meaning;
    const found = ids.map((_, bit) => (combination & (1 << bit)) !== 0);
    if (isWhole) return found.every(Boolean);
    const covered = (until: number) => share(weights.slice(0, until), found.slice(0, until));
    const counted = found.filter(Boolean).length;
    return (
      (covered(leading) >= (leading < DESCRIPTION ? ENOUGH_OF_SHORT_NAME : ENOUGH_OF_NAME) &&
        counted >= Math.min(2, this.#telling.length)) ||
      (covered(ids.length) >= ENOUGH_OF_ALL && counted >= LEAST_OF_ALL)
    );
  }

  /** The word that says which kind of thing it is, where it stands in few files, tells more than what such things are called. */
  get #isOfRareKind(): boolean {
    const [first = 0, second = 0] = this.#filesWith;
    const { isCompound, marks, unknown } = this.#meaning;
    if (!isCompound || marks.has(1) || unknown.size > 0) return false;
    return second === 0 && first > 0 && first <= this.#files * RARE;
  }

  /** The words of the name that carry its meaning. */
  get #telling(): number[] {
    const { ids, leading, weak } = this.#meaning;
    return ids.flatMap((_, at) => (at < leading && !weak.has(at) ? [at] : []));
  }

  /**
   * A long name is a description, whose words code need not have together. It is found where all that carry its meaning are
   * somewhere; of several half will do, as code has other words for many, but not for names and abbreviations.
   */
  get #isScattered(): boolean {
    const { isWhole, isCompound, unknown, marks } = this.#meaning;
    const telling = this.#telling;
    if (this.#isOfRareKind) return true;
    if (isWhole || isCompound) return false;
    const missing = telling.filter((at) => this.#filesWith[at] === 0 && !unknown.has(at));
    if (missing.length === 0) return true;
    return telling.length >= SEVERAL && missing.length <= telling.length / 2 && !missing.some((at) => marks.has(at));
  }
}

const LEAST_WEIGHT = 0.15;
const ENOUGH_OF_SHORT_NAME = 0.6;
const ENOUGH_OF_NAME = 0.5;
const ENOUGH_OF_ALL = 0.5;
const LEAST_OF_ALL = 3;
const DESCRIPTION = 3;
const SEVERAL = 2;
const RARE = 1 / 3;

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);

function share(weights: readonly number[], found: readonly boolean[]): number {
  const total = sum(weights);
  return total === 0 ? 0 : sum(weights.filter((_, at) => found[at])) / total;
}

/** Without those that are part of another. */
export function largest(sets: ReadonlySet<number>): ReadonlySet<number> {
  const all = [...sets];
  return new Set(all.filter((one) => !all.some((other) => other !== one && (one & other) === one)));
}

/** The line, or as much of it as was searched. */
const lineAt = ({ lines }: Marks, line: number): string => (lines[line] ?? "").slice(0, LONGEST_LINE);

const testedLines = (marks: Marks, { id, test }: { id: number; test: (line: string, isPath: boolean) => boolean }) =>
  (marks.at[id] ?? []).filter((line) => test(lineAt(marks, line), line === 0));

/** The lines that the first search finds. */
function literalHits(literal: Literal, marks: Marks): readonly number[] {
  if (literal.by === "form") return testedLines(marks, literal);
  if (literal.by === "together") {
    const [first, ...others] = literal.ids.map((id) => marks.at[id] ?? []);
    return (first ?? []).filter((line) => others.every((lines) => lines.includes(line)));
  }
  const parts = literal.parts.map((part) => testedLines(marks, part));
  const last = literal.parts.at(-1);
  const whole = last ? (marks.at[last.id] ?? []).filter((line) => literal.whole(lineAt(marks, line), line === 0)) : [];
  if (whole.length > 0) return whole;
  return parts.every((lines) => lines.length > 0) ? (parts.at(-1) ?? []) : [];
}
