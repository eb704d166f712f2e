import { areWords } from "./words.ts";

/** What a value is made of, seen in one pass, so that most questions about it need no expression. */
export const DIGIT = 1;
export const UPPER = 2;
export const LOWER = 4;
export const SPACE = 8;
/** Punctuation that people put into passwords. */
export const MARK = 16;
export const BRACKET = 32;
export const SLASH = 64;
export const DOT = 128;
export const AT = 256;
export const COLON = 512;
export const QUOTE = 1024;
export const DOLLAR = 2048;
export const DASH = 4096;
export const FOREIGN = 8192;

export const LETTER = UPPER | LOWER;

/** The separators that people put between groups. */
const SEPARATOR = 16384;
/** What people fill a placeholder with. */
const FILLER = 32768;

/** In a table rather than in branches: random text makes every branch a wrong guess. */
const BITS = new Uint16Array(65536).fill(FOREIGN, 128);

function mark(characters: string, bits: number): void {
  for (const character of characters) {
    const code = character.charCodeAt(0);
    BITS[code] = (BITS[code] ?? 0) | bits;
  }
}

mark("0123456789", DIGIT);
mark("ABCDEFGHIJKLMNOPQRSTUVWXYZ", UPPER);
mark("abcdefghijklmnopqrstuvwxyz", LOWER);
mark(" \t\r\n\f\v", SPACE);
mark("!@#$%^&*?~+=|;:", MARK);
mark("(){}[]<>", BRACKET);
mark("/\\", SLASH);
mark(".", DOT);
mark("@", AT);
mark(":", COLON);
mark("\"'`", QUOTE);
mark("$%#*", DOLLAR);
mark("-_", DASH);
mark("-_.:/ ", SEPARATOR);
mark("xX*•", FILLER);

export interface Traits {
  bits: number;
  /** Characters other than the separators that people put between groups. */
  solid: number;
  /** Neighbours that are equal or next to each other in order: `aaa`, `123`. */
  steps: number;
  /** Placeholder characters: `x`, `*`, `0`. */
  fillers: number;
  longestFilling: number;
  /** The number of different characters, counted cheaply. */
  distinct: number;
  isWordy: boolean;
}

/** By code, the last measurement that met it: a new measurement has nothing to clear. */
const met = new Float64Array(128);
let measurement = 0;

const last: Traits = { bits: 0, solid: 0, steps: 0, fillers: 0, longestFilling: 0, distinct: 0, isWordy: false };
let lastValue = "";

/** The answer is overwritten by the next question: several are asked about one value in a row. */
export function traitsOf(value: string): Readonly<Traits> {
  if (value !== lastValue) measure(value, value, 0);
  return last;
}

/**
 * Computes the answers for a value in advance, reading it in its text: the characters of a slice are an order of
 * magnitude slower to read than those of the text it was cut from.
 */
export function measure(value: string, text: string, start: number): void {
  let bits = 0;
  let solid = 0;
  let steps = 0;
  let fillers = 0;
  let filling = 0;
  let longestFilling = 0;
  let before = -9;
  let distinct = 0;
  measurement += 1;
  const end = start + value.length;
  for (let i = start; i < end; i++) {
    const code = text.charCodeAt(i);
    const kind = BITS[code] ?? 0;
    bits |= kind;
    if (met[code & 127] !== measurement) {
      met[code & 127] = measurement;
      distinct += 1;
    }
    if ((kind & SEPARATOR) !== 0) continue;
    solid += 1;
    if (code - before <= 1 && before - code <= 1) steps += 1;
    before = code;
    const isFiller = (kind & FILLER) !== 0;
    filling = isFiller ? filling + 1 : 0;
    if (filling > longestFilling) longestFilling = filling;
    if (isFiller || code === 48) fillers += 1;
  }
  lastValue = value;
  last.bits = bits;
  last.solid = solid;
  last.steps = steps;
  last.fillers = fillers;
  last.longestFilling = longestFilling;
  last.distinct = distinct;
  last.isWordy = areWords(text, start, end);
}

/** Releases the last value, which may be a secret and keeps its whole text alive. */
export function forgetTraits(): void {
  lastValue = "";
  last.bits = 0;
}

/**
 * True for names, labels and sentences; false for random strings. Digits are allowed in small groups, as names have
 * them. Of random strings of 16 letters and digits, fewer than one in a hundred passes for words.
 */
export const isWordy = (value: string): boolean => traitsOf(value).isWordy;

/** Has it any of these? */
export function has(value: string, bits: number): boolean {
  return (traitsOf(value).bits & bits) !== 0;
}

/** Has it nothing but these? */
export function hasOnly(value: string, bits: number): boolean {
  return (traitsOf(value).bits & ~bits) === 0;
}
