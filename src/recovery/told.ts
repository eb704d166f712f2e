import type { Said } from "../conversation/index.ts";
import { wordsOf } from "./rescue/index.ts";

/** So much of a sentence stands for the whole of it: longer ones are cut where they are told. */
const SAME_CHARS = 120;
/** So many of its words in one line say the same. */
const ALIKE = 0.7;
const FEWEST_ALIKE = 4;

const flat = (text: string): string => text.replace(/\s+/g, " ").trim().toLowerCase();

/** Whether a text has these words already, in a row; `chars` of them are enough. */
export function saidIn(text: string, chars = SAME_CHARS): (words: string) => boolean {
  const said = flat(text);
  return (words) => said.includes(flat(words).slice(0, chars));
}

/** Whether a line of a text says the same, perhaps in another order of words. */
export function saidAlikeIn(text: string): (words: string) => boolean {
  const isSaid = saidIn(text);
  const lines = text.split("\n").map((line) => wordsOf(line));
  return (words) => {
    const own = [...wordsOf(words)];
    const has = (line: ReadonlySet<string>) => own.filter((word) => line.has(word)).length >= ALIKE * own.length;
    return isSaid(words) || (own.length >= FEWEST_ALIKE && lines.some(has));
  };
}

/** The same without sentences that are told elsewhere. */
export function without(said: Said, told: readonly string[]): Said {
  const text = told.reduce(
    (rest, sentence) => rest.replace(sentence, () => "…"),
    said.text.replace(/\s+/g, " ").trim(),
  );
  return { ...said, text };
}
