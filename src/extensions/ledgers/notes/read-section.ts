import { statSync } from "node:fs";
import { placeInside } from "../../../core/index.ts";
import { bodyOf, findSectionNamed, readNotes } from "../../../markdown/index.ts";
import { fromBytes, readBytes } from "../../../project-files/index.ts";

/** Larger notes are not read while somebody waits. */
const LARGEST_BYTES = 1_000_000;

export interface NotedSection {
  readonly title: string;
  readonly lines: readonly string[];
  /** When the notes were last written to. */
  readonly changedAt: number;
}

/** A section of a project's notes; undefined where there is none, or they cannot be read. */
export function sectionOf(path: string, folder: string, name: string): NotedSection | undefined {
  try {
    placeInside(folder, path);
    const { size, mtimeMs: changedAt } = statSync(path);
    if (size > LARGEST_BYTES) return undefined;
    const notes = readNotes(fromBytes(readBytes(path) ?? ""));
    const section = findSectionNamed(notes, name);
    return section && { title: section.title, lines: bodyOf(notes, section), changedAt };
  } catch {
    return undefined;
  }
}
