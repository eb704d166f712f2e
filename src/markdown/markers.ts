import { refused } from "../core/index.ts";
import { placedBlocks } from "./headings.ts";

/*
 * The comments around what we write into a person's file. Only a comment is one: the same text in a code block is
 * an example.
 */

export const begin = (name: string): string => `<!-- throughline:begin ${name} -->`;
export const end = (name: string): string => `<!-- throughline:end ${name} -->`;

/** Where the text is alone on its line. */
function linesWith(text: string, words: string): number[] {
  const found: number[] = [];
  for (let at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + 1)) {
    const startsLine =
      at === 0 || /[\r\n]/u.test(text[at - 1] ?? "") || (at === 3 && text.startsWith("\u00EF\u00BB\u00BF"));
    if (startsLine && /^[ \t]*(?:\r|\n|$)/u.test(text.slice(at + words.length, at + words.length + 80))) found.push(at);
  }
  return found;
}

const count = (text: string, words: string): number => text.split(words).length - 1;

/** Inside another comment, a marker is only text. */
const isComment = (html: string): boolean => count(html, "<!--") === count(html, "-->");

/** Where the markers of a block are. */
export function markersOf(text: string, name: string) {
  const [begins, ends] = [linesWith(text, begin(name)), linesWith(text, end(name))];
  if (begins.length + ends.length === 0) return { begins, ends };
  const html = placedBlocks(text).filter(({ kind }) => kind === "html");
  const isMarker = (at: number): boolean =>
    html.some((block) => block.from <= at && at < block.end && isComment(text.slice(block.from, at)));
  return { begins: begins.filter(isMarker), ends: ends.filter(isMarker) };
}

const isMergeConflict = (text: string): boolean => /^(?:<{7}|>{7}) /mu.test(text);

/** Where the text of our block is; broken markers and merge conflicts are for a person to fix. */
export function placeOf(text: string, name: string) {
  const { begins, ends } = markersOf(text, name);
  const [start, another] = begins;
  const stop = ends.find((at) => at > (start ?? -1));
  if (start === undefined && stop === undefined) return undefined;
  if (start === undefined || stop === undefined || another !== undefined)
    throw refused(
      `the markers of the section "${name}" do not pair up`,
      `Put "${begin(name)}" and "${end(name)}" around it, or remove both; a code block between them must be closed.`,
    );
  const from = text.indexOf("\n", start) + 1;
  if (isMergeConflict(text.slice(from, stop)))
    throw refused(
      `git could not merge the section "${name}"`,
      "Resolve the conflict: the file still has <<<<<<< and >>>>>>>.",
    );
  return { from, to: stop };
}
