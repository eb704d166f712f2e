import { expressionOf } from "../../harnesses/traits/index.ts";
import { prose, soundsLikeDecision, soundsLikeRule } from "../../text/index.ts";
import type { Statement } from "./session-reading.ts";

/** A prompt of more lines was pasted or written by a program, but for its beginning and its end. */
const OWN_LINES = 6;
const LONGEST_LIST = 14;
const OWN_CHARS = 1500;
const LINES_AT_EACH_END = 2;
const LONGEST_OWN_LINE = 400;

const CLIENT_TEXT = expressionOf(({ writtenForUser }) => writtenForUser);
export const isClientText = (prompt: string): boolean => CLIENT_TEXT.test(prompt);

/** Long quotations: not the user's own words. */
const QUOTATION =
  /«[^»]{40,}»|“[^”]{40,}”|„[^“”]{40,}[“”]|「[^」]{20,}」|『[^』]{20,}』|(?<![^\s([{])"(?=\S)[^"\n]{60,}(?<=\S)"/gu;
/** Shorter ones, of more than one word: what is quoted there is no rule of the user's. */
const QUOTED_WORDS =
  /«[^»]+»|“[^”]+”|„[^“”]+[“”]|「[^」]+」|『[^』]+』|(?<![^\s([{:])"[^"\n]*\s[^"\n]*"|(?<![^\s([{:])'[^'\n]*\s[^'\n]*'(?![\p{L}\p{N}])/gu;

const LIST_LINE = /^\s*(?:#|\*\*|[-*•]\s|\d+[.)]\s)/;
const HEADING = /^#{1,6}\s/;
/** A line of a terminal, a log or a trace: it begins with a prompt, a time, a level or the name of an error. */
const LOG_LINE =
  /^\s*(?:[❯➜$] |(?:error|fatal|warning|panic): |\[?\d{4}-\d\d-\d\d[T ]|\[?\d\d:\d\d:\d\d|(?:\w*Error|ERROR|WARN(?:ING)?|INFO|DEBUG|FATAL)\b:?\s)/;
/** `From: …`: two in a row begin a mail. */
const HEADER_LINE = /^\p{Lu}[\p{L}-]*: \S/u;

/** A heading, or the header of a mail: what follows was written for others. */
const beginsDocument = (paragraph: string): boolean => {
  const [first = "", second = ""] = paragraph.split("\n");
  return HEADING.test(first) || (HEADER_LINE.test(first) && HEADER_LINE.test(second));
};

/** A prompt without a pasted document: what stands before it, and the last paragraph. */
function aroundDocument(prompt: string): string {
  const paragraphs = prompt.split(/\n\s*\n/).filter((one) => one.trim() !== "");
  const begin = paragraphs.findIndex(beginsDocument);
  if (begin < 0) return prompt;
  const last = paragraphs.at(-1) ?? "";
  const after = paragraphs.length - 1 > begin && !LIST_LINE.test(last) ? [last] : [];
  return [...paragraphs.slice(0, begin), ...after].join("\n\n");
}

/**
 * The user's own words in a prompt: of a list that they may have typed, the beginning, the end and what sounds like a
 * rule; of pasted text only the beginning and the end, where they are short.
 */
export function ownWords(prompt: string): string {
  if (isClientText(prompt)) return "";
  const isShort = prompt.length <= OWN_CHARS;
  const text = prose(prompt).replace(QUOTATION, " ");
  const lines = (isShort ? aroundDocument(text) : text)
    .split("\n")
    .filter((line) => line.trim() !== "" && !/^\s*[>|]/.test(line) && !LOG_LINE.test(line));
  const isTyped = isShort && lines.length <= LONGEST_LIST;
  const isAtAnEnd = (at: number) => at < LINES_AT_EACH_END || at >= lines.length - LINES_AT_EACH_END;
  const isOwn = (line: string, at: number) => {
    if (isTyped) return lines.length <= OWN_LINES || isAtAnEnd(at) || kindOf(line) !== undefined;
    return isAtAnEnd(at) && line.length <= LONGEST_OWN_LINE && !LIST_LINE.test(line);
  };
  return lines.filter(isOwn).join("\n").trim();
}

/** What a sentence of the user may be. */
export function kindOf(text: string): Statement["kind"] | undefined {
  const own = text.replace(QUOTED_WORDS, " … ");
  if (soundsLikeDecision(own)) return "decision";
  return soundsLikeRule(own) ? "rule" : undefined;
}
