import { DIGIT, has, isWordy } from "./character-classes.ts";
import { isSecret, isSpokenSecret, isTypedPassword, isWeakSecret, isWordAndNumber } from "./is-secret.ts";
import { isKeeping, meaningOf, type Promised } from "./names.ts";
import { endAt, type Hit, MARKER, matchAt, type Rule, type Span, span } from "./span.ts";
import { type Name, nameAround } from "./text.ts";
import { QUOTE, readBare, readValue, type Value, wholeEnd } from "./values.ts";

const GAP = String.raw`[ \t]*`;

/** `password === "…"`: a comparison, so only what is surely random counts. */
const COMPARES = `${GAP}[=!]={1,2}${GAP}(?=${QUOTE})`;
/** `env.NAME || "value"`, `get("NAME") or "value"`, `${"$"}{NAME:-value}`. */
const FALLS_BACK = String.raw`${QUOTE}?[\])]?${GAP}(?:\|\||\?\?|or\b|\?:)${GAP}(?=${QUOTE})|:[-=](?=[^}\s])`;
/** `=`, `:`, `:=`, `?=`, `=>`, `->`, also after a closing quote or bracket, in Markdown bold, or percent-encoded. */
const ASSIGNS = String.raw`${QUOTE}?(?:\[\d{0,4}\]|\])?(?:\*\*|__)?[?!]?${GAP}(?:=>|:=|\?=|\+=|->|=(?!=)|:(?!:)|%3[AD]|\\u003d|：)(?:\*\*|__)?${GAP}`;
/** `("NAME", "value")`. */
const NEXT_ARGUMENT = String.raw`${QUOTE}${GAP},\s*(?=[bru]?${QUOTE})`;
/** `name: NAME, value: "…"`, `key="NAME" value="…"`, `NAME --body "…"`. */
const PAIRED = String.raw`${QUOTE}?(?:\s|\\+n|,)+${QUOTE}?(?:value|val|secretstring|content)${QUOTE}?${GAP}[:=]${GAP}|[ \t]+(?:--(?:body|value|data|secret-string|string-value|plaintext)|-b|-v)[ =]`;
/** `apiKey string = "…"`, `token[] = "…"`. */
const TYPED = String.raw`(?:[ \t]+[A-Za-z*&][\w*.&[\]<>]{0,24}|\[\d{0,6}\])[ \t]*:?=[ \t]*(?=["'\x60])`;
/** `PASSWORD('…')`, `.withToken("…")`, `<key>token</key><string>…`. */
const CALLED = String.raw`\((?=${QUOTE})|</key>\s*<string>`;
/** Everything that leads from a name to its value. */
const LEADS = new RegExp([COMPARES, FALLS_BACK, ASSIGNS, PAIRED, NEXT_ARGUMENT, TYPED, CALLED].join("|"), "iy");
/** `<password>…`, `<property name="password">…`. */
const ELEMENT = /(?:["']\s{0,4})?>(?:<!\[CDATA\[)?(?=[^\s<>])/y;
const ANNOTATION = /[A-Za-z_&*][\w<>[\].?&*']{0,40}(?: ?\| ?\w{1,20}){0,2}[ \t]{0,4}=[ \t]{0,4}(?=[bru]?["'`])/y;
const YAML_TAG = /!{1,2}[A-Za-z][\w:-]{0,30}[ \t]{1,4}/y;
const BLOCK_SCALAR = /[|>][-+]?[ \t]{0,4}(?:\r?\n|\\{1,8}n)\s{0,24}/y;
const SCHEME = /(?:Bearer|Basic|Token|Bot|ApiKey|SSWS|GenieKey|Splunk|base64:)[ \t]{0,4}(?=\S)/iy;
const SCHEME_LETTER = /^[abgstABGST]/;
const LIST = new RegExp(String.raw`\[\s{0,24}(?=${QUOTE})`, "y");
const LIST_NEXT = new RegExp(String.raw`${QUOTE}\s{0,24},\s{0,24}(?=${QUOTE})`, "y");
const SPACE = /[ \t]{1,8}(?:\|[ \t]{1,16})?(?=[^\s\-|=:,;(){}])/y;
const SAYS =
  /[ \t]{1,4}(?:(?:for|to|of)[ \t](?:[^\s.,;:]{1,40}[ \t]){1,4})?(?:is|was|will be|are|set to|changed to|reset to|now|lautet|es|est)(?:[ \t]now)?[ \t]{0,2}:?[ \t]{1,4}(["'`*“]{0,2})/iy;
/** "API key provided: …", "token for this host = …". */
const SAYS_LATE = /[ \t](?:[A-Za-z]{1,16}[ \t]){0,3}[A-Za-z]{1,16}(?::[ \t]{1,4}|[ \t]?=[ \t]{0,4})(?=\S)/y;
const SETS =
  /(?:^|[\s;&|"'`])(?:ENV|ARG|setx|setenv|set(?: -\w+)*|#define|define|put|add|config(?: set)?|secrets? set)[ \t]+$/i;

/** `credentials bob:…`. */
const USER = /[A-Za-z][\w.@-]{1,40}:(?=[^\s/])/y;

interface Finding {
  readonly at: number;
  readonly promised: Promised;
  /** The name is one that people set for programs. */
  readonly setting: boolean;
  /** The value follows an equals sign, which sentences do not have. */
  readonly equals?: boolean;
}

const IN_QUERY = /(?:[?&#]|&amp;|\\u0026|%26)$/;
const QUERY_NAME = /(?:^|-)(?:sig|signature|key|code|auth|hmac)$/i;
const NUMBER = /=\d+(?![\w.%/:-])/y;
const BARE_KEY = /^-{0,2}keys?$/i;

function isInQuery({ text, floor }: Hit, name: Name): boolean {
  if (name.start <= floor || !"?&#;6".includes(text[name.start - 1] ?? " ")) return false;
  return IN_QUERY.test(text.slice(Math.max(floor, name.start - 6), name.start));
}

/** What the name does not say alone, its surroundings may: a query string, a dash, the word before. */
function promisedAround(hit: Hit, name: Name): Promised | undefined {
  if (QUERY_NAME.test(name.text) && isInQuery(hit, name) && endAt(NUMBER, hit.text, name.end) < 0)
    return /code|auth/i.test(name.text) ? "hint" : "secret";
  if (!BARE_KEY.test(name.text)) return undefined;
  if (name.text.startsWith("-")) return "hint";
  const apart = /([A-Za-z]+)[ \t]$/.exec(hit.text.slice(Math.max(hit.floor, name.start - 16), name.start));
  return apart?.[1] && isKeeping(apart[1]) ? "secret" : undefined;
}

/** Reads past a type annotation, a block scalar's header, an authentication scheme. */
function literalStart(text: string, at: number): number {
  const first = text[at];
  if (first === '"' || first === "'") return at;
  const skip = first === "|" || first === ">" ? BLOCK_SCALAR : first === "!" ? YAML_TAG : ANNOTATION;
  return Math.max(at, endAt(skip, text, at));
}

function skipScheme(value: Value, text: string): Value | undefined {
  const start = SCHEME_LETTER.test(value.text) ? endAt(SCHEME, text, value.start) : -1;
  if (start < 0) return value;
  if (!value.quoted) return readBare(text, start);
  return start < value.end ? { ...value, start, text: value.text.slice(start - value.start) } : undefined;
}

function judged(text: string, finding: Finding): readonly Span[] | undefined {
  if (text.startsWith(MARKER, finding.at)) return undefined;
  const list = text[finding.at] === "[" ? matchAt(LIST, text, finding.at) : null;
  if (list) return listed(text, finding.at + list[0].length, finding);
  const read = readValue(text, finding.equals === true ? finding.at : literalStart(text, finding.at));
  const value = read && skipScheme(read, text);
  if (!value) return undefined;
  // `DB_PASSWORD: summer2024` is a setting in YAML; where the value has no digit, it may be a variable of code.
  const isLiteral =
    value.quoted ||
    finding.equals === true ||
    (finding.promised === "password" ? has(value.text, DIGIT) : isWeakSecret(value.text));
  const setting = finding.setting && isLiteral;
  if (!isSecret(value, finding.promised, setting) && !(finding.promised === "password" && isTypedIn(text, value)))
    return undefined;
  return span(value.start, wholeEnd(text, value));
}

const LONGEST_LINE = 200;
const LONE_PAIR =
  /^[\s\-*>$#]*(?:export |set |env )?(?:(?!(?:const|let|var|private|protected|public|readonly|static|declare) )[\w.'-]+ ){0,6}[\w.-]+(?:=|:[ \t]+)$/i;

/** `password=hunter2` alone on its line was typed by a person; within a call or an expression it is a variable. */
function isTypedIn(text: string, value: Value): boolean {
  if (value.quoted || !(isWordAndNumber(value.text) || isTypedPassword(value.text))) return false;
  if (!/^(?:$|[\r\n]|[ \t]*(?:$|[\r\n#&]))/.test(text.slice(value.end, value.end + 8))) return false;
  const line = text.slice(Math.max(0, value.start - LONGEST_LINE), value.start);
  return LONE_PAIR.test(line.slice(line.lastIndexOf("\n") + 1));
}

function listed(text: string, at: number, finding: Finding): readonly Span[] {
  const spans: Span[] = [];
  let next = at;
  for (let i = 0; i < 64; i++) {
    const value = readValue(text, next);
    if (!value) break;
    if (isSecret(value, finding.promised, finding.setting)) spans.push({ start: value.start, end: value.end });
    const comma = matchAt(LIST_NEXT, text, value.end);
    if (!comma) break;
    next = value.end + comma[0].length;
  }
  return spans;
}

function elementText(text: string, at: number): Value | undefined {
  const limit = Math.min(text.length, at + 512);
  let end = at;
  while (end < limit && text[end] !== "<" && text[end] !== "\n" && text[end] !== "]") end += 1;
  return end > at ? { start: at, end, text: text.slice(at, end), quoted: true } : undefined;
}

/** After a space: a flag's value, a setting's, or a word that a sentence gives away. */
function apart(hit: Hit, name: Name, promised: Promised, setting: boolean): readonly Span[] | undefined {
  const { text } = hit;
  const valueAt = endAt(SAYS, text, name.end);
  if (valueAt >= 0 && promised !== "hint") return spoken(text, valueAt, 6);
  const late = promised === "hint" ? -1 : endAt(SAYS_LATE, text, name.end);
  if (late >= 0) return spoken(text, late, 16);
  const at = endAt(SPACE, text, name.end);
  if (at < 0) return undefined;
  if (/^-{1,2}pass$/i.test(name.text) && text[at] === "`") return undefined;
  if (name.text.startsWith("-")) return judged(text, { at, promised, setting: true });
  const before = text.slice(Math.max(0, name.start - 32), name.start);
  if (SETS.test(before)) return judged(text, { at, promised: setting ? promised : "hint", setting });
  if (promised === "hint") return setting ? judged(text, { at, promised, setting }) : undefined;
  if (/^-{0,2}pass$/i.test(name.text) || /["'`]?[-/]/y.test(text.slice(at, at + 2))) return undefined;
  if (/["'`]/.test(text[at] ?? "")) return judged(text, { at, promised, setting: false });
  if (setting && promised === "secret") return judged(text, { at, promised: "hint", setting });
  if (promised === "password") return spoken(text, at, 7);
  const user = endAt(USER, text, at);
  return user >= 0 ? spoken(text, user, 7) : spoken(text, at, 20);
}

function spoken(text: string, at: number, shortest: number): readonly Span[] | undefined {
  const value = readValue(text, at);
  if (!value || !isSpokenSecret(value.text, shortest)) return undefined;
  if (shortest >= 16 && isWordy(value.text)) return undefined;
  if (shortest > 6 && isWordy(value.text) && !/\d{2}|[!@#$%^&*]/.test(value.text)) return undefined;
  return span(value.start, wholeEnd(text, value));
}

/** What may follow a name that is about to get a value. */
const LEADS_ON = /[\s"'`\\=:?!+<>,|&%*_\][：()-]/;

/** `("token", "9fK2…")` but not `("/etc/passwd", "utf8")`: the name is the whole argument, and the value no word. */
function isListedName({ text }: Hit, name: Name, at: number, setting: boolean): boolean {
  if (!/["'`]/.test(text[name.start - 1] ?? "")) return false;
  const value = readValue(text, at);
  return value !== undefined && (setting || !isWordy(value.text));
}

/** `PASS: test_login_v2`: a test's result, not a password. */
function isVerdict(text: string, way: string, at: number): boolean {
  if (!/^[ \t]*:[ \t]/.test(way)) return false;
  const value = readValue(text, at);
  return !value?.quoted && !/^[^\s/.]*[!@#$%^&*?~][^\s/.]*$/.test(value?.text ?? "");
}

/** Whether the marker is in the place of the value. */
function isDone(text: string, at: number): boolean {
  for (let i = at + 1; i < at + 6; i++) if (text.charCodeAt(i) === 91 && text.startsWith(MARKER, i)) return true;
  return false;
}

/** The value after an equals sign, a colon, a comma or what else leads to it. */
function led(hit: Hit, name: Name, finding: Finding): readonly Span[] | undefined {
  const { text } = hit;
  const { at, promised, setting } = finding;
  const way = text.slice(name.end, at).trim();
  if (way === "=") return judged(text, { at, promised, setting, equals: true });
  if (way.endsWith(",") && !isListedName(hit, name, at, setting)) return undefined;
  if (name.text.length === 4 && /^pass$/i.test(name.text) && isVerdict(text, text.slice(name.end, at), at))
    return undefined;
  if (way === ":" && text[name.start - 1] === ":") return undefined;
  if (way === ":-" && text[name.start - 1] !== "{") return undefined;
  if (way.includes("==") || way.includes("!=")) return judged(text, { at, promised: "hint", setting: false });
  return judged(text, { at, promised, setting, equals: way.includes("=") });
}

function find(hit: Hit): readonly Span[] | undefined {
  const { text } = hit;
  const name = nameAround(text, hit.start, hit.end, hit.floor);
  if (!name || !LEADS_ON.test(text[name.end] ?? "") || isDone(text, name.end)) return undefined;
  const meaning = meaningOf(name.text);
  const promised = meaning.promised ?? promisedAround(hit, name);
  if (!promised) return undefined;
  const setting = meaning.setting || isInQuery(hit, name);
  const at = endAt(LEADS, text, name.end);
  if (at >= 0) return led(hit, name, { at, promised, setting });
  const inside = endAt(ELEMENT, text, name.end);
  if (inside >= 0 && /[<"']/.test(text[name.start - 1] ?? "")) {
    const value = elementText(text, inside);
    return value && isSecret(value, promised, false) ? span(value.start, value.end) : undefined;
  }
  return apart(hit, name, promised, setting);
}

/** A name that says "secret", and its value, in any notation. */
export const assignments: Rule = {
  anchors:
    `pass pw secret token key auth cred jwt otp psk salt seed sessid sessionid connect.sid _session session_ _pat -pat
    pat= pat: pat" pat' sig= signature= code= hmac= login= kennwort contrase senha wachtwoord пароль 密码 パスワード 비밀번호`.split(
      /\s+/,
    ),
  find,
};
