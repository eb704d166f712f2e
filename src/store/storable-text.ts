const SURROGATE = /[\ud800-\udfff]/;
const REPLACEMENT = "\uFFFD";

/**
 * Half a surrogate pair exists in JavaScript only: no encoding can hold it. What is hashed and answered is what is
 * kept.
 */
export const wellFormed = (text: string): string =>
  // Most texts hold no surrogate at all, and looking for one is much quicker than looking for a half.
  SURROGATE.test(text) ? text.replace(/\p{Cs}/gu, REPLACEMENT) : text;

const NO_COLUMN_TEXT = /[\0\ud800-\udfff]/;

/** As a text column can hold it: SQLite's driver ends a text at a zero byte, PostgreSQL refuses one. */
export const columnText = (text: string): string =>
  NO_COLUMN_TEXT.test(text) ? wellFormed(text).replaceAll("\0", REPLACEMENT) : text;
