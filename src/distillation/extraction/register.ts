import type { Item } from "./item.ts";

/** Words that only one of these languages has so often; some are in two of them. */
const LANGUAGES: Readonly<Record<string, string>> = {
  English: "the and you is are was have this that with what my it's i'm please",
  German: "der die das und ich nicht ist ein eine mit auf wir bitte auch für",
  French: "le les je est pas une et pour dans que vous avec c'est merci du",
  Spanish: "el los las es una que por para con pero está muy gracias mi y",
  Portuguese: "não uma com para você está obrigado obrigada meu minha mas isso e os",
  Italian: "il che non è per sono con grazie della una gli mio mia questo",
  Russian: "и не что это я как на мне",
};
const languagesOf = new Map<string, string[]>();
for (const [language, words] of Object.entries(LANGUAGES))
  for (const word of words.split(" ")) languagesOf.set(word, [...(languagesOf.get(word) ?? []), language]);
const WORD = /\p{L}+(?:'\p{L}+)*/gu;

/** Languages that are known by their letters. */
const LETTERS: readonly (readonly [string, RegExp])[] = [
  ["Japanese", /[\p{sc=Hiragana}\p{sc=Katakana}]/gu],
  ["Korean", /\p{sc=Hangul}/gu],
  ["Chinese", /[的了我是不在有这那吗你]/gu],
];
const EMOJI = /\p{Extended_Pictographic}/u;
const SAMPLE = 1000;
const FEWEST = 3;

/** How the user writes, heard message by message. */
export class Register {
  readonly #languages = new Map<string, number>();
  readonly #cites: string[] = [];
  #last = { at: "", seq: 0 };
  #messages = 0;
  #words = 0;
  #emoji = 0;

  hear(text: string, { id, seq, at }: { readonly id: string; readonly seq: number; readonly at: string }): void {
    const sample = text.slice(0, SAMPLE);
    this.#messages += 1;
    this.#words += sample.match(/\S+/g)?.length ?? 0;
    if (EMOJI.test(sample)) this.#emoji += 1;
    for (const word of sample.toLowerCase().replaceAll("’", "'").match(WORD) ?? [])
      for (const language of languagesOf.get(word) ?? []) this.#count(language, 1);
    for (const [language, letters] of LETTERS) this.#count(language, sample.match(letters)?.length ?? 0);
    this.#cites.push(id);
    if (this.#cites.length > 2) this.#cites.shift();
    this.#last = { at, seq };
  }

  #count(language: string, hits: number): void {
    if (hits > 0) this.#languages.set(language, (this.#languages.get(language) ?? 0) + hits);
  }

  items(): Item[] {
    if (this.#messages < FEWEST) return [];
    const length = this.#words / this.#messages;
    const traits = [
      this.#language(),
      length < 15 ? "in short messages" : length < 60 ? "in messages of a few sentences" : "in long messages",
      this.#emoji * 4 > this.#messages ? "with emoji" : "",
    ].filter((trait) => trait !== "");
    const text = `The user writes ${traits.join(", ")}.`;
    return [{ kind: "register", text, cites: [...this.#cites], ...this.#last, weight: 0.7 }];
  }

  #language(): string {
    const [first, second] = [...this.#languages].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
    if (first === undefined) return "";
    return second !== undefined && second[1] * 2 > first[1] ? `${first[0]} and ${second[0]}` : first[0];
  }
}
