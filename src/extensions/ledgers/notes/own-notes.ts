import { statSync } from "node:fs";
import { placeInside, redact } from "../../../core/index.ts";
import { folderAround, fromBytes, type Ground, readBytes, withEnding } from "../../../project-files/index.ts";
import { fence } from "../../../text/index.ts";
import { age } from "../recovery-levels.ts";
import { notesWithoutSection } from "./notes-format.ts";

/** Each line with its source; of a code block only the first. */
async function withSource(lines: readonly string[], source: string): Promise<string[]> {
  const { blocksOf } = await import("../../../markdown/index.ts");
  return blocksOf(lines)
    .filter(({ kind, from }) => kind !== "html" || !lines[from]?.trimStart().startsWith("<!--"))
    .flatMap(({ kind, from, to }) =>
      lines
        .slice(from, to)
        .map((line, at) => (line.trim() === "" || (kind === "code" && at > 0) ? line : `${line.trimEnd()} ${source}`)),
    );
}

/** What people wrote into the notes outside our section; empty where the notes cannot be read. */
export async function ownNotes(ground: Ground, now: number): Promise<string> {
  const path = ground.places?.notes;
  if (path === undefined) return "";
  try {
    placeInside(folderAround(ground, path), path);
    const bytes = await notesWithoutSection(readBytes(path) ?? "");
    const lines = withEnding(fromBytes(bytes), "\n")
      .replace(/^\uFEFF/u, "")
      .split("\n");
    const sourced = await withSource(lines, `[NOTES.md, ${age(statSync(path).mtimeMs, now)}]`);
    return sourced.length === 0 ? "" : fence(redact(["## Notes", ...sourced].join("\n")));
  } catch {
    return "";
  }
}
