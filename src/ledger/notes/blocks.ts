import { refused } from "../../core/index.ts";
import { asBytes, fromBytes } from "../files/bytes.ts";
import { endingOf, withEnding } from "../files/lines.ts";
import { placedSections } from "./headings.ts";

/*
 * What we write into a file of people's stands between markers of ours; nothing outside them is touched, not by a byte.
 */

export interface Block {
  readonly name: string;
  /** The heading that the block stands under: the person's own where there is one, else the block brings it. */
  readonly heading: string;
  readonly level: number;
  readonly body: string;
}

const begin = (name: string): string => `<!-- throughline:begin ${name} -->`;
const end = (name: string): string => `<!-- throughline:end ${name} -->`;

interface Place {
  /** The text between the markers' lines. */
  readonly from: number;
  readonly to: number;
}

/** Where the marker stands alone in its line, from `after` on. */
function lineWith(text: string, marker: string, after = 0): number {
  for (let at = text.indexOf(marker, after); at >= 0; at = text.indexOf(marker, at + 1)) {
    const startsLine = at === 0 || text[at - 1] === "\n" || (at === 3 && text.startsWith("\u00EF\u00BB\u00BF"));
    if (startsLine && /^[ \t]*(?:\r?\n|$)/u.test(text.slice(at + marker.length, at + marker.length + 80))) return at;
  }
  return -1;
}

const isMergeConflict = (text: string): boolean => /^(?:<{7}|>{7}) /mu.test(text);

/** Where our block is; a file in which it is cut open, or that git could not merge, is a person's to mend. */
function placeOf(text: string, name: string): Place | undefined {
  const start = lineWith(text, begin(name));
  const stop = lineWith(text, end(name), Math.max(start, 0));
  if (start < 0 && stop < 0) return undefined;
  if (start < 0 || stop < 0 || lineWith(text, begin(name), start + 1) >= 0)
    throw refused(
      `the markers of the section "${name}" do not pair up`,
      `Put "${begin(name)}" and "${end(name)}" around it, or remove both.`,
    );
  const from = text.indexOf("\n", start) + 1;
  if (isMergeConflict(text.slice(from, stop)))
    throw refused(
      `git could not merge the section "${name}"`,
      "Mend the file: it still has the marks <<<<<<< and >>>>>>>.",
    );
  return { from, to: stop };
}

/** What stands between our markers, as text; undefined where there are none. */
export function readBlock(bytes: string, name: string): string | undefined {
  const place = placeOf(bytes, name);
  return place && withEnding(fromBytes(bytes.slice(place.from, place.to)), "\n");
}

/** Puts lines of a person's behind our block. */
export function behindBlock(bytes: string, name: string, lines: readonly string[]): string {
  const place = placeOf(bytes, name);
  if (!place) return bytes;
  const stop = bytes.indexOf("\n", place.to);
  const [head, rest] = stop < 0 ? [`${bytes}\n`, ""] : [bytes.slice(0, stop + 1), bytes.slice(stop + 1)];
  return head + asBytes(withEnding(`\n${lines.join("\n")}\n`, endingOf(bytes))) + rest;
}

const headed = ({ heading, level, body }: Block): string => `${"#".repeat(level)} ${heading}\n${body}`;

/** As many line ends as are missing for an empty line. */
const gapAfter = (text: string): string =>
  text === "" || /\n\r?\n$/u.test(text) ? "" : text.endsWith("\n") ? "\n" : "\n\n";

export function writeBlock(bytes: string, block: Block): string {
  const ending = endingOf(bytes);
  const lines = (text: string): string => asBytes(withEnding(text, ending));
  const place = placeOf(bytes, block.name);
  const before = place && readBlock(bytes, block.name);
  if (place && before !== undefined) {
    const text = before.trimStart().startsWith(`${"#".repeat(block.level)} `) ? headed(block) : block.body;
    return before === text ? bytes : bytes.slice(0, place.from) + lines(text) + bytes.slice(place.to);
  }
  const wrapped = (text: string): string => lines(`${begin(block.name)}\n${text}${end(block.name)}\n`);
  const own = placedSections(bytes).find(({ title }) => title.toLowerCase() === block.heading.toLowerCase());
  const at = own?.end ?? bytes.length;
  const [head, rest] = [bytes.slice(0, at), bytes.slice(at)];
  const gap = lines(gapAfter(head.replace(/^\u00EF\u00BB\u00BF/u, "")));
  return `${head}${gap}${wrapped(own ? block.body : headed(block))}${rest === "" ? "" : lines("\n")}${rest}`;
}
