import {
  begin,
  end,
  isCalled,
  markersOf,
  type PlacedSection,
  placedBlocks,
  placedSections,
  readBlock,
} from "../../../markdown/index.ts";
import { endingOf, fromBytes, withEnding } from "../../../project-files/index.ts";
import { isPart, readContinuity } from "./parsing/continuity.ts";
import { COMMENTS } from "./template.ts";

/*
 * A project may have had the section before Throughline, written by people or another program. Then that one is used:
 * our markers are put around its known parts.
 */

type Region = Pick<PlacedSection, "from" | "end">;

const isIn = (inner: PlacedSection, outer: PlacedSection): boolean => inner.from > outer.from && inner.from < outer.end;

/** A decision log right after the section, as some projects have it; that of the template is empty. */
function logBehind(bytes: string, own: PlacedSection, sections: readonly PlacedSection[]): PlacedSection | undefined {
  const next = sections.find(({ from }) => from === own.end);
  if (!next || next.level !== own.level || !isCalled(next.title, "Decision Log")) return undefined;
  const { decisions } = readContinuity(fromBytes(bytes.slice(next.from, next.end)));
  const isLog = decisions.some(({ ts, rationale }) => ts !== "" || rationale !== "");
  return isLog || bytes.slice(next.bodyFrom, next.end).trim() === COMMENTS.decisions ? next : undefined;
}

function regionIn(bytes: string, own: PlacedSection, sections: readonly PlacedSection[]): Region | undefined {
  const parts = sections.filter((one) => isIn(one, own) && isPart(one.title));
  const hasLog = parts.some(({ title }) => isCalled(title, "Decision Log"));
  const log = hasLog ? undefined : logBehind(bytes, own, sections);
  const [first] = parts;
  if (!first && !log) return undefined;
  const ends = [...parts, ...(log ? [log] : [])].map((one) => one.end);
  return { from: first?.from ?? own.end, end: Math.max(...ends) };
}

/** With the template's comment above it, and without the empty lines behind it. */
function fitted(bytes: string, { from, end: to }: Region): Region {
  const above = placedBlocks(bytes)
    .filter((block) => block.end <= from)
    .at(-1);
  const isOurs = above && bytes.slice(above.from, above.end).trim() === COMMENTS.section;
  return { from: isOurs ? above.from : from, end: from + bytes.slice(from, to).replace(/[ \t\r\n]+$/u, "").length };
}

/** Puts our markers around an existing section without them; unchanged where there is none. */
export function adoptSection(bytes: string, name: string, heading: string): string {
  if (readBlock(bytes, name) !== undefined) return bytes;
  const sections = placedSections(bytes);
  for (const own of sections.filter(({ title }) => isCalled(title, heading))) {
    const region = regionIn(bytes, own, sections);
    if (!region) continue;
    const marked = withMarkers(bytes, fitted(bytes, region), name);
    if (markersOf(marked, name).ends.length > 0) return marked;
  }
  return bytes;
}

function withMarkers(bytes: string, { from, end: to }: Region, name: string): string {
  const lines = (text: string): string => withEnding(text, endingOf(bytes));
  const rest = bytes.slice(to).replace(/^[ \t]*(?:\r\n|\r|\n)/u, "");
  return `${bytes.slice(0, from)}${lines(`${begin(name)}\n`)}${bytes.slice(from, to)}${lines(`\n${end(name)}\n`)}${rest}`;
}
