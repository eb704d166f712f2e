import { endAt, matchAt } from "./span.ts";
import { measureTraits } from "./traits.ts";
import { measureWords } from "./words.ts";

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

const OPENING = /(?:[bBrRuUfFN]{1,2}|[$@])?(\\{0,15})(["'`])|(&quot;|\\{1,8}u0022|%22)/y;

function literal(text: string, start: number, end: number, quoted: boolean): Value {
  const value = text.slice(start, Math.min(end, start + JUDGED));
  measureTraits(value, text, start);
  measureWords(value, text, start);
  return { start, end, text: value, quoted };
}

function closingQuote(text: string, from: number, quote: string, slashes: number): number {
  const limit = Math.min(text.length, from + LONGEST_QUOTED);
  for (let i = from; i < limit; i++) {
    const char = text[i];
    if (char === "\n") return -1;
    if (char !== quote) continue;
    let before = 0;
    while (i - before > from && text[i - before - 1] === "\\") before += 1;
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

function isStop(text: string, i: number): boolean {
  const code = text.charCodeAt(i);
  if (code <= 32 || code === 34 || code === 39 || code === 96 || code === 60 || code === 62) return true;
  if (code === 124) return true;
  if (code !== 38 && code !== 59 && code !== 44 && code !== 92) return false;
  return endAt(NEXT_PAIR, text, i) >= 0;
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
