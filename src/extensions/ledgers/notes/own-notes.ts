import { statSync } from "node:fs";
import { placeInside, redact } from "../../../core/index.ts";
import { blocksOf, bodyOf, findSectionNamed, readNotes } from "../../../markdown/index.ts";
import { folderAround, fromBytes, type Ground, readBytes } from "../../../project-files/index.ts";
import { fence } from "../../../text/index.ts";
import { age } from "../recovery-levels.ts";
import { notesWithoutSection } from "./notes-format.ts";

/* What people wrote into the notes. To be loaded on demand, like the format of the notes. */

/** Larger notes are not read while somebody waits. */
const LARGEST_BYTES = 1_000_000;

export interface NotedSection {
  readonly title: string;
  readonly lines: readonly string[];
  /** When the notes were last written to. */
  readonly changedAt: number;
}

/** Nothing where there are no notes, or they cannot be read. */
function read<Found>(ground: Ground, find: (bytes: string, changedAt: number) => Found): Found | undefined {
  const path = ground.places?.notes;
  if (path === undefined) return undefined;
  try {
    placeInside(folderAround(ground, path), path);
    return find(readBytes(path) ?? "", statSync(path).mtimeMs);
  } catch {
    return undefined;
  }
}

/** A section by its title in small letters. */
export const notedSection = (ground: Ground, name: string): NotedSection | undefined =>
  read(ground, (bytes, changedAt) => {
    const notes = readNotes(bytes.length > LARGEST_BYTES ? "" : fromBytes(bytes));
    const section = findSectionNamed(notes, name);
    return section && { title: section.title, lines: bodyOf(notes, section), changedAt };
  });

/** Each line with its source; of a code block only the first. */
const withSource = (lines: readonly string[], source: string): string[] =>
  blocksOf(lines)
    .filter(({ kind, from }) => kind !== "html" || !lines[from]?.trimStart().startsWith("<!--"))
    .flatMap(({ kind, from, to }) =>
      lines
        .slice(from, to)
        .map((line, at) => (line.trim() === "" || (kind === "code" && at > 0) ? line : `${line.trimEnd()} ${source}`)),
    );

/** All outside our section. */
export const ownNotes = (ground: Ground, now: number): string =>
  read(ground, (bytes, changedAt) => {
    const { lines } = readNotes(fromBytes(notesWithoutSection(bytes)));
    const sourced = withSource(lines, `[NOTES.md, ${age(changedAt, now)}]`);
    return sourced.length === 0 ? "" : fence(redact(["## Notes", ...sourced].join("\n")));
  }) ?? "";
