import { isCourtesy, withoutEmphasis, written } from "../../conversation/index.ts";
import { bitOf, hasNoSpaces, type Signal, signalsOf } from "../../core/index.ts";

/** A sentence with what its words and its form tell, before anybody asks what it means. */
export interface Sentence {
  readonly text: string;
  /** The characters of the message, emphasis included. */
  readonly raw: string;
  readonly isQuestion: boolean;
  readonly isHeading: boolean;
  readonly words: number;
  /** A point of a list. */
  readonly isListed: boolean;
  has(signal: Signal): boolean;
}

const LONGEST = 400;
const LONGEST_COURTESY = 40;

const ENDS_ASKING = /[?？]["'”’»)\]\s\p{Extended_Pictographic}]*$|(?:吗|呢|ですか|ますか|까)[。.]?$/u;
const BEGINS_ASKING =
  /^(?:(?:and|but|so|also|ok|okay|hey|well|sorry)[, ]+)?(?:should (?:i|we)|(?:can|could|would|will|do|did|have|are|were) you|(?:can|could|may|shall) (?:i|we)|is (?:there|it)|are there|does|why|how (?:do|does|did|can|could|to|is|are|about|many|much|long)|what(?:['’]s|s| is| are| was| do| does| did| if| about)|which|who(?:['’]s)?|whose|where(?:['’]s| is| are| do| can)|when (?:is|are|do|does|did|will|was)|any (?:idea|chance|thoughts))\b/i;
/** Where, within a sentence that ends as a question, the asking begins: "I moved to Porto, can you find me a dentist?" */
const TURNS_TO_ASKING =
  /[,;:–—][ ](?:(?:and|but|so|then|also|or)[ ])?(?:(?:can|could|would|will|should|shall|do|does|did|is|are|am|was|were|have|has|what|how|why|(?:where|when) (?:can|could|should|do|does|is|are|will)|which (?:one|of)|who (?:should|can|is)|any|right|isn['’]t|don['’]t|please|kannst|können|wie|was|wo|peux|pouvez|comment|puedes|cómo|qué|pode|como|puoi|come)\b|можешь|как )/giu;

const countWords = (text: string): number =>
  hasNoSpaces(text) ? Math.ceil(text.length / 2) : (text.match(/\S+/g)?.length ?? 0);

/** A statement that a question was hung on to is still a statement. */
function splitQuestion(text: string): readonly [statement: string, question: string] | undefined {
  for (const turn of text.matchAll(TURNS_TO_ASKING)) {
    const statement = text.slice(0, turn.index);
    if (countWords(statement) < 4) continue;
    return BEGINS_ASKING.test(statement) ? undefined : [statement, text.slice(turn.index + 1).trim()];
  }
  return undefined;
}

function sentence(raw: string, mark: string, isQuestion: boolean): Sentence {
  const text = withoutEmphasis(raw);
  const signals = signalsOf(text);
  return {
    text,
    raw,
    isQuestion,
    isHeading: mark.startsWith("#"),
    words: countWords(text),
    isListed: mark !== "" && !mark.startsWith("#"),
    has: (signal) => (signals & bitOf[signal]) !== 0,
  };
}

const SYMBOLS = /[{}<>|\\=;$^_`~[\]()&*#@/]/g;
const LETTERS = /\p{L}/u;

/** Code, tables and output that were pasted without a fence are no sentences. */
function isProse(text: string): boolean {
  if (text.length > 4 * LONGEST || !LETTERS.test(text) || /^(?:\||at\s|\$\s|[+-]{2,})/.test(text)) return false;
  if (text.split(" | ", 3).length > 2) return false;
  const symbols = text.replace(/`[^`]*`|\*\*/g, "").match(SYMBOLS)?.length ?? 0;
  return symbols <= 2 + text.length / 20;
}

const CLAUSE_END = /[,;:–—，；、]\s?/g;

/** A sentence that runs on and on is told in parts, divided where its clauses end. */
function* clauses(text: string): Generator<string> {
  let from = 0;
  let lastEnd = 0;
  for (const { index, 0: mark } of text.length > LONGEST ? text.matchAll(CLAUSE_END) : []) {
    if (index - from > LONGEST && lastEnd > from) {
      yield text.slice(from, lastEnd).trim();
      from = lastEnd;
    }
    lastEnd = index + mark.length;
  }
  if (text.length - from > LONGEST && lastEnd > from) {
    yield text.slice(from, lastEnd).trim();
    from = lastEnd;
  }
  if (text.length - from <= LONGEST) yield text.slice(from).trim();
}

/** The sentences of a message that could say something; courtesies and what is no prose left out. */
export function readSentences(content: string): Sentence[] {
  const read: Sentence[] = [];
  for (const { text: raw, mark } of written(content)) {
    if (!isProse(raw) || (raw.length <= LONGEST_COURTESY && isCourtesy(raw))) continue;
    const asks = ENDS_ASKING.test(raw) || BEGINS_ASKING.test(raw);
    const parts = asks ? splitQuestion(raw) : undefined;
    const [statement, question] = parts ?? (asks ? [undefined, raw] : [raw, undefined]);
    if (statement !== undefined) for (const clause of clauses(statement)) read.push(sentence(clause, mark, false));
    if (question !== undefined && question.length <= LONGEST) read.push(sentence(question, mark, true));
  }
  return read;
}
