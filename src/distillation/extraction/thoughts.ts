import { beginsAsQuestion, bothEnds, isCourtesy, isQuestion, prose, sentences } from "../../conversation/index.ts";
import { contentTerms } from "../../memory/index.ts";
import { piecesOf } from "../../work/index.ts";
import { type Terms, termsOf } from "./sameness.ts";

/** A few sentences that stand together, or a question, with what its form tells. */
export interface Thought {
  readonly text: string;
  readonly isQuestion: boolean;
  readonly terms: Terms;
}

const TOGETHER = 200;
const LONGEST = 400;
const LONGEST_COURTESY = 40;
/** Of a very long message both ends are read: what lies between was pasted. */
const READ_AT_EACH_END = 6000;

const SYMBOLS = /[{}<>|\\=;$^_`~[\]()&*#@/]/g;
const LETTERS = /\p{L}/u;

/** Code, tables and output that were pasted without a fence say nothing of anybody's. */
function isProse(text: string): boolean {
  if (!LETTERS.test(text) || /^(?:\||at\s|\$\s|[+-]{2,}|["“«])/.test(text)) return false;
  const symbols = text.replace(/`[^`]*`|\*\*/g, "").match(SYMBOLS)?.length ?? 0;
  return symbols <= 2 + text.length / 20;
}

const thought = (text: string, asks: boolean): Thought => ({
  text,
  isQuestion: asks,
  terms: termsOf(text, contentTerms),
});

const FEWEST_WORDS = 4;

/** A statement that a question was hung on to is still a statement: "I moved to Porto in May, can you find me a dentist?" */
function divided(sentence: string): readonly string[] {
  if (!isQuestion(sentence)) return [sentence];
  const commas = [...sentence.matchAll(/, /g)].map(({ index }) => index);
  const comma = commas.find((at) => beginsAsQuestion(sentence.slice(at + 2))) ?? commas.at(-1);
  const head = sentence.slice(0, comma ?? 0);
  if (comma === undefined || beginsAsQuestion(head) || head.split(" ").length < FEWEST_WORDS) return [sentence];
  return [head, sentence.slice(comma + 2)];
}

/** The sentences of one line: what tells something stands together, what asks stands alone. */
function* together(line: string): Generator<Thought> {
  let told = "";
  for (const sentence of sentences(line).flatMap(divided)) {
    const asks = isQuestion(sentence);
    if (told !== "" && (asks || told.length + sentence.length > TOGETHER)) {
      yield thought(told, false);
      told = "";
    }
    if (asks) yield thought(sentence, true);
    else if (sentence.length > LONGEST_COURTESY || !isCourtesy(sentence))
      told = told === "" ? sentence : `${told} ${sentence}`;
  }
  if (told !== "") yield thought(told, false);
}

/** What a message says, thought by thought; courtesies and what is no prose left out. */
export function thoughtsOf(content: string): Thought[] {
  return piecesOf(bothEnds(prose(content), READ_AT_EACH_END))
    .filter(({ text, isTable }) => !isTable && isProse(text))
    .flatMap(({ text }) => [...together(text)])
    .filter(({ text }) => text.length <= LONGEST);
}
