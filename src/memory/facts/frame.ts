import { folded } from "../text/words.ts";
import { translated, translatedUnspaced } from "./translations.ts";

/** A fact is short; what is longer was pasted, and its beginning tells what it is about. */
export const LOOKED_AT = 600;
export const SEPARATOR = ",";
const SPACELESS = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}ー]/gu;
const TOKEN = /[\p{L}\p{M}\p{N}](?:[\p{L}\p{M}\p{N}._/':@-]*[\p{L}\p{M}\p{N}])?|[,;:()→–—]/gu;
const SENTENCE_END = /(?<!\b(?:\d{1,2}|dr|mr|mrs|ms|st|prof|vs|ca|e\.g|i\.e))[.!。](?=\s|$|[^\p{ASCII}])/u;
/** "timeout=30", "retries: 3" */
const SETTING = /^([\p{L}][\p{L}\p{N}_.-]*) ?[=:] ?([^\s=]+)$/u;
const THOUSANDS = /(?<=\d),(?=\d{3}(?!\d))/g;
const ELISION = /^(l|d|n|j|s|c|m|t|qu)'(.+)$/;

function spelledOut(word: string): string {
  const plain = word.replaceAll("’", "'");
  if (!plain.includes("'")) return plain;
  if (plain === "can't") return "can not";
  if (plain === "won't") return "will not";
  if (plain.endsWith("n't")) return `${plain.slice(0, -3)} not`;
  const elided = ELISION.exec(plain);
  if (elided !== null) return `${elided[1]} ${elided[2]}`;
  if (/^(?:it|that|he|she|there)'s$/.test(plain)) return plain.replace("'s", " is");
  return plain
    .replace(/'(?:s|ll|ve|d)$/, "")
    .replace(/'m$/, " am")
    .replace(/'re$/, " are");
}

/** "Ne … plus" and "nicht … mehr" stand around their verb; what is left of them is one word. */
function closed(words: readonly string[]): string[] {
  const isFrench = words.includes("ne") || words.includes("n");
  const isNegated = words.some((word) => word === "not" || word === "no");
  return words.flatMap((word) => {
    if (isFrench && (word === "ne" || word === "n")) return [];
    if (isFrench && word === "plus") return ["no", "longer"];
    if (word === "pas" || (isFrench && word === "jamais")) return ["not"];
    if (isNegated && word === "mehr") return ["longer"];
    if (word === "anymore") return ["longer"];
    return [word];
  });
}

/** The words of the first sentence in one tongue's frame, with separators kept. */
export function wordsOf(text: string): { readonly words: readonly string[]; readonly isWhole: boolean } {
  const start = folded(text.slice(0, LOOKED_AT))
    .replace(/\s+/g, " ")
    .trim()
    .replace(SETTING, "$1 is $2")
    .replace(THOUSANDS, "");
  const end = SENTENCE_END.exec(start)?.index ?? start.length;
  const isShort = (start.slice(0, end).match(/\S+/g) ?? []).length < 2;
  const sentence = isShort ? start : start.slice(0, end);
  const spaced = translatedUnspaced(sentence).replace(SPACELESS, " $& ");
  const tokens = (spaced.match(TOKEN) ?? []).map((token) =>
    /[;:()–—]/.test(token) && token.length === 1 ? SEPARATOR : spelledOut(token),
  );
  const words = translated(` ${tokens.join("  ")} `.replaceAll("  ", " "))
    .trim()
    .split(" ");
  const isAll = isShort || /^[.!。\s]*$/.test(start.slice(end));
  return { words: closed(words), isWhole: isAll && text.trim().length <= LOOKED_AT };
}
