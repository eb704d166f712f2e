/** A sentence, a list item or a short line of a message, and how it was written. */
export interface Piece {
  readonly text: string;
  readonly isTable: boolean;
}

const FENCE = /^\s*(?:```|~~~)/;
const RULE_LINE = /^\|?[\s:|*_=-]+\|?$/;
const MARK = /^(?:#{1,6}\s+|>\s?|[-*+•]\s+|\d{1,3}[.)]\s+)+/;
const SHORTEST = 12;
/** Scripts without blanks need fewer signs. */
const SHORTEST_IN_SIGNS = 4;
export const SIGNS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
/** Shorter lines are one thought; longer ones are divided where a sentence ends. */
const ONE_THOUGHT = 160;
/** Many people type without capitals: a full stop after a word of some length ends a sentence too. */
export const SENTENCE_END =
  /(?<=[.!?…]["”)*]{0,3})\s+(?=[\p{Lu}\p{N}`*"“(¿¡])|(?<=\p{L}{3}[.!?])\s+(?=\p{Ll})|(?<=[。！？])/u;
/** How much is read of one message: the rest was pasted. */
const READ_CHARS = 12_000;

/** The pieces of a message in their order, without code blocks and marks of lists and headings. */
export function piecesOf(text: string, shortest = SHORTEST): Piece[] {
  const pieces: Piece[] = [];
  let isCode = false;
  for (const line of text.slice(0, READ_CHARS).split("\n")) {
    if (FENCE.test(line)) isCode = !isCode;
    const trimmed = line.trim();
    if (isCode || trimmed === "" || FENCE.test(line) || RULE_LINE.test(trimmed)) continue;
    const body = trimmed.replace(MARK, "").replace(/\s+/g, " ").trim();
    for (const part of body.length > ONE_THOUGHT ? body.split(SENTENCE_END) : [body]) {
      const piece = part.trim();
      if (piece.length >= (SIGNS.test(piece) ? SHORTEST_IN_SIGNS : shortest))
        pieces.push({ text: piece, isTable: trimmed.startsWith("|") });
    }
  }
  return pieces;
}

const WORD = /[\p{L}\p{N}][\p{L}\p{N}_.:/-]*[\p{L}\p{N}]|[\p{L}\p{N}]/gu;

/** The distinct words of a text, folded; in scripts without blanks, pairs of signs. */
export function wordSet(text: string): Set<string> {
  const words = new Set<string>();
  for (const [word] of text.toLowerCase().matchAll(WORD)) {
    if (!SIGNS.test(word)) words.add(word);
    else for (let at = 0; at < Math.max(1, word.length - 1); at++) words.add(word.slice(at, at + 2));
  }
  return words;
}

/** A request of fewer words, or pairs of signs, does not say what is wanted. */
const CLEAR_WORDS = 4;
const CLEAR_PAIRS = 10;

/** Whether a request is clear without its context: "run it" is not. */
export const isClear = (text: string): boolean => wordSet(text).size >= (SIGNS.test(text) ? CLEAR_PAIRS : CLEAR_WORDS);

/** "mach weiter", "继续吧": too few words to name anything. */
export const namesNothing = (text: string): boolean => wordSet(text).size <= (SIGNS.test(text) ? 3 : 2);

/** Which share of the words of `part` are also in `whole`. */
export function shareWithin(part: ReadonlySet<string>, whole: ReadonlySet<string>): number {
  if (part.size === 0) return 0;
  let shared = 0;
  for (const word of part) if (whole.has(word)) shared += 1;
  return shared / part.size;
}

const ALIKE = 0.7;
/** For shares that no number of words gives exactly. */
const TINY = 1e-9;
const hasNumber = (word: string): boolean => /\d/.test(word);
/** A different name or number makes a different statement. */
const isDistinctive = (word: string): boolean => word.length > 3 || hasNumber(word);

/**
 * Whether a text has nearly all words of another, and each that makes a difference. Every start compares many: most are
 * different in their first word.
 */
function hasNearlyAll(part: ReadonlySet<string>, whole: ReadonlySet<string>, matters: (word: string) => boolean) {
  let missing = 0;
  for (const word of part)
    if (!whole.has(word)) {
      missing += 1;
      if (matters(word) || missing > part.size * (1 - ALIKE) + TINY) return false;
    }
  return part.size > 0;
}

/** Whether two statements are the same: nearly the same words, and no different name or number. */
export const sameStatement = (one: ReadonlySet<string>, other: ReadonlySet<string>): boolean =>
  one.size <= other.size ? hasNearlyAll(one, other, isDistinctive) : hasNearlyAll(other, one, isDistinctive);

/** Whether a quotation adds next to nothing to another: few words that it lacks, and no number. */
export const saysNoMore = (one: ReadonlySet<string>, other: ReadonlySet<string>): boolean =>
  hasNearlyAll(one, other, hasNumber);
