import { isSpacedPathLike } from "./path-shape.ts";

/** Lines of a file, counted from 1, both ends included. */
export interface Lines {
  readonly from: number;
  readonly to: number;
}

/** Line numbers at the end of a path: `:12`, `:12-40`, `:12:5`, `#L3-L9`. */
const JOINED = /^(.+?)(?::(\d+)(?:[-–](\d+)|:\d+)?|#L(\d+)(?:[-–]L?(\d+))?)$/;
/** And after it: ` lines 45-47, 60`. */
const FOLLOWING =
  /^[`"')]*\s*[,(]?\s*(?:at |in )?lines?\s+(\d+(?:\s*(?:[-–—]|to)\s*\d+)?(?:\s*(?:,|and|&)\s*\d+(?:\s*(?:[-–—]|to)\s*\d+)?)*)/i;
const FOLLOWING_WITHIN = 120;

function linesIn(text: string): Lines[] {
  return text.split(/,|and|&/).flatMap((part) => {
    const [from, to] = part.split(/[-–—]|to/).map(Number);
    return from === undefined || !Number.isInteger(from) || from < 1 ? [] : [{ from, to: Math.max(from, to ?? from) }];
  });
}

/** A path without the line numbers at its end, and what they are. */
export function withoutLines(word: string): { readonly path: string; readonly lines: readonly Lines[] } {
  const joined = JOINED.exec(word);
  const from = joined?.[2] ?? joined?.[4];
  const to = joined?.[3] ?? joined?.[5] ?? from;
  return { path: joined?.[1] ?? word, lines: from === undefined ? [] : linesIn(`${from}-${to}`) };
}

/** The line numbers that follow at a place of a text. */
export const linesFollowing = (text: string, at: number): Lines[] =>
  linesIn(FOLLOWING.exec(text.slice(at, at + FOLLOWING_WITHIN))?.[1] ?? "");

/* The words of a text that may be paths, in any punctuation. */

export interface Word {
  readonly text: string;
  /** In backticks, which mark names. */
  readonly isQuoted: boolean;
  readonly from: number;
  /** Where the text continues. */
  readonly to: number;
}

const ADDRESS = /\b[a-z][a-z+.-]{0,30}:\/\/[^\s`]{1,4096}/gi;
/** On one line, in quotation marks of some kind. */
const QUOTED = /`([^`\n]{1,300})`|(?<![\p{L}\p{N}])(?:"([^"\n]{1,300})"|'([^'\n]{1,300})'|“([^”\n]{1,300})”)/gu;
/** One word in backticks is taken whole, with folders like `[id]`, `(group)` and `<name>` in it. */
const ONE_WORD = /^(?:[^\s"',;|=<>()[\]{}]|(?<![^/$])[([{][^\s/()[\]{}]+[)\]}](?=[/.]|$)|<[^\s<>]+>)+$/;
/**
 * Punctuation between words. Colons belong to line numbers; `*`, `?` and `\` stay, so that a pattern is seen to be one.
 */
const BETWEEN_WORDS = /:(?!\d)|#(?!L\d)|(?![_./@%&*?\\:#–-])\p{P}/gu;
/** As long as a path can be: over megabytes without a blank the regular expression would run out of its own stack. */
const WORD = /[^\s|=<>`]{1,4096}/g;

/**
 * A run of letters in a script that is written without spaces or joined to its neighbours ends a path that it touches:
 * 请改src/a.ts和b.ts. Within a path it belongs to it: src/认证.py.
 */
const OTHER_LETTER = String.raw`(?![\p{sc=Latin}\p{sc=Cyrillic}\p{sc=Greek}])\p{L}\p{M}*`;
const BETWEEN_PATHS = new RegExp(
  String.raw`(?<![/._-]|${OTHER_LETTER})(?:${OTHER_LETTER})+(?![/_-]|\.[\p{L}\p{N}]|${OTHER_LETTER}|\p{M})`,
  "gu",
);

const STOPS = /(?<![.:!?…–-])[.:!?…–-]+$/;
const blank = (text: string): string => " ".repeat(text.length);

/** Without emphasis around it and without the stops after it. */
function bare(word: string): string {
  const stopped = word.replace(STOPS, "");
  const emphasised = /^(\*{1,3})([^*]+)\1$/.exec(stopped)?.[2];
  return emphasised === undefined ? stopped : bare(emphasised);
}

/** Quotations that are one word, or a path with spaces. */
function quotedIn(text: string, isPath: (path: string) => boolean): Word[] {
  return [...text.matchAll(QUOTED)].flatMap(
    ({ 0: quotation, 1: ticked, 2: double, 3: single, 4: curly, index: from }) => {
      const quoted = (ticked ?? double ?? single ?? curly ?? "").trim();
      const isQuoted = ticked !== undefined;
      const { path } = withoutLines(quoted);
      const isOne = quoted.includes(" ") ? isPath(path) || isSpacedPathLike(path) : isQuoted && ONE_WORD.test(quoted);
      return isOne ? [{ text: bare(quoted), isQuoted, from, to: from + quotation.length }] : [];
    },
  );
}

/** The text with blanks in the place of these words. */
function without(text: string, words: readonly Word[]): string {
  const kept = words.map(({ from, to }, n) => text.slice(words[n - 1]?.to ?? 0, from) + blank(text.slice(from, to)));
  return kept.join("") + text.slice(words.at(-1)?.to ?? 0);
}

/**
 * Every word in its order. Those in quotation marks may hold spaces where `isPath` knows them or they look like a path.
 */
export function wordsIn(text: string, isPath: (path: string) => boolean): Word[] {
  const plain = text.replace(ADDRESS, blank);
  const quoted = quotedIn(plain, isPath);
  const unquoted = without(plain, quoted).replace(BETWEEN_PATHS, blank).replace(BETWEEN_WORDS, " ");
  const others = [...unquoted.matchAll(WORD)].map(
    ({ 0: word, index: from }): Word => ({ text: bare(word), isQuoted: false, from, to: from + word.length }),
  );
  return [...quoted, ...others].sort((a, b) => a.from - b.from);
}
