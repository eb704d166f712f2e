const SURROGATE = /[\ud800-\udfff]/;
const REPLACEMENT = "\uFFFD";

/** No encoding can hold half a surrogate pair, so it is replaced before the text is hashed, stored or returned. */
export const wellFormed = (text: string): string =>
  // Most texts have no surrogate, and this test is much faster than a search for half a pair.
  SURROGATE.test(text) ? text.replace(/\p{Cs}/gu, REPLACEMENT) : text;

const NO_COLUMN_TEXT = /[\0\ud800-\udfff]/;

/** SQLite's driver ends a text at a zero byte, and PostgreSQL refuses one. */
export const columnText = (text: string): string =>
  NO_COLUMN_TEXT.test(text) ? wellFormed(text).replaceAll("\0", REPLACEMENT) : text;
