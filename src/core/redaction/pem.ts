import { matchAt, type Rule, type Span, span } from "./span.ts";

const BEGIN = /-----BEGIN [A-Za-z0-9 ]{0,40}?(?:PRIVATE KEY(?: BLOCK)?|Static key V1)-----/y;
/** Separators of the lines of a key: breaks however they are escaped, quotes, line numbers, diff signs, comments. */
const BETWEEN =
  /(?:\s|\\{1,15}[nrt]|["'`,;|>#*→…]|\\{1,8}u000[aAdD]|%0[AaDd]|<br ?\/?>|&#1[03];|\+(?=\s|["'`])|-(?=\s)|\d{1,6}(?=[→:|\t])|[→:|]|\.{2,})+/y;
const HEADER =
  /(?:Proc-Type|DEK-Info|Version|Comment|Hash|Charset|Encryption|Public-Lines|Private-MAC): ?[^\n\\]{0,120}/y;
const CHUNK = /[A-Za-z0-9+/]+={0,2}|=[A-Za-z0-9+/]{4}/y;
const END = /-----END [A-Za-z0-9 ]{0,60}-----/y;

/** The end of the key material that begins here: as far as lines look like base64, with or without an END. */
function bodyEnd(text: string, from: number): number {
  let at = from;
  let end = from;
  for (;;) {
    at += matchAt(BETWEEN, text, at)?.[0].length ?? 0;
    const header = matchAt(HEADER, text, at);
    if (header) {
      at += header[0].length;
      continue;
    }
    const chunk = matchAt(CHUNK, text, at);
    if (!chunk) return end;
    const after = at + chunk[0].length;
    const isLine = chunk[0].length >= 16 || chunk[0].includes("=");
    if (!isLine && !endsBlock(text, after)) return end;
    at = after;
    end = after;
  }
}

function endsBlock(text: string, at: number): boolean {
  const gap = matchAt(BETWEEN, text, at)?.[0].length ?? 0;
  return matchAt(END, text, at + gap) !== null || matchAt(/=[A-Za-z0-9+/]{4}/y, text, at + gap) !== null;
}

function bodyAfter(text: string, from: number): readonly Span[] | undefined {
  const gap = matchAt(BETWEEN, text, from)?.[0].length ?? 0;
  const end = bodyEnd(text, from);
  return end > from + gap ? span(from + gap, end) : undefined;
}

const PRIVATE_END = /-----END [A-Za-z0-9 ]{0,40}?(?:PRIVATE KEY(?: BLOCK)?|Static key V1)-----/y;
const LONGEST_BODY = 20_000;
const SHORTEST_BODY = 40;
const LONGEST_LINE = 80;
const SHORTEST_LINE = 16;

const isBase64 = (code: number): boolean =>
  (code >= 48 && code <= 57) ||
  (code >= 65 && code <= 90) ||
  (code >= 97 && code <= 122) ||
  code === 43 ||
  code === 47 ||
  code === 61;
/** White space, and the backslash of an escaped line break. */
const isGap = (code: number): boolean => code === 32 || (code >= 9 && code <= 13) || code === 92;

/** Where the lines of base64 begin that end here, read backwards line by line. */
function bodyBefore(text: string, end: number): number {
  let body = end;
  for (let at = end; end - at < LONGEST_BODY; ) {
    let line = at;
    while (line > 0 && at - line < 8 && isGap(text.charCodeAt(line - 1))) line--;
    let from = line;
    while (from > 0 && line - from <= LONGEST_LINE && isBase64(text.charCodeAt(from - 1))) from--;
    const length = line - from;
    // Only the last line of a key is short.
    if (length > LONGEST_LINE || length < (body === end ? 1 : SHORTEST_LINE)) return body;
    body = from;
    at = from;
  }
  return body;
}

/** Private keys in armour. The armour stays, so that a reader sees what was there. */
export const pem: readonly Rule[] = [
  {
    anchors: ["-----BEGIN "],
    find({ text, start }) {
      const begin = matchAt(BEGIN, text, start);
      return begin ? bodyAfter(text, start + begin[0].length) : undefined;
    },
  },
  {
    // A key whose beginning was cut off: the lines of base64 in front of its end.
    anchors: ["-----END "],
    find({ text, start }) {
      const from = matchAt(PRIVATE_END, text, start) ? bodyBefore(text, start) : start;
      return start - from >= SHORTEST_BODY ? span(from, start) : undefined;
    },
  },
  {
    anchors: ["Private-Lines:"],
    find({ text, end }) {
      const count = matchAt(/ ?\d{1,4}/y, text, end);
      return count ? bodyAfter(text, end + count[0].length) : undefined;
    },
  },
];
