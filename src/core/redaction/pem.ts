import { endAt, type Rule, type Span, span } from "./span.ts";

const BEGIN = /-----BEGIN [A-Za-z0-9 ]{0,40}?(?:PRIVATE KEY(?: BLOCK)?|Static key V1)-----/y;
/** Separators of the lines of a key: breaks however they are escaped, quotes, line numbers, diff signs, comments. */
const BETWEEN =
  /(?:\s|\\{1,15}[nrt]|["'`,;|>#*→…]|\\{1,8}u000[aAdD]|%0[AaDd]|<br ?\/?>|&#1[03];|\+(?=\s|["'`])|-(?=\s)|\d{1,6}(?=[→:|\t])|[→:|]|\.{2,})+/y;
const HEADER =
  /(?:Proc-Type|DEK-Info|Version|Comment|Hash|Charset|Encryption|Public-Lines|Private-MAC): ?[^\n\\]{0,120}/y;
const CHUNK = /[A-Za-z0-9+/]+={0,2}|=[A-Za-z0-9+/]{4}/y;
const CHECKSUM = /=[A-Za-z0-9+/]{4}/y;
const END = /-----END [A-Za-z0-9 ]{0,60}-----/y;

/** The end of the key material that begins here: as far as lines look like base64, with or without an END. */
function bodyEnd(text: string, from: number): number {
  let at = from;
  let end = from;
  for (;;) {
    at = Math.max(at, endAt(BETWEEN, text, at));
    const header = endAt(HEADER, text, at);
    if (header >= 0) {
      at = header;
      continue;
    }
    const after = endAt(CHUNK, text, at);
    if (after < 0) return end;
    const isLine = after - at >= 16 || text.slice(at, after).includes("=");
    if (!isLine && !endsBlock(text, after)) return end;
    at = after;
    end = after;
  }
}

function endsBlock(text: string, at: number): boolean {
  const next = Math.max(at, endAt(BETWEEN, text, at));
  return endAt(END, text, next) >= 0 || endAt(CHECKSUM, text, next) >= 0;
}

function bodyAfter(text: string, from: number): readonly Span[] | undefined {
  const start = Math.max(from, endAt(BETWEEN, text, from));
  const end = bodyEnd(text, from);
  return end > start ? span(start, end) : undefined;
}

const PRIVATE_END = /-----END [A-Za-z0-9 ]{0,40}?(?:PRIVATE KEY(?: BLOCK)?|Static key V1)-----/y;
const LONGEST_BODY = 20_000;
const SHORTEST_BODY = 40;
const LONGEST_LINE = 80;
const SHORTEST_LINE = 16;

const BASE64 = new Uint8Array(65536);
for (const character of "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=")
  BASE64[character.charCodeAt(0)] = 1;
/** White space, and the backslash of an escaped line break. */
const isGap = (code: number): boolean => code === 32 || (code >= 9 && code <= 13) || code === 92;

/** Where the lines of base64 begin that end here, read backwards line by line. */
function bodyBefore(text: string, end: number): number {
  let body = end;
  for (let at = end; end - at < LONGEST_BODY; ) {
    let line = at;
    while (line > 0 && at - line < 8 && isGap(text.charCodeAt(line - 1))) line--;
    let from = line;
    while (from > 0 && line - from <= LONGEST_LINE && BASE64[text.charCodeAt(from - 1)] === 1) from--;
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
      const begun = endAt(BEGIN, text, start);
      return begun < 0 ? undefined : bodyAfter(text, begun);
    },
  },
  {
    // A key whose beginning was cut off: the lines of base64 in front of its end.
    anchors: ["-----END "],
    find({ text, start }) {
      const from = endAt(PRIVATE_END, text, start) < 0 ? start : bodyBefore(text, start);
      return start - from >= SHORTEST_BODY ? span(from, start) : undefined;
    },
  },
  {
    anchors: ["Private-Lines:"],
    find({ text, end }) {
      const counted = endAt(/ ?\d{1,4}/y, text, end);
      return counted < 0 ? undefined : bodyAfter(text, counted);
    },
  },
];
