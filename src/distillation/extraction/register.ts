import type { Item } from "./item.ts";

interface Heard {
  readonly id: string;
  readonly seq: number;
  readonly at: string;
}

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
  ["Russian", /ы/giu],
  ["Japanese", /[\p{sc=Hiragana}\p{sc=Katakana}]/gu],
  ["Korean", /\p{sc=Hangul}/gu],
  ["Chinese", /[的了我是不在有这那吗你]/gu],
];
const OTHER_THAN_ASCII = /[^\p{ASCII}]/u;

/** What a word tells, and where it tells nothing, what stands before and behind its apostrophe: "that's", "d'une". */
const languagesIn = (word: string): readonly string[] =>
  languagesOf.get(word) ?? (word.includes("'") ? word.split("'").flatMap((part) => languagesOf.get(part) ?? []) : []);

const EMOJI = /\p{Extended_Pictographic}/u;
const FORMAL = /(?<!\p{L})(?:Sie|Ihnen|Ihre?n?|vous|votre|vos|usted|Вы|Вас|Вам|您|ございます|습니다)(?!\p{Ll})/u;
const FAMILIAR =
  /(?<!\p{L})(?:du|dich|dir|dein\p{L}*|tu|toi|ton|tes|tú|ty|ты|тебя|тебе|gonna|wanna|yeah|yep|lol|haha|hey|thx|pls)(?!\p{L})|[a-z]['’](?:s|m|re|ll|ve|d|t)\b/iu;
// The name needs its capital: "call me later" is no name. So the words before it are spelled in both cases.
const CALLED =
  /(?:\b[Cc]all me|\b[Mm]y name(?: is|['’]s)|\bI['’]m called|(?<!\p{L})(?:[Ii]ch heiße|[Nn]enn mich|[Jj]e m['’]appelle|[Aa]ppelle-moi|[Mm]e llamo|[Ll]lámame|[Mm]e chamo|[Mm]i chiamo|[Мм]еня зовут|[Зз]ови меня)|我叫|叫我|私の名前は)\s*(\p{Lu}[\p{L}'’-]{1,30}|[\p{sc=Han}\p{sc=Katakana}]{1,6})|\bI(?:['’]m| am) (\p{Lu}\p{Ll}{2,20}), (?:(?:a|an|the|your)\b|\d)/u;
const SAMPLE = 1000;
const FEWEST = 3;

/** How the two talk with each other, heard message by message. */
export class Register {
  readonly #languages = new Map<string, number>();
  readonly #samples: Heard[] = [];
  #messages = 0;
  #words = 0;
  #emoji = 0;
  #formal = 0;
  #familiar = 0;
  #name: (Heard & { readonly name: string }) | undefined;

  hear(text: string, from: Heard): void {
    const sample = text.slice(0, SAMPLE);
    this.#messages += 1;
    this.#words += sample.match(/\S+/g)?.length ?? 0;
    if (FORMAL.test(sample)) this.#formal += 1;
    if (FAMILIAR.test(sample)) this.#familiar += 1;
    for (const word of sample.toLowerCase().replaceAll("’", "'").match(WORD) ?? [])
      for (const language of languagesIn(word)) this.#count(language, 1);
    if (OTHER_THAN_ASCII.test(sample)) {
      if (EMOJI.test(sample)) this.#emoji += 1;
      for (const [language, letters] of LETTERS) this.#count(language, sample.match(letters)?.length ?? 0);
    }
    const [, named, introduced] = sample.match(CALLED) ?? [];
    const name = named ?? introduced;
    if (name !== undefined) this.#name = { ...from, name };
    this.#samples.push(from);
    if (this.#samples.length > 2) this.#samples.shift();
  }

  #count(language: string, hits: number): void {
    if (hits > 0) this.#languages.set(language, (this.#languages.get(language) ?? 0) + hits);
  }

  *items(): Generator<Item> {
    const newest = this.#samples.at(-1);
    if (this.#name !== undefined) {
      const { name, id, at, seq } = this.#name;
      yield { kind: "register", text: `The user is called ${name}.`, cites: [id], at, seq, weight: 0.9 };
    }
    if (newest === undefined || this.#messages < FEWEST) return;
    const length = this.#words / this.#messages;
    const traits = [
      this.#language(),
      length < 15 ? "in short messages" : length < 60 ? "in messages of a few sentences" : "in long messages",
      this.#formal > this.#familiar ? "formally" : this.#familiar * 3 > this.#messages ? "informally" : "",
      this.#emoji * 4 > this.#messages ? "with emoji" : "",
    ].filter((trait) => trait !== "");
    const cites = this.#samples.map((sample) => sample.id);
    const text = `The user writes ${traits.join(", ")}.`;
    yield { kind: "register", text, cites, at: newest.at, seq: newest.seq, weight: 0.7 };
  }

  #language(): string {
    const [first, second] = [...this.#languages].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
    if (first === undefined) return "";
    return second !== undefined && second[1] * 2 > first[1] ? `${first[0]} and ${second[0]}` : first[0];
  }
}
