import { z } from "zod";
import { contentTerms, namesIn, termHash } from "../text/index.ts";

/*
 * What would show that something served was used: its rare words and the names of things in it that the agent could not
 * have had from elsewhere. Kept as hashes, so that nothing of anybody's words is in the bookkeeping.
 */
export interface Marks {
  readonly words: readonly number[];
  readonly names: readonly number[];
}

const MOST_WORDS = 40;
const MOST_NAMES = 20;
const READ = 20_000;

/** What a text has of either. */
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

/** The marks of what was served: `rare` are its rare words, `known` what the agent had before. */
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
