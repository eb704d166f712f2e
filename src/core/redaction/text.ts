function isWordCode(code: number): boolean {
  return (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122) || code === 95;
}

const ESCAPE_TAIL = /(?:\\[nrtbfv0]|\\u[0-9a-fA-F]{4}|\\x[0-9a-fA-F]{2}|%[0-9a-fA-F]{2}|\[[0-9;]{0,8}m)$/;

/** Does a word begin here? What an escape sequence left behind (`\n`, `%3D`, a color) is not part of the word. */
export function beginsWord(text: string, at: number, floor: number): boolean {
  if (at <= floor || !isWordCode(text.charCodeAt(at - 1))) return true;
  return ESCAPE_TAIL.test(text.slice(Math.max(floor, at - 10), at));
}

const LONGEST_NAME = 96;

/** `-`, `.` and `$`: names have them inside, and sentences have them after names. */
function isNameMark(code: number): boolean {
  return code === 45 || code === 46 || code === 36;
}

function isNameCode(code: number): boolean {
  if (code < 128) return isWordCode(code) || isNameMark(code);
  const isPunctuation = code < 0xc0 || (code >= 0x2000 && code < 0x3040) || code >= 0xff00;
  return !isPunctuation;
}

export interface Name {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** The whole identifier, flag or header name around a place, or nothing when it is too long to be one. */
export function nameAround(text: string, from: number, anchorEnd: number, floor: number): Name | undefined {
  let to = anchorEnd;
  while (to > from && !isNameCode(text.charCodeAt(to - 1))) to -= 1;
  let start = from;
  while (start > floor && from - start <= LONGEST_NAME && isNameCode(text.charCodeAt(start - 1))) start -= 1;
  let end = to;
  while (end < text.length && end - to <= LONGEST_NAME && isNameCode(text.charCodeAt(end))) end += 1;
  if (from - start > LONGEST_NAME || end - to > LONGEST_NAME) return undefined;
  while (end > to && isNameMark(text.charCodeAt(end - 1))) end -= 1;
  start = skipEscape(text, start, from, floor);
  return { start, end, text: text.slice(start, end) };
}

/** Where the run of such characters begins that leads to a place, read back at most so far. */
export function runStart(text: string, at: number, floor: number, most: number, isPart: RegExp): number {
  let from = at;
  while (from > floor && at - from < most && isPart.test(text[from - 1] ?? "")) from -= 1;
  return skipEscape(text, from, at, floor);
}

const ESCAPE_HEAD = /^(?:[nrtbfv0]|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2})/;

/** Where the word really begins, when looking back has included the letter of a `\n` or the digits of a `%3D`. */
function skipEscape(text: string, start: number, from: number, floor: number): number {
  const before = start > floor ? text[start - 1] : "";
  if (before === "\\") {
    const tail = ESCAPE_HEAD.exec(text.slice(start, from));
    if (tail) return start + tail[0].length;
  }
  if (before === "%" && /^[0-9a-fA-F]{2}/.test(text.slice(start, from))) return start + 2;
  if (before === "[") {
    const color = /^[0-9;]{0,8}m/.exec(text.slice(start, from));
    if (color) return start + color[0].length;
  }
  return start;
}
