const WORD = /[\p{L}\p{N}_]/u;
const MARK = /\p{M}/u;
/** Scripts without blanks between words, or with particles at them: a word may end between any two letters. */
const WITHOUT_BLANKS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}]/u;
/** The point of 3.5, of 1.2.3 and of 1,5. */
const INSIDE_NUMBER = /\d[.,]\d/;

export const foldSpace = (text: string): string => text.replace(/\s+/g, " ").trim();

/** Whether a position is inside a word or a number, so that a cut there would leave only a part of it. */
function isWithinToken(text: string, at: number): boolean {
  const left = [...text.slice(Math.max(0, at - 2), at)].at(-1) ?? "";
  const right = [...text.slice(at, at + 2)][0] ?? "";
  if (MARK.test(right)) return true;
  if (WITHOUT_BLANKS.test(left) || WITHOUT_BLANKS.test(right)) return false;
  if (WORD.test(left) && WORD.test(right)) return true;
  return INSIDE_NUMBER.test(text.slice(Math.max(0, at - 2), at + 1)) || INSIDE_NUMBER.test(text.slice(at - 1, at + 2));
}

/**
 * Where a text has a phrase as whole words: `5 mg` is not in `45 mg`, nor `timeout = 30` in `timeout = 3000`. Both with
 * their white space folded.
 */
export function* placesOf(text: string, phrase: string): Generator<number> {
  if (phrase === "") return;
  for (let at = text.indexOf(phrase); at >= 0; at = text.indexOf(phrase, at + 1))
    if (!isWithinToken(text, at) && !isWithinToken(text, at + phrase.length)) yield at;
}

export const hasPhrase = (text: string, phrase: string): boolean => !placesOf(text, phrase).next().done;
