import { contentTerms } from "../../memory/index.ts";

/** The words of a text; a name has the words it is made of. */
export const wordsOf = (text: string): ReadonlySet<string> => new Set(contentTerms(text));

/**
 * How far each name is made of given words, 0 to 1. A word counts by how few of the names have it: what half of them are made of
 * sets none apart.
 */
export function madeOf(words: ReadonlySet<string>, names: Iterable<string>): (name: string) => number {
  const parts = new Map<string, ReadonlySet<string>>();
  const having = new Map<string, number>();
  for (const name of names) {
    const own = wordsOf(name);
    parts.set(name, own);
    for (const word of own) having.set(word, (having.get(word) ?? 0) + 1);
  }
  return (name) => {
    const own = parts.get(name) ?? wordsOf(name);
    let shared = 0;
    for (const word of own) if (words.has(word)) shared += 1 / (having.get(word) ?? 1);
    return shared / Math.max(1, own.size);
  };
}
