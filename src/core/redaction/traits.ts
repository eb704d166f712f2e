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

const BITS = new Uint16Array(128);

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

export interface Traits {
  bits: number;
  /** Characters other than the separators that people put between groups. */
  solid: number;
  /** Neighbours that are equal or next to each other in order: `aaa`, `123`. */
  steps: number;
  /** Characters that stand for others: `x`, `*`, `0`. */
  fillers: number;
  longestFilling: number;
  /** Different characters, as far as they can be told apart cheaply. */
  distinct: number;
}

const SEPARATORS = new Uint8Array(128);
for (const separator of "-_.:/ ") SEPARATORS[separator.charCodeAt(0)] = 1;

function countBits(word: number): number {
  let bits = word - ((word >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return (((bits + (bits >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24;
}

const last: Traits = { bits: 0, solid: 0, steps: 0, fillers: 0, longestFilling: 0, distinct: 0 };
let lastValue = "";

/** The answer is overwritten by the next question: several are asked about one value in a row. */
export function traitsOf(value: string): Readonly<Traits> {
  if (value === lastValue) return last;
  let bits = 0;
  let solid = 0;
  let steps = 0;
  let fillers = 0;
  let filling = 0;
  let longestFilling = 0;
  let before = -9;
  let low = 0;
  let middle = 0;
  let high = 0;
  for (let i = 0; i < value.length; i++) {
    const code = value.charCodeAt(i);
    bits |= code < 128 ? (BITS[code] ?? 0) : FOREIGN;
    if (code < 64) low |= 1 << (code & 31);
    else if (code < 96) middle |= 1 << (code & 31);
    else high |= 1 << (code & 31);
    if (code < 128 && SEPARATORS[code] === 1) continue;
    solid += 1;
    if (code - before <= 1 && before - code <= 1) steps += 1;
    before = code;
    const isFiller = code === 120 || code === 88 || code === 42 || code === 0x2022;
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
  last.distinct = countBits(low) + countBits(middle) + countBits(high);
  return last;
}

/** Has it any of these? */
export function has(value: string, bits: number): boolean {
  return (traitsOf(value).bits & bits) !== 0;
}

/** Has it nothing but these? */
export function hasOnly(value: string, bits: number): boolean {
  return (traitsOf(value).bits & ~bits) === 0;
}
