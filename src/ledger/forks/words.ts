import { ENGLISH_NUMBERS } from "../../core/index.ts";
import { folded } from "../../memory/index.ts";
import { inEnglish, isUnspaced, spacedOut } from "./tongues.ts";

export const SEPARATOR = ",";
/** A statement is short; what is longer was pasted. */
const LOOKED_AT = 600;
const TOKEN = /[\p{L}\p{M}\p{N}](?:[\p{L}\p{M}\p{N}._/'+#@-]*[\p{L}\p{M}\p{N}+#])?|[,;:()–—]/gu;
/** "us-east-1", "date2-fns" and "v1.2-rc" are names; "15-minute" and "client-side" are two words. */
const NAME_WITH_NUMBER = /^(?!\d+-\p{L}+$)(?=.*\d)/u;
const THOUSANDS = /(?<=\d)[,_](?=\d{3}(?!\d))/g;
const CAMEL = /(?<=\p{Ll})(?=Case\b)/gu;
const NUMBERS = ["zero", ...ENGLISH_NUMBERS];
/** "One" is a number before what is counted, and else mostly none. */
const ONE = /\b(?:one|an)(?= (?:second|minute|hour|day|week|month|year)\b)/g;
const UNIT_GLUED = /^(\d+(?:\.\d+)?)(ms|s|m|h|d|kb|mb|gb|px|%)$/;

function spelledOut(word: string): string[] {
  const plain = word.replaceAll("’", "'");
  if (plain.endsWith("n't")) return [plain.slice(0, -3), "not"];
  const bare = plain.replace(/'(?:s|ll|ve|d|m|re)$/, "");
  const elided = /^(?:l|d|n|j|s|c|qu)'(.+)$/.exec(bare)?.[1] ?? bare;
  const number = NUMBERS.indexOf(elided);
  if (number > 1) return [String(number)];
  const glued = UNIT_GLUED.exec(elided);
  if (glued !== null) return [glued[1] ?? "", glued[2] ?? ""];
  return elided.includes("-") && !NAME_WITH_NUMBER.test(elided)
    ? elided.split("-").filter((part) => part !== "")
    : [elided];
}

/** The words of a text in small letters and in their order, with commas kept; the frame of other tongues in English. */
export function wordsOf(text: string): string[] {
  const start = folded(text.slice(0, LOOKED_AT).replace(CAMEL, " ")).replace(THOUSANDS, "").replace(ONE, "1");
  const spaced = isUnspaced(start) ? spacedOut(start) : start;
  return (spaced.match(TOKEN) ?? []).flatMap((token) =>
    /^[,;:()–—]$/.test(token) ? [SEPARATOR] : spelledOut(token).map(inEnglish),
  );
}

/** By which two texts that differ in marks only are the same. */
export const flat = (text: string): string => wordsOf(text).join(" ");
