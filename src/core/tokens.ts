// A piece is a run of letters, up to three digits, a run of one symbol class, or a line break with its indentation:
// close to how byte-pair vocabularies cut text, without their tables. Scripts that put no spaces between words cost
// about a token a character.
const PIECES =
  /(?:(?![\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}])\p{L}){1,7}|\p{L}|\p{N}{1,3}|[^\s\p{L}\p{N}]{1,2}|\n\s*/gu;
const PIECES_PER_TOKEN = 1.11;

/** A fast estimate of how many tokens a model will count for `text`. */
export function estimateTokens(text: string): number {
  if (text.length === 0) return 0;
  let pieces = 0;
  PIECES.lastIndex = 0;
  while (PIECES.exec(text) !== null) pieces++;
  return Math.max(1, Math.round(pieces / PIECES_PER_TOKEN));
}
