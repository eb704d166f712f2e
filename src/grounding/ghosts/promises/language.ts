const ENGLISH = "the and of to is with for from that your are this in or by";
const OTHERS = [
  "der die das und mit für nicht ist ein eine den von zu auf werden oder im bei",
  "el la los las con para una por que del en se un tus su y como al",
  "le la les des avec pour une est dans et du vos sur au par",
  "o os as com para uma por que do da em seu dos na não",
  "il lo gli con per una che del nel di e dei sono",
];

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(" "));
const english = setOf(ENGLISH);
const others = OTHERS.map(setOf);

const shareOf = (words: readonly string[], known: ReadonlySet<string>): number =>
  words.reduce((count, word) => count + (known.has(word) ? 1 : 0), 0);

/** Whether a text is in a language whose words are not those of code. Short and undecided texts count as English. */
export function isForeignLanguage(text: string): boolean {
  const words =
    text
      .slice(0, 20_000)
      .toLowerCase()
      .match(/\p{L}+/gu) ?? [];
  if (
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Hangul}\p{Script=Cyrillic}\p{Script=Arabic}\p{Script=Greek}]{2}/u.test(
      text,
    )
  )
    return shareOf(words, english) < words.length / 20;
  return Math.max(...others.map((known) => shareOf(words, known))) > shareOf(words, english);
}
