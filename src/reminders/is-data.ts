/** "name": …, as in JSON; a message for people may contain a few. */
const KEYED = /"[^"\n]{1,80}"\s*:/g;
const MOST_KEYS = 2;
/** A line of a file as tools show it: with its number, or as a change. */
const OF_FILE = /^\s*(?:\d+(?:→|\t|\s*[|:│])|[+-]{3} |@@ |diff --git )/;
const LISTED_SHARE = 0.3;
/** Longer "words" are data. */
const LONGEST_WORD = 120;
/** A line that is longer and has no end of a sentence was not written for people. */
const LONGEST_LINE = 400;
const SENTENCE_END = /[.!?…。！？](?:\s|$)/;
const MOST_SIGNS = 0.25;

const shareOf = (part: number, whole: number): number => (whole === 0 ? 0 : part / whole);

/** Whether tool output is data or part of a file rather than a message: the file may have changed since. */
export function isData(text: string): boolean {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  if ((text.match(KEYED)?.length ?? 0) > MOST_KEYS) return true;
  if (shareOf(lines.filter((line) => OF_FILE.test(line)).length, lines.length) >= LISTED_SHARE) return true;
  if (lines.some((line) => line.length > LONGEST_LINE && !SENTENCE_END.test(line))) return true;
  if (text.split(/\s+/).some((word) => word.length > LONGEST_WORD)) return true;
  const signs = text.match(/[{}[\]()<>;=|\\"'`$]/g)?.length ?? 0;
  return shareOf(signs, text.replace(/\s+/g, "").length) > MOST_SIGNS;
}
