import {
  AT,
  BRACKET,
  DIGIT,
  has,
  hasOnly,
  isWordy,
  LETTER,
  LOWER,
  MARK,
  SLASH,
  SPACE,
  UPPER,
} from "./character-classes.ts";
import type { Promised } from "./names.ts";
import { isCode, isLookAlike, isPlaceholder, isRandom, isUrl, isUuid } from "./not-secrets.ts";
import { MARKER } from "./span.ts";
import type { Value } from "./values.ts";

const EMAIL = /^[\w.+-]{1,64}@[\w-]+(?:\.[\w-]+)+$/;
const REFERENCE = /^(?:arn:|projects\/|vault:|ssm:|env:|file:|ref\+|secret:|op:|data:|urn:)/i;
const HEX = /^(?:0x)?[0-9a-fA-F]+$/;
/** `New-Object`, `HTTP-Header`: capitals only where words begin. */
const COMPOUND = /^(?:[A-Z]?[a-z]+|[A-Z]+)(?:[-_.](?:[A-Z]?[a-z]+|[A-Z]+))+$/;
const GIT_HASH = 40;
const ANOTHER_PAIR = /^[A-Za-z_]\w*=(?!=)/;
const CALL = /^[\w.]+\(.*\)?$/;
const SPEAKS_OF_SECRETS = /pass|secret|token|key|cred|auth/i;

function isEmail(value: string): boolean {
  return has(value, AT) && EMAIL.test(value);
}

/** A URL is judged by what it carries: `https://host/oauth/token` is an address, `https://host/hook/9fK2…` is a key. */
function carriesSecret(url: string): boolean {
  return url.split(/[/?&=#]/).some((part) => isRandom(part, 20));
}

function isPassword(value: string, quoted: boolean, setting: boolean): boolean {
  if (value.length < 4 || has(value, SPACE) || isEmail(value)) return false;
  if (!has(value, LETTER))
    return hasOnly(value, DIGIT) ? value.length >= 6 && (quoted || setting) : has(value, DIGIT) && value.length >= 8;
  const hasDigit = has(value, DIGIT);
  const hasMark = has(value, MARK);
  if (!isWordy(value)) return hasDigit || hasMark || (value.length >= 6 && !COMPOUND.test(value));
  if (has(value, SLASH) && !hasMark) return false;
  if (SPEAKS_OF_SECRETS.test(value)) return hasDigit && (hasMark || setting || (quoted && /\d\d$/.test(value)));
  return hasDigit || hasMark || setting;
}

const WORD_AND_NUMBER = /^(?:[A-Za-z]{3,20}\d{1,6}){1,3}[!?.]?$/;
const VARIABLE =
  /^(?:user|value|input|string|str|o?auth|arg|param|field|item|foo|bar|var|num|int|uint|float|hash|base|utf|varchar|char|text|data|obj|sha|md|version|level|type|step|line|row|col|option|opt|example|sample|placeholder|dummy|x+)\d/i;

/** As people make passwords up: `hunter2`, `Sommer2024!`, `hunter2hunter2`. */
export const isWordAndNumber = (value: string): boolean => isMadeUp(value) && !SPEAKS_OF_SECRETS.test(value);

const isMadeUp = (value: string): boolean =>
  value.length >= 6 && value.length <= 28 && has(value, DIGIT) && WORD_AND_NUMBER.test(value) && !VARIABLE.test(value);

/** `APP_SECRET=supersecret42`: weak, but labelled. One digit after a word of this kind may number a variable. */
export const isWeakSecret = (value: string): boolean =>
  isMadeUp(value) && (!SPEAKS_OF_SECRETS.test(value) || /^[a-z]+\d\d+[!?.]?$/.test(value));

function isToken(value: string, quoted: boolean, setting: boolean): boolean {
  if (setting && isWeakSecret(value)) return true;
  if (value.length < 8 || isEmail(value)) return false;
  if (has(value, SPACE)) return value.split(/\s+/).some((word) => isRandom(word, 20) && !isUrl(word));
  if (!has(value, LETTER)) return hasOnly(value, DIGIT) && value.length >= (quoted || setting ? 12 : 14);
  if (isUrl(value)) return carriesSecret(value);
  if (!isWordy(value)) return has(value, DIGIT | MARK) || (value.length >= 12 && !COMPOUND.test(value));
  return has(value, DIGIT) && value.length >= 12 && /[!@#$^&*?~]/.test(value);
}

function isSurelyRandom(value: string, setting: boolean): boolean {
  if (isUuid(value) || isUrl(value) || !isRandom(value, 16)) return false;
  if (!HEX.test(value)) return true;
  return value.length >= 32 && (setting || value.length !== GIT_HASH);
}

/** Is this literal, under a name that promises so much, a secret? */
export function isSecret(value: Value, promised: Promised, setting: boolean): boolean {
  const { text, quoted } = value;
  if (has(text, BRACKET) && text.includes(MARKER)) return false;
  if (!quoted && has(text, MARK) && ANOTHER_PAIR.test(text) && (!has(text, DIGIT) || isWordy(text))) return false;
  if (isPlaceholder(text) || isLookAlike(text) || (has(text, MARK | SLASH) && REFERENCE.test(text))) return false;
  if (!quoted && (setting ? has(text, BRACKET) && CALL.test(text) : isCode(text))) return false;
  if (promised === "password") return isUrl(text) ? carriesSecret(text) : isPassword(text, quoted, setting);
  if (promised === "secret") return isToken(text, quoted, setting);
  return isSurelyRandom(text, setting);
}

const TECHNICAL =
  /^(?:sha-?\d+|md5|base-?\d+|utf-?\d+|o?auth-?\d?|bcrypt\w*|argon2\w*|pbkdf2\w*|aes-?\d+\w*|rsa-?\d*|ed25519|x509|pkcs-?\d+|tls\w*|http\d?|ipv[46]|[ei]\d+[a-z]|k8s|s3|ec2|2fa|mfa|v\d[\w.]*|\d+(?:st|nd|rd|th|ms|s|kb|mb|px|x)|python\d|es\d+|web3|mp[34]|h264|p12|step-?\d+|[A-Z]{1,6}-\d+|#\d+|\d+-\w+)$/i;

/** In prose, a word that follows "password is": strict, because most words that do are English. */
export function isSpokenSecret(word: string, shortest: number): boolean {
  if (word.length < shortest || word.includes(MARKER) || TECHNICAL.test(word)) return false;
  if (isPlaceholder(word) || isLookAlike(word) || isUrl(word) || isUuid(word) || isEmail(word)) return false;
  if (/[(){}[\]<>/\\]/.test(word) || /^\W/.test(word)) return false;
  if (has(word, DIGIT) && has(word, LETTER)) return true;
  if (word.length >= 16 && has(word, LOWER) && has(word, UPPER) && !isWordy(word)) return !COMPOUND.test(word);
  return /[A-Za-z][!@#$%^&*?~+=]+[A-Za-z]/.test(word) && !isWordy(word);
}

/** `tr0ubadour`, `hunter2supersecret`: behind a label, and alone on its line. Names of variables are `newPassword2`. */
export const isTypedPassword = (value: string): boolean =>
  value.length <= 40 &&
  has(value, DIGIT) &&
  isSpokenSecret(value, 6) &&
  !VARIABLE.test(value) &&
  (!SPEAKS_OF_SECRETS.test(value) || /^[a-z]+\d+[a-z]+\d*$/.test(value));
