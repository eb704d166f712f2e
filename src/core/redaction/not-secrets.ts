import {
  AT,
  BRACKET,
  COLON,
  DASH,
  DIGIT,
  DOLLAR,
  DOT,
  FOREIGN,
  has,
  isWordy,
  LETTER,
  MARK,
  QUOTE,
  SLASH,
  SPACE,
  traitsOf,
  UPPER,
} from "./character-classes.ts";

/** `${X}`, `$(cat x)`, `{{ x }}`, `<token>`, `%PASS%`, `%s`, `#{x}`, `[your key]`, `sk-...`: placeholders. */
const TEMPLATE =
  /\$\{|\$\(|\{\{|#\{|%\(|<%|\.\.\.|…|^\$\{?[A-Za-z_][A-Za-z0-9_:.]*\}?$|^\{[^}]*\}?$|^<[^>]*>?$|^%[A-Za-z_]\w*%?$|^\[[^\]]*\]?$|^@\w+@$|^\*+$|^:[a-z_]+$|^__\w+__$/;

/** Words that people write in the place of a secret. */
const STAND_IN =
  /place[-_ ]?holder|change[-_ ]?(?:me|it|this)|replace[-_ ]?(?:me|this|with)|(?:^|[^a-z])(?:example|sample|dummy|redacted|masked|hidden|removed|omitted|censored|sanitized|todo|fixme|your|fake|mock|insert|paste|notreal|foobar)(?:[^a-z]|$)|^your|example(?:key|token|secret)?$|not[-_ ]a[-_ ]real|[-_ ]here$|^my[-_]?(?:super[-_]?)?(?:secret|password|token|api[-_]?key|key)|^super[-_]?secret[-_a-z]*$|^(?:some|any|the|a)[-_](?:secret|password|token|key|value)/i;

/** Values that say nothing: types, states, schemes, and the passwords that software ships with. */
const HOLLOW = new Set(
  `password passwd pass passphrase pwd pw secret secrets token tokens key keys apikey credential credentials auth
  none null nil undefined nan true false yes no on off empty blank unset missing invalid valid required optional expired
  string str text number int integer boolean bool object any unknown void never bytes byte varchar char uuid date buffer
  default value values hidden visible prompt stdin env environment auto manual basic bearer digest oauth jwt apikeyauth inherit
  test testing tester demo admin administrator root user username guest anonymous postgres postgresql mysql mariadb mongo redis
  rabbitmq minioadmin localhost foo bar baz foobar qwerty letmein changeit public private static const let var function class
  self this super return async await new import export from type interface readonly current new-password current-password
  one-time-code off-by-default error ok success failed failure pending disabled enabled`.split(/\s+/),
);
const HOLLOW_NUMBERED =
  /^(?:(?:password|passwd|pass|secret|test|testing|admin|user|token|key|foo|bar|root|guest|demo)[-_]?\d{0,4}|[a-z]{1,10}[-_]?(?:pass|passwd|password|pwd|secret)[-_]?\d?)$/i;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const VERSION = /^[\^~<>=v]{0,3}\d{1,4}(?:\.(?:\d{1,6}|x|\*)){1,3}(?:[-+.][\w.]{1,24})?$/;
const DIGEST = /^(?:sha\d{1,3}|md5|blake\w{1,4}|h1)[-:=]/i;
const ROOTED =
  /^(?:~|\.{1,2})?\/(?:home|usr|etc|var|tmp|opt|run|mnt|nix|root|Users|app|srv|dev|proc|data|secrets|Library|bin)\/|^(?:~|\.{1,2})\/|^[A-Za-z]:[\\/]|^file:/;
const URL = /^[A-Za-z][A-Za-z0-9+.-]{1,20}:\/\//;
const FILE =
  /[\w~-]\.(?:pem|key|crt|cer|p12|pfx|jks|keystore|keytab|json|ya?ml|toml|txt|env|ts|js|py|go|rs|java|rb|sh|md|html?|css|svg|png|conf|cfg|ini|xml|lock|gpg|pub|properties)$/i;
/** Of a public key: forty capital hex digits, or pairs of them between colons. */
const FINGERPRINT = /^(?:[0-9A-F]{40}|(?:[0-9A-Fa-f]{2}:){5,63}[0-9A-Fa-f]{2})$/;
const DATE = /^\d{4}-\d{2}-\d{2}(?:[T ][\d:.]+(?:Z|[+-]\d\d:?\d\d)?)?$/;

export function isUuid(value: string): boolean {
  return value.length === 36 && UUID.test(value);
}

export function isUrl(value: string): boolean {
  return has(value, SLASH) && URL.test(value);
}

/** The same few characters, or characters that count up, again and again: drawn by a hand, not by a generator. */
function isDoodle(value: string): boolean {
  const { solid, steps, fillers, longestFilling, distinct } = traitsOf(value);
  if (longestFilling >= 5) return true;
  if (solid < 4) return false;
  if (solid >= 8 && (steps >= 0.6 * solid || fillers >= 0.6 * solid)) return true;
  return distinct <= Math.min(4, solid / 4);
}

const LONGEST_WORDING = 24;

/** A placeholder for a secret, or nothing at all. */
export function isPlaceholder(value: string): boolean {
  return isDoodle(value) || isStandIn(value);
}

/** The same by its words alone: `qwerty12345` counts up, and may be a real password. */
export function isStandIn(value: string): boolean {
  if ((has(value, BRACKET | DOLLAR | AT | COLON | DOT | FOREIGN) || value.startsWith("__")) && TEMPLATE.test(value))
    return true;
  if (has(value, UPPER) && value.includes("EXAMPLE")) return true;
  const hasWords = isWordy(value) || (value.length <= LONGEST_WORDING && !has(value, DIGIT));
  return hasWords && (HOLLOW.has(value.toLowerCase()) || HOLLOW_NUMBERED.test(value) || STAND_IN.test(value));
}

/** The same for the part of a token after its prefix, where `...` or `[` cannot be part of a real one anyway. */
export function isPlaceholderBody(body: string): boolean {
  return isDoodle(body) || (has(body, UPPER) && body.includes("EXAMPLE")) || (isWordy(body) && STAND_IN.test(body));
}

const MEMBERS = /^(?:\d{1,3}|\*|[A-Za-z_$][\w$]*)(?:\.(?:\d{1,3}|\*|[A-Za-z_$][\w$]*)){2,}$/;

/** `body.0.argument.properties`: each part is a word or a small number. */
function isMemberPath(value: string): boolean {
  return MEMBERS.test(value) && value.split(".").every((part) => part.length < 4 || isWordy(part));
}

/** Places, versions, digests and dates: they look random but are not secrets. */
export function isLookAlike(value: string): boolean {
  if (value.startsWith("0x") && value.length <= 10) return true;
  if ((value.length === 40 || has(value, COLON)) && FINGERPRINT.test(value)) return true;
  if (has(value, DOT) && isMemberPath(value)) return true;
  if (has(value, DOT) && (FILE.test(value) || VERSION.test(value))) return true;
  if (has(value, COLON | DASH | MARK) && (DIGEST.test(value) || DATE.test(value))) return true;
  return has(value, SLASH) && (ROOTED.test(value) || (value.startsWith("/") && isWordy(value)));
}

const CALL =
  /^!|[({[]|=>|->|::|&&|\|\||\?\.|^(?:await|new|typeof|this|self|req|res|process|os|env|config|settings|props|ctx|context|args|opts|options|params|data|user|form|body|window|document|localStorage|sessionStorage|import|secrets|vars|var|local|module|github|steps|inputs|matrix)[.[]/;
const IDENTIFIER = /^[A-Za-z_$@&*!][\w$]*(?:\??\.[A-Za-z_$][\w$]*)*[?!;]?$/;

/** An expression rather than a literal: `getToken()`, `req.body.password`, `hashedPassword`, `String?`. */
export function isCode(value: string): boolean {
  if (has(value, BRACKET | MARK | DOT) && CALL.test(value)) return true;
  return isWordy(value) && IDENTIFIER.test(value);
}

/** Letters and digits that no one would make up by hand. */
export function isRandom(value: string, shortest: number): boolean {
  if (value.length < shortest || !has(value, DIGIT) || !has(value, LETTER)) return false;
  return !has(value, SPACE | BRACKET | QUOTE) && traitsOf(value).distinct >= 8 && !isWordy(value);
}
