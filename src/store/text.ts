const REPLACEMENT = "\uFFFD";

/** Half a surrogate pair exists in JavaScript only: no encoding can hold it. What is hashed and answered is what is kept. */
export const wellFormed = (text: string): string => text.replace(/\p{Cs}/gu, REPLACEMENT);

/** As a text column can hold it: SQLite's driver ends a text at a zero byte, PostgreSQL refuses one. */
export const columnText = (text: string): string => wellFormed(text).replaceAll("\0", REPLACEMENT);
