import { ofAllClients } from "../harnesses/traits/index.ts";

const FENCED_CODE = /```[\s\S]*?(?:```|$)/g;
const BLOCK = new RegExp(`<(${ofAllClients(({ promptTags }) => promptTags).join("|")})>`, "g");

/** Without what clients wrap around a prompt; an unclosed tag wraps nothing, and is looked for only once. */
function withoutBlocks(text: string): string {
  const unclosed = new Set<string>();
  let kept = "";
  let from = 0;
  for (const open of text.matchAll(BLOCK)) {
    const close = `</${open[1]}>`;
    if (open.index < from || unclosed.has(close)) continue;
    const end = text.indexOf(close, open.index);
    if (end < 0) {
      unclosed.add(close);
      continue;
    }
    kept += `${text.slice(from, open.index)}\n`;
    from = end + close.length;
  }
  return kept + text.slice(from);
}

/** People write at the beginning or the end of a message; the megabytes between were pasted. */
const READ_AT_EACH_END = 100_000;

/** The beginning and the end of a text, so many characters of each. */
export const bothEnds = (text: string, each: number): string =>
  text.length <= 2 * each ? text : `${text.slice(0, each)}\n${text.slice(-each)}`;

/** Prose only: code blocks and what clients wrap around a prompt say nothing about intent. */
export const prose = (text: string): string =>
  withoutBlocks(bothEnds(text, READ_AT_EACH_END).replace(FENCED_CODE, "\n"));

const LIST_MARK = /^\s*(?:[-*+•]|\d{1,3}[.)]|#{1,6}|>)\s+/;

// "Dr. Weber", "z. B. so" and "am 3. Mai" continue after their full stop.
const ABBREVIATED =
  /(?:^|[\s(])(?:dr|mr|mrs|ms|prof|st|vs|e\.g|i\.e|approx|nr|ca|z|z\. ?b|bzw|sr|sra|mme|jr|fig|tel|str)\.$/iu;
/** "am 3. Mai", "der 2. Versuch": a number counts as an ordinal after such a word. "Line 45." ends. */
const ORDINAL = /(?:^|[\s(])(?:am|der|die|das|dem|den|des|im|zum|zur|vom|beim|bis|ab|seit)\s+\d{1,2}\.$/iu;
const SENTENCE_END = /[.!?。！？](?:\*\*)?(?:\s+|(?<=[。！？]))(?=\S)/g;

/** Whether a sentence continues after a full stop. */
const goesOn = (before: string, after: string): boolean =>
  ABBREVIATED.test(before) || (ORDINAL.test(before) && /^\p{Lu}\p{Ll}/u.test(after));

/** No sentence ends in the `find .` of a line. */
const withoutCode = (line: string): string => line.replace(/`[^`]+`/g, (code) => "`".repeat(code.length));

function* sentencesOfLine(line: string): Generator<string> {
  let from = 0;
  for (const end of withoutCode(line).matchAll(SENTENCE_END)) {
    const to = end.index + end[0].length;
    if (goesOn(line.slice(Math.max(from, end.index - 16), end.index + 1), line.slice(to, to + 16))) continue;
    yield line.slice(from, to).trim();
    from = to;
  }
  yield line.slice(from).trim();
}

/** A sentence as it was typed, and the mark of its line: "-", "2.", "##", ">" or nothing. */
export interface Written {
  readonly text: string;
  readonly mark: string;
}

/** The sentences of a text in the characters of the text. Full stops inside names, paths and numbers end nothing. */
export function written(text: string): Written[] {
  const found: Written[] = [];
  for (const line of prose(text).split(/\n+/)) {
    const mark = line.match(LIST_MARK)?.[0] ?? "";
    for (const sentence of sentencesOfLine(line.slice(mark.length)))
      if (sentence.length > 0) found.push({ text: sentence, mark: mark.trim() });
  }
  return found;
}

/** The cells of a table are not sentences. */
const withoutTables = (text: string): string => text.replace(/^[ \t]*\|.*\|.*$/gm, "");

export const withoutEmphasis = (text: string): string => text.replaceAll("**", "").trim();

/** The sentences of a text, list marks and emphasis taken off; a row of a table has none. */
export const sentences = (text: string): string[] =>
  written(withoutTables(text))
    .map((sentence) => withoutEmphasis(sentence.text))
    .filter((sentence) => sentence.length > 0);

/** The beginning of a text on one line, or all of it: at least a character more than `limit` where there is more. */
function flatBeginning(text: string, limit: number): string {
  for (let read = 4 * (limit + 1); ; read *= 4) {
    const flat = text.slice(0, read).replace(/\s+/g, " ").trim();
    if (flat.length > limit || read >= text.length) return flat;
  }
}

/** One line of at most `limit` characters, cut between words. */
export function oneLine(text: string, limit: number): string {
  const flat = flatBeginning(text, Math.max(0, limit));
  if (flat.length <= limit) return flat;
  if (limit <= 1) return "…".slice(0, Math.max(0, limit));
  const cut = flat.slice(0, limit - 1);
  const space = cut.lastIndexOf(" ");
  const kept = space > limit * 0.6 ? cut.slice(0, space) : cut;
  // A cut inside a surrogate pair would leave half a character.
  return `${kept.replace(/[\uD800-\uDBFF]$/, "")}…`;
}
