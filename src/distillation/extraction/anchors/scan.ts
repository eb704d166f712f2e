import type { AnchorKind } from "../item.ts";
import { dateEnd, dayEnd, isMonth } from "./dates.ts";
import { nameKind, phoneEnd } from "./names.ts";
import { pathOf } from "./paths.ts";
import { isLabel, quantityEnd } from "./quantities.ts";

export type Found = (kind: AnchorKind, value: string) => void;

const GAP = 1;
const DIGIT = 2;
/** `/`, `\\`, `.`, `@`, `#`: what paths, addresses and tickets are written with. */
const SIGN = 4;
const MONEY = 8;

const classes = new Uint8Array(65536);
for (let code = 0; code <= 32; code++) classes[code] = GAP;
// Scripts without spaces end a name as a gap does.
for (let code = 0x2e80; code < 65536; code++) classes[code] = GAP;
for (const gap of "\"'`()[]{}<>|;,*“”‘’«»…–—\u00a0\u2000\u200b\u2028\u2029\u202f") classes[gap.charCodeAt(0)] = GAP;
for (let code = 48; code < 58; code++) classes[code] = DIGIT;
for (const sign of "/\\.@#") classes[sign.charCodeAt(0)] = SIGN;
for (const sign of "€$£¥₹₽₩") classes[sign.charCodeAt(0)] = MONEY;

const INSIDE_NAME = /[\p{L}\w.:#/\\-]/u;
const PRICED = /^ ?\d/;
const TRAILING = /[.:!?=&+-]+$/;
const LONGEST = 2048;
const LONGEST_LABEL = 12;
const URL_END = /[\s"'`<>|\\^{}\u2e80-\uffff]/g;
const SCHEME = /[a-z][a-z0-9+.-]{1,20}$/i;

function scanUrls(text: string, found: Found): void {
  for (let at = text.indexOf("://"); at >= 0; at = text.indexOf("://", at + 3)) {
    const scheme = text.slice(Math.max(0, at - 24), at).match(SCHEME)?.[0];
    if (scheme === undefined) continue;
    URL_END.lastIndex = at + 3;
    const end = Math.min(URL_END.exec(text)?.index ?? text.length, at + LONGEST);
    const url = text.slice(at - scheme.length, end).replace(/[.,;:!?*]+$|[.,;:!?]*[)\]][.,;:!?)\]]*$/, "");
    if (url.length > scheme.length + 4) found("url", url);
    at = Math.max(at, end - 3);
  }
}

/** Columns of small numbers: only a telephone number is written like that. */
const AMONG_OTHERS = /^\d{1,3}\s+\d/;

/** Reads the number that begins at `at`, which may be in the middle of a script without spaces. */
function scanNumber(text: string, at: number, before: string, beforeAt: number, found: Found): number {
  if (isMonth(before)) {
    const end = dayEnd(text, at);
    if (end > 0) {
      found("date", text.slice(beforeAt, end));
      return end;
    }
  }
  const isAmongOthers = AMONG_OTHERS.test(text.slice(at, at + 6));
  const date = isAmongOthers ? -1 : dateEnd(text, at);
  const quantity = isAmongOthers ? -1 : quantityEnd(text, at);
  const phoneAt = "+(".includes(text[at - 1] ?? " ") ? at - 1 : at;
  const phone = phoneEnd(text, phoneAt);
  const end = Math.max(date, phone, quantity);
  if (end < 0) {
    const digits = text.slice(at, at + 8).match(/^\d{1,7}(?![\w.]*\w)/)?.[0];
    if (digits !== undefined && isLabel(before)) found("quantity", text.slice(beforeAt, at + digits.length));
    return at;
  }
  if (end === date) found("date", text.slice(at, end));
  else if (end === quantity) found("quantity", text.slice(at, end));
  else found("contact", text.slice(phoneAt, end));
  return end;
}

/** `a90e3f1..d26b7c4` */
const COMMIT_RANGE = /^([0-9a-f]{7,40})\.{2,3}([0-9a-f]{7,40})$/;

function scanToken(token: string, seen: number, found: Found): void {
  const value = token.replace(TRAILING, "");
  if (value.length < 2) return;
  const kind = (seen & DIGIT) !== 0 || value.includes("@") ? nameKind(value) : undefined;
  if (kind !== undefined) {
    found(kind, value);
    return;
  }
  if ((seen & SIGN) === 0 || value.includes("://")) return;
  const range = COMMIT_RANGE.exec(value);
  if (range) for (const commit of range.slice(1)) found("commit", commit);
  const path = pathOf(value);
  if (path !== undefined) found("path", path);
  // "--config=src/a.json", "FILE=/etc/hosts", "file:src/a.ts"
  else if (value.includes("=")) scanToken(value.slice(value.lastIndexOf("=") + 1), seen, found);
}

/** Every exact string of a text that has a form of its own, in one reading. */
export function scan(text: string, found: Found): void {
  scanUrls(text, found);
  let start = 0;
  let seen = 0;
  let readTo = 0;
  let before = "";
  let beforeAt = 0;
  for (let at = 0; at <= text.length; at++) {
    const kind = at === text.length ? GAP : (classes[text.charCodeAt(at)] ?? 0);
    if (kind !== GAP) {
      // A number begins where no letter or digit precedes it: "v8" and "utf8" are names.
      const isNumber =
        (kind === MONEY && PRICED.test(text.slice(at + 1, at + 3))) ||
        (kind === DIGIT && (seen & (DIGIT | MONEY)) === 0);
      if (isNumber && at >= readTo && (at === start || kind === MONEY || !INSIDE_NAME.test(text[at - 1] ?? "")))
        readTo = scanNumber(text, at, before, beforeAt, found);
      seen |= kind;
      continue;
    }
    const length = at - start;
    if (length > 0) {
      if (length <= LONGEST) {
        if (seen !== 0 && start + 1 >= readTo && text[start - 1] !== "<") scanToken(text.slice(start, at), seen, found);
      }
      // Only the word right before a number belongs to it.
      before = length <= LONGEST_LABEL && text[at] === " " ? text.slice(start, at) : "";
      beforeAt = start;
    } else before = "";
    start = at + 1;
    seen = 0;
  }
}
