import { statSync } from "node:fs";
import { placeInside, redact } from "../../../core/index.ts";
import { blocksOf, bodyOf, findSectionNamed, readNotes } from "../../../markdown/index.ts";
import { folderAround, fromBytes, type ProjectLocation, readBytes } from "../../../project-files/index.ts";
import { fence, oneLine } from "../../../text/index.ts";
import { age, LONGEST_LINE } from "../recovery-levels.ts";
import { notesWithoutSection } from "./notes-format.ts";

/* What people wrote into the notes. To be loaded on demand, like the format of the notes. */

/** Larger notes are not read while somebody waits. */
const LARGEST_BYTES = 1_000_000;

/** `changedAt`: when they were last written to. Nothing where there are no notes, or they cannot be read. */
function read<Found>(location: ProjectLocation, find: (bytes: string, changedAt: number) => Found): Found | undefined {
  const path = location.places?.notes;
  if (path === undefined) return undefined;
  try {
    placeInside(folderAround(location, path), path);
    return find(readBytes(path) ?? "", statSync(path).mtimeMs);
  } catch {
    return undefined;
  }
}

/** A section by its title in small letters, `blockers_dependencies`: each line with its source and age. */
export const sectionLines = (location: ProjectLocation, name: string, now: number): string[] =>
  read(location, (bytes, changedAt) => {
    const notes = readNotes(bytes.length > LARGEST_BYTES ? "" : fromBytes(bytes));
    const section = findSectionNamed(notes, name);
    const lines = section ? bodyOf(notes, section) : [];
    return lines
      .filter((line) => line.trim() !== "" && !line.trim().startsWith("<!--"))
      .map((line) => `${oneLine(line, LONGEST_LINE)} [NOTES.md, ${section?.title}, ${age(changedAt, now)}]`);
  }) ?? [];

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
export const ownNotes = (location: ProjectLocation, now: number): string =>
  read(location, (bytes, changedAt) => {
    const { lines } = readNotes(fromBytes(notesWithoutSection(bytes)));
    const sourced = withSource(lines, `[NOTES.md, ${age(changedAt, now)}]`);
    return sourced.length === 0 ? "" : fence(redact(["## Notes", ...sourced].join("\n")));
  }) ?? "";
