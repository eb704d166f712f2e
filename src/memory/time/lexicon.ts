import { folded } from "../text/words.ts";
import type { Unit } from "./calendar.ts";
import type { Language } from "./language.ts";
import { CHINESE } from "./languages/chinese.ts";
import { ENGLISH } from "./languages/english.ts";
import { FRENCH } from "./languages/french.ts";
import { GERMAN } from "./languages/german.ts";
import { ITALIAN } from "./languages/italian.ts";
import { JAPANESE } from "./languages/japanese.ts";
import { PORTUGUESE } from "./languages/portuguese.ts";
import { RUSSIAN } from "./languages/russian.ts";
import { SPANISH } from "./languages/spanish.ts";
import { namesOf } from "./names.ts";
import { MEANINGS, type Meaning, type Term } from "./terms.ts";

const LANGUAGES = [ENGLISH, GERMAN, FRENCH, SPANISH, PORTUGUESE, ITALIAN, RUSSIAN, CHINESE, JAPANESE] as const;
const UNSPACED = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]+$/u;
const QUARTERS = [1, 2, 3, 4] as const;

/** The words of one language that speak of time, with everything they can mean. */
export interface Lexicon {
  readonly language: Language;
  readonly entries: ReadonlyMap<string, readonly Term[]>;
  /** How many tokens the longest entry has that begins with a token. */
  readonly longest: ReadonlyMap<string, number>;
}

/** An entry as its tokens stand in a question: words apart, signs of unspaced scripts apart too. */
const keyOf = (entry: string): string =>
  UNSPACED.test(entry)
    ? (entry.match(/[一二三四五六七八九十]+|./gu) ?? []).join(" ")
    : folded(entry).replaceAll(/['’-]/g, " ");

const listed = (entries: string): string[] =>
  entries
    .split(",")
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "");

const isMeaning = (name: string): name is Meaning => name in MEANINGS;
const UNITS: readonly Unit[] = ["minute", "hour", "day", "week", "weekend", "month", "quarter", "year"];

function* wordsOf(language: Language): Generator<readonly [string, Term]> {
  for (const [name, entries] of Object.entries(language.words))
    if (isMeaning(name)) for (const entry of listed(entries)) yield [entry, MEANINGS[name]];
  for (const unit of UNITS) {
    const [one = "", many = ""] = (language.units[unit] ?? "").split("|");
    for (const entry of listed(one)) yield [entry, { kind: "unit", unit, many: false }];
    for (const entry of listed(many)) yield [entry, { kind: "unit", unit, many: true }];
  }
  for (const [ordinal, numbers] of [language.numbers, language.ordinals ?? []].entries())
    for (const [index, entries] of numbers.entries())
      for (const entry of listed(entries))
        yield [entry, { kind: "number", value: index + 1, ordinal: ordinal === 1, digits: false }];
  for (const word of language.small.split(/\s+/)) yield [word, { kind: "small" }];
}

function* entriesOf(language: Language): Generator<readonly [string, Term]> {
  yield* wordsOf(language);
  yield* namesOf(language);
  for (const quarter of QUARTERS)
    for (const letter of new Set(["q", language.quarterLetter ?? "q"]))
      yield [`${letter}${quarter}`, { kind: "quarter", quarter: quarter - 1 }];
  yield [",", { kind: "comma" }];
}

function buildLexicon(language: Language): Lexicon {
  const entries = new Map<string, Term[]>();
  const longest = new Map<string, number>();
  for (const [entry, term] of entriesOf(language)) {
    const key = keyOf(entry);
    const tokens = key.split(" ");
    const first = tokens[0] ?? key;
    longest.set(first, Math.max(longest.get(first) ?? 1, tokens.length));
    const known = entries.get(key);
    if (known) known.push(term);
    else entries.set(key, [term]);
  }
  return { language, entries, longest };
}

const built = new Map<Language, Lexicon>();

/** Built when first needed: `Intl` takes milliseconds for the names of a language, and few are ever asked in. */
function lexiconOf(language: Language): Lexicon {
  const lexicon = built.get(language) ?? buildLexicon(language);
  built.set(language, lexicon);
  return lexicon;
}

/** For every word of the tables, the languages that have it, as bits. */
let speakers: Map<string, number> | undefined;

function speakersOf(word: string): number {
  if (!speakers) {
    speakers = new Map();
    for (const [index, language] of LANGUAGES.entries())
      for (const [entry] of wordsOf(language))
        for (const part of keyOf(entry).split(" ")) speakers.set(part, (speakers.get(part) ?? 0) | (1 << index));
  }
  return speakers.get(word) ?? 0;
}

/** The lexicons of the language that most of the words belong to; of several where they cannot be told apart. */
export function lexiconsFor(words: Iterable<string>): Lexicon[] {
  const counts = new Array<number>(LANGUAGES.length).fill(0);
  for (const word of words) {
    let bits = speakersOf(word);
    for (let index = 0; bits > 0; index++, bits >>= 1) if (bits & 1) counts[index] = (counts[index] ?? 0) + 1;
  }
  const most = Math.max(...counts);
  // Chinese and Japanese share their signs: which of them it is shows by which reads more.
  return LANGUAGES.filter((language, index) => {
    const count = counts[index] ?? 0;
    return language.postpositions ? count > 0 : count === most;
  }).map(lexiconOf);
}
