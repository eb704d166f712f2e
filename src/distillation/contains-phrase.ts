const INSIDE_WORD = /[\p{L}\p{M}\p{N}_]/u;
const WORD_SPACED = /[\p{sc=Latin}\p{sc=Cyrillic}\p{sc=Greek}\p{N}_]/u;

export const folded = (text: string): string => text.replace(/\s+/g, " ").trim();

/** Whether a word would be cut between these two characters. */
const cuts = (left: string, right: string): boolean =>
  INSIDE_WORD.test(left) && INSIDE_WORD.test(right) && WORD_SPACED.test(left) && WORD_SPACED.test(right);

/** A number that continues after its point or comma is another number. */
const continuesAfter = (text: string, end: number): boolean => /\d[.,]\d/.test(text.slice(end - 1, end + 2));
const startsBefore = (text: string, start: number): boolean =>
  /\d[.,]\d/.test(text.slice(Math.max(0, start - 2), start + 1));

/** Whether `text` has `phrase` as whole words: "5 mg" is not in "45 mg". Both with their white space folded. */
export function containsPhrase(text: string, phrase: string): boolean {
  if (phrase === "") return false;
  for (let at = text.indexOf(phrase); at >= 0; at = text.indexOf(phrase, at + 1)) {
    const end = at + phrase.length;
    const isWhole =
      !cuts(text[at - 1] ?? " ", phrase[0] ?? " ") &&
      !cuts(phrase.at(-1) ?? " ", text[end] ?? " ") &&
      !continuesAfter(text, end) &&
      !startsBefore(text, at);
    if (isWhole) return true;
  }
  return false;
}
