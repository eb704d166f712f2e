import { relative, sep } from "node:path";
import { type Ground, readBytes } from "../../project-files/index.ts";

const fromRoot = (root: string, path: string): string => relative(root, path).split(sep).join("/");

const lineAt = (bytes: string, at: number): number => bytes.slice(0, at).split("\n").length;

/** The lines of our section in the notes, as `NOTES.md:45-67`; the notes as a whole where they cannot be read. */
export function notesReference({ root, places }: Ground): string {
  if (!places) return "";
  const name = fromRoot(root, places.notes);
  const bytes = readBytes(places.notes) ?? "";
  const [from, to] = [
    bytes.indexOf("<!-- throughline:begin session-continuity"),
    bytes.indexOf("<!-- throughline:end session-continuity"),
  ];
  return from < 0 || to < from ? name : `${name}:${lineAt(bytes, from)}-${lineAt(bytes, to)}`;
}

/** The last line of a trajectory, as `trajectory/agent-session.jsonl:12`. */
export function lastLineOf({ root }: Ground, path: string | undefined): string {
  if (path === undefined) return "";
  const lines = (readBytes(path) ?? "").split("\n").length - 1;
  return `${fromRoot(root, path)}:${lines}`;
}
