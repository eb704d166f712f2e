import { matchAt, type Rule, type Span, span } from "./span.ts";

const BEGIN = /-----BEGIN [A-Za-z0-9 ]{0,40}?(?:PRIVATE KEY(?: BLOCK)?|Static key V1)-----/y;
/** What stands between the lines of a key: breaks however they are escaped, quotes, line numbers, diff signs, comments. */
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

/** Private keys in armour. The armour stays, so that a reader sees what stood there. */
export const pem: readonly Rule[] = [
  {
    anchors: ["-----BEGIN "],
    find({ text, start }) {
      const begin = matchAt(BEGIN, text, start);
      return begin ? bodyAfter(text, start + begin[0].length) : undefined;
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
