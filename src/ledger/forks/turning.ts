import { EXCHANGES_FOR, EXCHANGING, NEGATIONS, PREFERRING } from "./lexicon.ts";
import { SEPARATOR } from "./words.ts";

const OPENS = new Set(["instead", "unlike", "than"]);

/** Tells, word after word, whether a clause speaks of what it turns away from. */
export class Turning {
  readonly #removes: boolean;
  readonly #prefers: boolean;
  /** "Replace X …": X is given up until "with" comes. */
  #isGiven: boolean;
  /** "Instead of X", "not X", "from X": until the next phrase. */
  #isNear = false;
  #behind = 0;

  constructor(verb: string, removes: boolean) {
    this.#removes = removes;
    this.#isGiven = EXCHANGING.has(verb);
    this.#prefers = PREFERRING.has(verb);
  }

  /** `behind`: how many words behind the verb. */
  pass(word: string, behind: number, isLead: boolean): void {
    this.#behind = behind;
    if (NEGATIONS.has(word)) this.#isNear = behind > 0;
    else if (OPENS.has(word)) this.#isNear = true;
    else if (word === SEPARATOR) this.#isNear = false;
    else if (isLead && !(this.#isNear && word === "of"))
      this.#isNear = word === "from" || (word === "over" && this.#prefers && behind > 1);
    if (isLead && EXCHANGES_FOR.has(word)) this.#isGiven = false;
  }

  get isAway(): boolean {
    return this.#isNear || (this.#behind > 0 && (this.#removes || this.#isGiven));
  }
}
