import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { messageOf, placeInside } from "../../core/index.ts";
import {
  asBytes,
  contentInHead,
  filesInHead,
  filesInIndex,
  type LoaPlaces,
  readBytes,
  replaceBytes,
} from "../../project-files/index.ts";
import { committedBytes, NOTES_TEMPLATE } from "../ledgers/index.ts";
import { readable } from "./readable.ts";

/** Where a part that was lost comes from: as HEAD has it, never an older commit's; else from the template, or empty. */
export type Origin = "git" | "template" | "nothing";

/** A broken link counts as missing; so does a path below a file. */
const statsOf = (path: string) => readable(() => statSync(path));

/** That notes lack sections is their writers' choice. */
function notesProblem(path: string): string | undefined {
  const found = statsOf(path);
  if (!found) return "is missing";
  if (!found.isFile()) return "is not a file";
  if (found.size === 0) return "is empty";
  try {
    return readFileSync(path, "utf8").trim() === "" ? "is blank" : undefined;
  } catch (error) {
    return `cannot be read (${messageOf(error)})`;
  }
}

function healNotes(root: string, path: string): Origin {
  const committed = committedBytes(root, path);
  replaceBytes(path, readBytes(path), committed ?? asBytes(NOTES_TEMPLATE), root);
  return committed === undefined ? "template" : "git";
}

function folderProblem(path: string): string | undefined {
  const found = statsOf(path);
  return found ? (found.isDirectory() ? undefined : "is not a folder") : "is missing";
}

/** Files staged for deletion stay deleted. */
function healFolder(root: string, path: string): Origin {
  placeInside(root, path);
  mkdirSync(path, { recursive: true });
  const name = relative(root, path).split(sep).join("/");
  const tracked = new Set(filesInIndex(root, name));
  let origin: Origin = "nothing";
  for (const file of filesInHead(root, name)) {
    const target = join(root, file.path);
    const content = tracked.has(file.path) ? contentInHead(root, file.path) : undefined;
    if (content === undefined || existsSync(target)) continue;
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, content, { mode: file.mode });
    origin = "git";
  }
  return origin;
}

/**
 * The parts of a project's state, in the order in which they are looked at: what holds others comes first. `problem`:
 * what is wrong with it, in words that follow its name.
 */
export function stateComponents({ root, ledgerName, ledger, notes, beads, trajectory }: LoaPlaces) {
  const folder = (name: string, path: string) => ({
    name,
    problem: () => folderProblem(path),
    heal: () => healFolder(root, path),
  });
  return [
    folder(`${ledgerName}/`, ledger),
    { name: "NOTES.md", problem: () => notesProblem(notes), heal: () => healNotes(root, notes) },
    folder(".beads/", beads),
    folder("trajectory/", trajectory),
  ];
}
