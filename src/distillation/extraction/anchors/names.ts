import type { AnchorKind } from "../item.ts";

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const HEX = /^(?=[0-9a-f]*[a-f])(?=[0-9a-f]*\d)[0-9a-f]{7,64}$/;
const TICKET = /^(?:[A-Z][A-Z0-9]{1,9}-\d{1,8}|(?:[\w.-]{1,80}\/[\w.-]{1,80})?#\d{1,8}|![1-9]\d{0,6})$/;
const VERSION = /^v?\d{1,6}\.\d{1,6}\.\d{1,6}(?:[-+.][\w.+-]{1,40})?$|^v\d{1,4}(?:\.\d{1,6})?$/;
const OPAQUE = /^[A-Za-z0-9_-]{8,128}$/;
const NUMBER = /^\d{5,20}$/;
const ADDRESS = /^(?:\d{1,3}\.){3}\d{1,3}(?::\d{1,5})?$/;
const EMAIL = /^[\p{L}\p{N}][\p{L}\p{N}._%+-]{0,63}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,5}$/u;

/** "400-line", "2000px-wide" */
const COUNTED = /^\d+[a-z]*-[a-z-]+$/i;

const count = (text: string, what: RegExp): number => text.match(what)?.length ?? 0;

/** What a single run of characters is, by its form alone: it holds a digit, or an `@`. */
export function nameKind(token: string): AnchorKind | undefined {
  if (token.length > 128) return undefined;
  if (token.includes("@")) return EMAIL.test(token) ? "contact" : undefined;
  if (UUID.test(token)) return "id";
  if (HEX.test(token)) return token.length <= 40 ? "commit" : "id";
  if (TICKET.test(token) || VERSION.test(token) || NUMBER.test(token) || ADDRESS.test(token)) return "id";
  if (!OPAQUE.test(token)) return undefined;
  const digits = count(token, /\d/g);
  const letters = count(token, /[A-Za-z]/g);
  // "toolu_01AbC9", "X1234567", "7q2mz4k9r1td-12", but not "utf-8-encoded" or "step-1-and-2".
  return digits >= 3 && letters >= 1 && digits * 6 >= letters && !COUNTED.test(token) ? "id" : undefined;
}

const PHONE = /(?:\+\d{1,3}[ .-]?|\(\d{2,5}\)[ .-]?)?\d{2,5}(?:[ ./-]\d{2,8}){1,5}(?![\d-])/y;

/** Where the telephone number that begins at `at` ends; -1 where none does. */
export function phoneEnd(text: string, at: number): number {
  if (!/[\d(]\d/.test(text.slice(at, at + 3))) return -1;
  PHONE.lastIndex = at;
  const found = PHONE.exec(text)?.[0];
  if (found === undefined) return -1;
  const digits = count(found, /\d/g);
  const isMarked = found.startsWith("+") || found.startsWith("(") || found.startsWith("0");
  if (digits > 15 || digits < (isMarked ? 7 : 10)) return -1;
  return at + found.length;
}
