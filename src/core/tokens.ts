import { Codes } from "./character-codes.ts";

// A byte-pair tokenizer first cuts text into words, numbers, signs and white space, and most of these pieces are in its
// vocabulary. So the text is read once, as runs of one kind of character, and each run costs what such runs cost o200k
// on average. The figures were fitted on source code, manuals, message catalogues and logs of many packages and
// languages;
// `npm run bench -- tokens` compares the sum with the real tokenizer.

const LOWER = 0;
const UPPER = 1;
const DIGIT = 2;
const ACCENTED = 3;
const CYRILLIC = 4;
const EAST_ASIAN = 5;
const OTHER_SCRIPT = 6;
const SPACE = 7;
const BREAK = 8;
const SIGN = 9;
const RARE_SIGN = 10;
const SURROGATE = 11;

/** Where each kind begins; it ends where the next one begins. */
const BLOCKS: readonly (readonly [from: number, kind: number])[] = [
  [0x00, RARE_SIGN],
  [0x09, SPACE],
  [0x0a, BREAK],
  [0x0b, SPACE],
  [0x0d, BREAK],
  [0x0e, RARE_SIGN],
  [0x20, SPACE],
  [0x21, SIGN],
  [0x30, DIGIT],
  [0x3a, SIGN],
  [0x41, UPPER],
  [0x5b, SIGN],
  [0x61, LOWER],
  [0x7b, SIGN],
  [0x7f, RARE_SIGN],
  [0xc0, ACCENTED],
  [0x370, OTHER_SCRIPT],
  [0x400, CYRILLIC],
  [0x530, OTHER_SCRIPT],
  [0x1100, EAST_ASIAN],
  [0x1200, OTHER_SCRIPT],
  // Vietnamese: its words are short, and most are one token with all their accents.
  [0x1e00, LOWER],
  [0x1f00, OTHER_SCRIPT],
  [0x2000, RARE_SIGN],
  [0x3040, EAST_ASIAN],
  [0xd800, SURROGATE],
  [0xe000, RARE_SIGN],
  [0xf900, EAST_ASIAN],
  [0xfb00, OTHER_SCRIPT],
  [0xfe00, RARE_SIGN],
];

const KINDS = BLOCKS.reduce((kinds, [from, kind]) => kinds.fill(kind, from), new Uint8Array(0x10000));

const codes = new Codes();

const isLetter = (kind: number): boolean => kind <= OTHER_SCRIPT && kind !== DIGIT;
const isAlphanumeric = (kind: number): boolean => kind <= DIGIT;

const beyond = (limit: number, length: number): number => (length > limit ? length - limit : 0);

/** Words are in the vocabulary with a space before them; after a sign they are cut more often. */
const wordCost = (length: number, before: number): number =>
  1 + 0.14 * beyond(8, length) + 0.15 * beyond(14, length) + (before === SIGN ? 0.05 * beyond(2, length) : 0);

/** The last of several spaces goes with what follows, unless that is a number; all of them go with a line's end. */
function spaceCost(length: number, next: number): number {
  if (next === BREAK) return 0;
  return (next === DIGIT ? Math.min(2, length) : Math.min(1, length - 1)) + length / 128;
}

function changesIn(text: Uint16Array, from: number, end: number): number {
  let changes = 0;
  for (let at = from + 1; at < end; at++) if (text[at] !== text[at - 1]) changes++;
  return changes;
}

const APOSTROPHE = 0x27;
/** `it's` is one piece: what its last letters would cost as a word is taken back. */
const APOSTROPHE_COST = -0.85;

/**
 * Signs that often occur together share a token, a ruler of one sign takes one for each 64, and `.name` is nearly one.
 */
function signCost(text: Uint16Array, from: number, end: number, before: number, next: number): number {
  if (end - from === 1 && isLetter(next) && before !== SPACE && before !== BREAK)
    return isLetter(before) && text[from] === APOSTROPHE ? APOSTROPHE_COST : 0.15;
  const changes = changesIn(text, from, end);
  return 1 + 0.4 * beyond(1.6, changes) + (end - from - 1 - changes) / 64;
}

function rareSignCost(text: Uint16Array, from: number, end: number): number {
  const changes = changesIn(text, from, end);
  return 1 + changes + (end - from - 1 - changes) / 16;
}

/**
 * Most runs are short words and single spaces: asked for first, and in few words, so that the compiler puts this in
 * line.
 */
function costOfRun(text: Uint16Array, from: number, end: number, kind: number, before: number, next: number): number {
  const length = end - from;
  if (kind === LOWER && before !== ACCENTED) return wordCost(before === UPPER ? length + 1 : length, before);
  if (kind === SPACE) return spaceCost(length, next);
  return costOfRarerRun(text, from, end, kind, before, next);
}

function costOfRarerRun(
  text: Uint16Array,
  from: number,
  end: number,
  kind: number,
  before: number,
  next: number,
): number {
  const length = end - from;
  switch (kind) {
    case UPPER: {
      const acronym = next === LOWER ? length - 1 : length;
      return acronym === 0 ? 0 : 1 + 0.12 * beyond(2, acronym);
    }
    case DIGIT:
      return Math.ceil(length / 3);
    case LOWER:
    // Few English words have an accent: the rest of such a word is cut small.
    case ACCENTED:
      return 0.5 * length;
    case CYRILLIC:
      return 1 + 0.2 * beyond(2, length);
    case EAST_ASIAN:
      return 0.72 * length;
    case OTHER_SCRIPT:
      return 0.39 * length;
    case BREAK:
      return (before === SIGN ? 0 : 1) + (length - 1) / 16;
    case SIGN:
      return signCost(text, from, end, before, next);
    case RARE_SIGN:
      return rareSignCost(text, from, end);
    default:
      return length;
  }
}

/** Hashes, keys and base64 change between cases and digits at every other character, which names and words do not. */
const isRandom = (length: number, runs: number): boolean => length >= 16 && runs > 0.4 * length;
const randomCost = (length: number, runs: number): number => length / 4 + (runs * 2) / 3;

/** A fast estimate of how many tokens a model will count for `text`. */
export function estimateTokens(text: string): number {
  if (text === "") return 0;
  const read = codes.of(text);
  // Asked once: the compiler cannot know that it stays the same, and asking takes as long as the rest of the loop.
  const { length: last } = text;
  let tokens = 0;
  let before = BREAK;
  let kind = KINDS[read[0] ?? 0] ?? BREAK;
  let randomFrom = 0;
  let randomRuns = 0;
  let tokensBefore = 0;
  for (let from = 0, end = 0; from < last; from = end) {
    let next = kind;
    // The end of the text counts as the end of a line.
    do next = KINDS[read[++end] ?? 0] ?? BREAK;
    while (next === kind && end < last);
    if (isAlphanumeric(kind) && !isAlphanumeric(before)) {
      randomFrom = from;
      randomRuns = 0;
      tokensBefore = tokens;
    }
    randomRuns++;
    tokens += costOfRun(read, from, end, kind, before, next);
    if (isAlphanumeric(kind) && !isAlphanumeric(next)) {
      const length = end - randomFrom;
      if (isRandom(length, randomRuns)) tokens = tokensBefore + randomCost(length, randomRuns);
    }
    before = kind;
    kind = next;
  }
  return Math.max(1, Math.round(tokens));
}
