import { measure } from "./character-classes.ts";
import { endAt, matchAt } from "./span.ts";

export interface Value {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly quoted: boolean;
}

/** How much of a value is read to judge it; a longer one is still redacted whole. */
const JUDGED = 128;
const LONGEST = 65_536;
const LONGEST_QUOTED = 4096;
const LINE_END = 10;
const BACKSLASH = 92;

/** A quotation mark, however it is escaped. */
export const QUOTE = String.raw`(?:\\{0,15}["'\x60]|&quot;|\\{1,8}u0022|%22)`;
const OPENING = /(?:[bBrRuUfFN]{1,2}|[$@])?(\\{0,15})(["'`])|(&quot;|\\{1,8}u0022|%22)/y;

function literal(text: string, start: number, end: number, quoted: boolean): Value {
  const value = text.slice(start, Math.min(end, start + JUDGED));
  measure(value, text, start);
  return { start, end, text: value, quoted };
}

function closingQuote(text: string, from: number, quote: string, slashes: number): number {
  const limit = Math.min(text.length, from + LONGEST_QUOTED);
  const closes = quote.charCodeAt(0);
  for (let i = from; i < limit; i++) {
    const code = text.charCodeAt(i);
    if (code === LINE_END) return -1;
    if (code !== closes) continue;
    let before = 0;
    while (i - before > from && text.charCodeAt(i - before - 1) === BACKSLASH) before += 1;
    if (before <= slashes) return i - before;
  }
  return -1;
}

function readQuoted(text: string, at: number, quote: string, slashes: number): Value | undefined {
  let start = at;
  if (slashes === 0 && text.startsWith(quote + quote, at)) start += 2;
  const inner = text[start];
  if (slashes === 0 && inner !== quote && (inner === '"' || inner === "'")) start += 1;
  const end = closingQuote(text, start, start > at && inner !== quote ? (inner ?? quote) : quote, slashes);
  if (end <= start) return undefined;
  return literal(text, start, end, true);
}

const NEXT_PAIR =
  /[&;,](?:amp;)?(?:[\s"'\\)\]}]|[\w.$-]{1,40}[=:]|$)|\\{1,8}(?:[nrtbfv"'`]|u00[0-9a-fA-F]{2}|$)|&(?:quot|apos|lt|gt|#x?[0-9a-fA-F]{1,6});/y;

const ENDS = 1;
const MAY_END = 2;
/** What a character does to a bare value, in a table rather than in a row of questions. */
const STOPS = new Uint8Array(65536).fill(ENDS, 0, 33);
for (const character of "\"'`<>|，。；、") STOPS[character.charCodeAt(0)] = ENDS;
for (const character of "&;,\\") STOPS[character.charCodeAt(0)] = MAY_END;

function isStop(text: string, i: number): boolean {
  const stop = STOPS[text.charCodeAt(i)];
  if (stop === 0) return false;
  return stop === ENDS || endAt(NEXT_PAIR, text, i) >= 0;
}

const CLOSERS: Readonly<Record<string, string>> = { ")": "(", "]": "[", "}": "{" };

function trimEnd(text: string, start: number, end: number): number {
  let last = end;
  while (last > start) {
    const char = text[last - 1] ?? "";
    const opener = CLOSERS[char];
    if (opener ? text.slice(start, last).includes(opener) : !".,;:".includes(char)) break;
    last -= 1;
  }
  return last;
}

/** A run without spaces and quotes. */
export function readBare(text: string, start: number): Value | undefined {
  const limit = Math.min(text.length, start + JUDGED);
  let end = start;
  while (end < limit && !isStop(text, end)) end += 1;
  const judged = trimEnd(text, start, end);
  if (judged <= start) return undefined;
  return literal(text, start, judged, false);
}

/** Where a bare value that is longer than what was judged really ends. */
export function wholeEnd(text: string, value: Value): number {
  if (value.quoted || value.end - value.start < JUDGED) return value.end;
  const limit = Math.min(text.length, value.start + LONGEST);
  let end = value.end;
  while (end < limit && !isStop(text, end)) end += 1;
  return end;
}

/** The literal that begins here, in quotes of any depth of escaping or bare. */
export function readValue(text: string, at: number): Value | undefined {
  const code = text.charCodeAt(at);
  if (code === 34 || code === 39) return readAfterQuote(text, at + 1, code === 34 ? '"' : "'", 0);
  const opening = matchAt(OPENING, text, at);
  if (!opening) return readBare(text, at);
  const start = at + opening[0].length;
  const quote = opening[2];
  if (!quote) return readBare(text, start);
  return readAfterQuote(text, start, quote, opening[1]?.length ?? 0);
}

function readAfterQuote(text: string, start: number, quote: string, slashes: number): Value | undefined {
  const isEmpty = slashes === 0 && text[start] === quote && text[start + 1] !== quote;
  if (isEmpty) return undefined;
  return readQuoted(text, start, quote, slashes) ?? readBare(text, start);
}
