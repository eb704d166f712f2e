import { z } from "zod";
import { contentTerms, namesIn, termHash } from "../text/index.ts";

/*
 * What shows that a served item was used: its rare words and names that the agent could not know from elsewhere. Stored
 * as hashes, so that no text is in the bookkeeping.
 */
export interface Marks {
  readonly words: readonly number[];
  readonly names: readonly number[];
}

const MOST_WORDS = 40;
const MOST_NAMES = 20;
const READ = 20_000;

/** The words and names of a text. */
export interface Signs {
  readonly words: ReadonlySet<number>;
  readonly names: ReadonlySet<number>;
}

export function signsOf(text: string): Signs {
  const read = text.slice(0, READ);
  return { words: new Set(contentTerms(read).map(termHash)), names: new Set(namesIn(read).map(termHash)) };
}

export const without = ({ words, names }: Marks, known: Signs): Marks => ({
  words: words.filter((hash) => !known.words.has(hash)),
  names: names.filter((hash) => !known.names.has(hash)),
});

/** The marks of a served text: `rare` are its rare words, `known` are texts the agent already had. */
export function marksOf(served: string, rare: readonly string[], known: readonly string[]): Marks {
  const all: Marks = {
    words: [...new Set(rare.map(termHash))].slice(0, MOST_WORDS),
    names: namesIn(served).map(termHash).slice(0, MOST_NAMES),
  };
  return known.reduce((marks, text) => without(marks, signsOf(text)), all);
}

const hashes = z.array(z.number()).catch([]);
const stored = z.object({ words: hashes, names: hashes });

export const readMarks = (json: string): Marks => stored.parse(JSON.parse(json));
