/*
 * When two texts are the same words: case, white space, markdown and punctuation apart. What can change the meaning
 * stays: a sign inside or in front of a word (1.5, don't, src/a.ts, .env, -5, !x), a question mark, and text that was
 * struck out.
 */

/** "> 5 retries" and "- 5 degrees" may be no list. */
const LIST_MARK = /^[ \t]*(?:[-*+•>]|#{1,6})[ \t]+(?!\d)/gm;
const EMPHASIS = /(?<![\p{L}\p{N}*])(\*{1,3})(?=[\p{L}\p{N}`"'])([^*\n]+?)(?<=\S)\1(?![\p{L}\p{N}*])/gu;
const OPENING = /^["'“„«([]+/;
/** After a digit a sign may be a part of the number: 5' and 5!. */
const CLOSING = /(?:(?<!\d)["'!]|[”»)\].,;:…。，、；：！–—])+$/u;
const CLOSING_OF_CODE = /[.,;:…。，、；：！]+$/u;
const PATH_OF_DOTS = /^\.+$/;
/** Longer runs are not words. */
const LONGEST_WORD = 200;

/** Without the marks of lists, headings and emphasis; code keeps its quotes. */
export const withoutMarks = (text: string): string => text.replace(LIST_MARK, "").replace(EMPHASIS, "$2");

function bare(token: string): string {
  if (token.length > LONGEST_WORD || PATH_OF_DOTS.test(token)) return token;
  const opened = token.replace(OPENING, "");
  const closed = opened.replace(CLOSING, "");
  // `close()` and `rows[0]` end with signs of their own.
  return /[([]/.test(closed) ? opened.replace(CLOSING_OF_CODE, "") : closed;
}

/** A key that is equal for two texts with the same words. */
export function wordsKey(text: string): string {
  const plain = withoutMarks(text.normalize("NFC")).replaceAll("`", "").replaceAll("’", "'").toLowerCase();
  const words = plain.split(/\s+/).map(bare).filter(Boolean).join(" ");
  return words === "" ? plain.trim() : words;
}

/** In front of a word; inside a text only in lower case: "Plan A fails" names a plan. */
const ARTICLES = "the|an?|der|die|das|den|dem|eine?[nmr]?|les?|la|une?|el|l[oa]s|una";
const FIRST = new RegExp(`^(?:${ARTICLES})(?=\\s+[\\p{L}\\p{N}])`, "iu");
const INSIDE = new RegExp(`(?<=\\s)(?:${ARTICLES})(?=\\s+[\\p{L}\\p{N}])`, "gu");

/** A key that is equal for two texts with the same words, articles apart. */
export const wordsKeyWithoutArticles = (text: string): string =>
  wordsKey(withoutMarks(text).trim().replace(FIRST, "").replace(INSIDE, ""));

/** Words that turn a sentence into its opposite. */
const DENIAL =
  /\b(?:not|no|never|none|cannot|without|neither|nor|nicht|kein\p{L}*|nie|niemals|ohne|pas|jamais|sans|nunca|jamás|sin|nem|nunca|sem|non|mai|senza)(?![\p{L}])|n't\b|n’t\b|(?<!\p{L})(?:не|нет|ни|никогда|без)(?!\p{L})|不|没|未|无|ない|なし|ません|않|없/giu;

/** The number of denials: two texts with the same words mean the same only if it is equal. */
export const denials = (text: string): number => text.match(DENIAL)?.length ?? 0;
