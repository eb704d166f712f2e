import { refused } from "../core/index.ts";
import { asBytes, endingOf, fromBytes, withEnding } from "../project-files/index.ts";
import { placedBlocks, placedSections } from "./headings.ts";
import { begin, end, markersOf, placeOf } from "./markers.ts";
import { isCalled } from "./sections.ts";

/* What we write into a person's file is between our markers; no byte outside them changes. */

export interface MarkedBlock {
  readonly name: string;
  /** The heading above the block: the person's own where there is one, else it is added. */
  readonly heading: string;
  readonly level: number;
  readonly body: string;
}

/** The text between our markers; undefined where there are none. */
export function readBlock(bytes: string, name: string): string | undefined {
  const place = placeOf(bytes, name);
  return place && withEnding(fromBytes(bytes.slice(place.from, place.to)), "\n");
}

/** The text outside our markers. */
export function withoutBlock(bytes: string, name: string): string {
  const place = placeOf(bytes, name);
  if (!place) return bytes;
  return bytes.slice(0, bytes.lastIndexOf(begin(name), place.from)) + bytes.slice(place.to).replace(end(name), "");
}

/** Puts lines of a person's behind our block, as blocks of their own. */
export function behindBlock(bytes: string, name: string, lines: readonly string[]): string {
  const place = placeOf(bytes, name);
  if (!place) return bytes;
  const stop = bytes.indexOf("\n", place.to);
  const [head, rest] = stop < 0 ? [`${bytes}\n`, ""] : [bytes.slice(0, stop + 1), bytes.slice(stop + 1)];
  const gap = rest === "" || /^\r?\n/u.test(rest) ? "" : "\n";
  return head + asBytes(withEnding(`\n${lines.join("\n")}\n${gap}`, endingOf(bytes))) + rest;
}

const headed = ({ heading, level, body }: MarkedBlock): string => `${"#".repeat(level)} ${heading}\n${body}`;

/** The block under its present heading: its own, as a person may have changed it, or one outside of it. */
function inPlaceOf(before: string, block: MarkedBlock): string {
  const [first] = placedSections(before);
  if (!first || first.level > block.level || before.slice(0, first.from).trim() !== "") return block.body;
  return isCalled(first.title, block.heading) ? before.slice(first.from, first.bodyFrom) + block.body : headed(block);
}

/** As many line ends as are missing for an empty line. */
const gapAfter = (text: string): string =>
  text === "" || /\n\r?\n$/u.test(text) ? "" : text.endsWith("\n") ? "\n" : "\n\n";

function insertAt(bytes: string, at: number, wrapped: string): string {
  const lines = (text: string): string => asBytes(withEnding(text, endingOf(bytes)));
  const [head, rest] = [bytes.slice(0, at), bytes.slice(at)];
  const gap = lines(gapAfter(head.replace(/^\u00EF\u00BB\u00BF/u, "")));
  return `${head}${gap}${lines(wrapped)}${rest === "" ? "" : lines("\n")}${rest}`;
}

/**
 * An unclosed code block or comment of a person would swallow our block: then ours goes before it.
 */
function insert(bytes: string, name: string, at: number, wrapped: string): string {
  for (const place of [at, placedBlocks(bytes).at(-1)?.from ?? 0]) {
    const inserted = insertAt(bytes, place, wrapped);
    if (markersOf(inserted, name).ends.length > 0) return inserted;
  }
  throw refused("there is no free place for the section", "Close open code blocks and comments.");
}

export function writeBlock(bytes: string, block: MarkedBlock): string {
  const { name, heading, body } = block;
  const place = placeOf(bytes, name);
  if (place) {
    const before = withEnding(fromBytes(bytes.slice(place.from, place.to)), "\n");
    const text = inPlaceOf(before, block);
    if (before === text) return bytes;
    return bytes.slice(0, place.from) + asBytes(withEnding(text, endingOf(bytes))) + bytes.slice(place.to);
  }
  const own = placedSections(bytes).find(({ title }) => title.toLowerCase() === heading.toLowerCase());
  const wrapped = `${begin(name)}\n${own ? body : headed(block)}${end(name)}\n`;
  return insert(bytes, name, own?.end ?? bytes.length, wrapped);
}
