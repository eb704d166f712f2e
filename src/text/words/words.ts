import { stemmer } from "stemmer";
import { IRREGULAR } from "./irregular.ts";

/*
 * How texts become terms, the same for what is indexed and for what is asked. The index is fed with these terms, so
 * that every store finds the same: accents folded, words by their stems, identifiers and paths by their parts, scripts
 * without spaces by characters.
 */

const MARKS = /[\u0300-\u036f]/g;
const WORD = /[\p{L}\p{N}\p{M}]+/gu;
/** Scripts in which words are not set apart, or carry their particles with them. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const UNSPACED_RUN =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{M}]+/gu;
const IDEOGRAPH = /\p{Script=Han}/u;
/** Where an identifier has its joints: `rotateRefreshToken`, `HTTPServer`. */
const JOINT = /(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u;
const CYRILLIC = /^[\u0400-\u04ff]+$/;
const CYRILLIC_ENDING =
  /(?:иями|ями|ами|ого|его|ому|ему|ыми|ими|ует|уют|ает|ают|ешь|ишь|ить|ать|еть|ять|ала|али|ило|или|ую|юю|ая|яя|ое|ее|ые|ие|ый|ии|ой|ей|ом|ем|ам|ям|ах|ях|ов|ев|ал|ил|ла|ло|ли|ть|ет|ит|ют|ят|у|ю|а|я|о|е|ы|и|ь)$/;
/** Longer words are never asked for: a hash, a key, a line of base64. */
const LONGEST_TERM = 40;
const ASCII = /^[a-z0-9]+$/;
const BASIC = /^[ -~]*$/;
const DIGIT = /\d/;

/** Without marks and case; characters of other scripts stay. */
export const folded = (text: string): string =>
  BASIC.test(text)
    ? text.toLowerCase()
    : text.normalize("NFKD").replace(MARKS, "").normalize("NFC").toLowerCase().replaceAll("ß", "ss");

const stems = new Map<string, string>();
const STEMS_KEPT = 20_000;

/** A word without its endings. */
export function stem(word: string): string {
  if (word.length < 3) return word;
  const known = stems.get(word);
  if (known !== undefined) return known;
  if (stems.size >= STEMS_KEPT) stems.clear();
  const found = stemOf(word);
  stems.set(word, found);
  return found;
}

function stemOf(word: string): string {
  if (ASCII.test(word)) return DIGIT.test(word) ? word : stemmer(IRREGULAR.get(word) ?? word);
  if (CYRILLIC.test(word) && word.length > 4) {
    const rest = word.replace(CYRILLIC_ENDING, "");
    return rest.length >= 3 ? rest : word;
  }
  return word;
}

/** Pairs of neighbours, and ideographs alone: `漢字` is found whole and by each character. */
function characters(run: string): string[] {
  const signs = [...run];
  if (signs.length === 1) return signs;
  const terms: string[] = [];
  for (let at = 0; at < signs.length; at++) {
    const sign = signs[at] ?? "";
    if (IDEOGRAPH.test(sign)) terms.push(sign);
    const next = signs[at + 1];
    if (next !== undefined) terms.push(sign + next);
  }
  return terms;
}

const NONE: ReadonlySet<string> = new Set();

function wordTerms(word: string, without: ReadonlySet<string>): string[] {
  // Most words are such, and have neither joints nor anything to fold.
  if (ASCII.test(word)) return without.has(word) ? [] : [stem(word)];
  const pieces = word.split(JOINT).map(folded);
  const terms = pieces.filter((piece) => !without.has(piece)).map(stem);
  return pieces.length > 1 ? [...terms, folded(word)] : terms;
}

/** The terms of a text in order, with repetitions; without those of `without`. */
export function termsOf(text: string, without = NONE): string[] {
  const terms: string[] = [];
  const add = (word: string) => {
    for (const term of wordTerms(word, without))
      if (term !== "" && term.length <= LONGEST_TERM && !without.has(term)) terms.push(term);
  };
  for (const [found] of text.normalize("NFC").matchAll(WORD)) {
    if (!UNSPACED.test(found)) {
      add(found);
      continue;
    }
    for (const [run] of found.matchAll(UNSPACED_RUN)) terms.push(...characters(folded(run)));
    for (const rest of found.split(UNSPACED_RUN)) add(rest);
  }
  return terms;
}
