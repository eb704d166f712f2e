import { BRACKET, has, isWordy } from "./character-classes.ts";
import { isLookAlike, isPlaceholder, isRandom } from "./not-secrets.ts";
import { endAt, type Hit, MARKER, matchAt, type Rule, type Span, span } from "./span.ts";
import { beginsWord } from "./text.ts";
import { QUOTE, readBare, wholeEnd } from "./values.ts";

const AFTER_NAME = new RegExp(
  String.raw`${QUOTE}?\]?[ \t]{0,8}(?:=>|:=|[:=,]|%3A)[ \t]{0,8}(?:\[\s{0,8})?[bfru]?${QUOTE}?[ \t]{0,4}`,
  "y",
);
const SCHEME = /(?:[A-Za-z][A-Za-z0-9_-]{1,31})(?:[ \t]{1,4}|\+|%20)(?:token=["']?)?/y;
/** Schemes whose credentials are several pairs; the header is taken to its end. */
const MANY_PARTS = /(?:AWS4-HMAC-SHA256|Digest|OAuth|Signature|NLAuth|SharedKey\w*|Hawk|GoogleLogin|MAC)[ \t]/y;
const REST_OF_HEADER = /[^\r\n'`\\]{16,400}/y;

function isCredential(value: string, shortest: number): boolean {
  if (value.length < shortest || value.includes(MARKER) || isPlaceholder(value)) return false;
  return !isWordy(value) && !has(value, BRACKET) && /[0-9A-Z+/=]/.test(value) && !isLookAlike(value);
}

function credentialAt(text: string, at: number, shortest: number): readonly Span[] | undefined {
  const value = readBare(text, at);
  return value && isCredential(value.text, shortest) ? span(value.start, wholeEnd(text, value)) : undefined;
}

function authorizationAt({ text, end }: Hit): readonly Span[] | undefined {
  const at = endAt(AFTER_NAME, text, end);
  if (at < 0) return undefined;
  if (endAt(MANY_PARTS, text, at) >= 0) {
    const rest = matchAt(REST_OF_HEADER, text, at);
    if (rest && /[A-Za-z0-9+/]{24}/.test(rest[0]) && !rest[0].includes(MARKER)) {
      const scheme = rest[0].indexOf(" ") + 1;
      return span(at + scheme, at + rest[0].replace(/["\s]+$/, "").length);
    }
  }
  const credential = endAt(SCHEME, text, at);
  return (credential < 0 ? undefined : credentialAt(text, credential, 6)) ?? credentialAt(text, at, 16);
}

const authorization: Rule = { anchors: ["authorization", "x-auth", "www-authenticate"], find: authorizationAt };

const BEARER_GAP = new RegExp(
  String.raw`(?:[ \t]{1,4}|\+|%20|[ \t]{0,2}[:=][ \t]{0,2})(?:token[ \t]{0,2}[:=]?[ \t]{0,2})?${QUOTE}?`,
  "iy",
);

const bearer: Rule = {
  anchors: ["bearer"],
  find({ text, start, end, floor }) {
    const at = beginsWord(text, start, floor) ? endAt(BEARER_GAP, text, end) : -1;
    return at < 0 ? undefined : credentialAt(text, at, 12);
  },
};

const BASIC = /[ \t]{1,4}([A-Za-z0-9+/]{8,}={0,2})/y;

const basic: Rule = {
  anchors: ["basic"],
  find({ text, end }) {
    const match = matchAt(BASIC, text, end);
    const credentials = match?.[1];
    if (!match || !credentials) return undefined;
    const plain = Buffer.from(credentials.slice(0, 512), "base64").toString("latin1");
    const pair = /^[\x20-\x7e]{1,128}:([\x20-\x7e]*)$/.exec(plain);
    if (!pair || isPlaceholder(pair[1] ?? "")) return undefined;
    return span(end + match[0].length - credentials.length, end + match[0].length);
  },
};

const COOKIE_START = new RegExp(String.raw`${QUOTE}?[ \t]{0,4}[:=,][ \t]{0,4}${QUOTE}?[ \t]{0,4}`, "y");
const COOKIE_FLAG = /[ \t]{1,4}["']?(?=[\w.-]{1,64}=)/y;
const COOKIE_PAIR = /([\w.%$-]{1,80})=([^;\s"'\\,]{0,4096})(?:;[ \t]{0,4}|$)?/y;
const MEASURING =
  /^_?(?:_?ga|gid|gat|gcl|utm|fbp|fbc|hj|mkt|clck|clsk|amplitude|mp_|optimizely|_dc_gtm)|^(?:path|domain|expires|max-age|samesite|secure|httponly|version|priority|locale|lang|theme|csrf\w*|xsrf\w*)$/i;
const SESSION = /sess|sid$|auth|token|jwt|remember|login|secret|credential/i;

function cookiesAt(text: string, at: number): readonly Span[] {
  const spans: Span[] = [];
  let next = at;
  for (let i = 0; i < 64; i++) {
    const pair = matchAt(COOKIE_PAIR, text, next);
    if (!pair) break;
    const [, name = "", value = ""] = pair;
    const start = next + name.length + 1;
    next += pair[0].length;
    if (MEASURING.test(name) || value.includes(MARKER) || isPlaceholder(value)) continue;
    if (isRandom(value, SESSION.test(name) ? 12 : 20)) spans.push({ start, end: start + value.length });
  }
  return spans;
}

const cookies: Rule = {
  anchors: ["cookie"],
  find({ text, end }) {
    const start = matchAt(COOKIE_START, text, end) ?? matchAt(COOKIE_FLAG, text, end);
    return start ? cookiesAt(text, end + start[0].length) : undefined;
  },
};

const curlCookie: Rule = {
  anchors: [" -b "],
  find({ text, end }) {
    const quote = matchAt(/["']?/y, text, end);
    return cookiesAt(text, end + (quote?.[0].length ?? 0));
  },
};

/** Credentials as HTTP carries them. */
export const headers: readonly Rule[] = [authorization, bearer, basic, cookies, curlCookie];
