import { existsSync, mkdirSync, realpathSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { messageOf, placeInside, writeFileAtomic } from "../../../core/index.ts";
import {
  contentInHead,
  type FileInHead,
  filesInHead,
  filesInIndex,
  type LoaPlaces,
} from "../../../project-files/index.ts";
import { NOTES_TEMPLATE } from "../notes/template.ts";
import { type Component, describe } from "./inspect-components.ts";

export type Remedy =
  | { readonly from: "git" | "template" | "nothing" }
  | { readonly from: undefined; readonly why: string };

/** Readable by all, as a checkout leaves them: these files are shared through git. */
const SHARED = 0o644;

/** What HEAD holds below a path; files staged for deletion stay deleted. */
function wantedFromHead(root: string, path: string): FileInHead[] {
  const tracked = new Set(filesInIndex(root, path));
  return filesInHead(root, path).filter((file) => tracked.has(file.path));
}

function healNotes(places: LoaPlaces): Remedy {
  const path = `${places.ledgerName}/NOTES.md`;
  const kept = wantedFromHead(places.root, path).length > 0 ? contentInHead(places.root, path) : undefined;
  const isWorthIt = kept !== undefined && kept.toString("utf8").trim() !== "";
  placeInside(places.root, places.notes);
  mkdirSync(dirname(places.notes), { recursive: true });
  const target = existsSync(places.notes) ? realpathSync(places.notes) : places.notes;
  writeFileAtomic(target, isWorthIt ? kept : NOTES_TEMPLATE, SHARED);
  return { from: isWorthIt ? "git" : "template" };
}

function healFolder(root: string, name: string, path: string): Remedy {
  placeInside(root, path);
  mkdirSync(path, { recursive: true });
  let restored = 0;
  for (const file of wantedFromHead(root, name)) {
    const target = join(root, file.path);
    const content = contentInHead(root, file.path);
    if (content === undefined || existsSync(target)) continue;
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, content, { mode: file.mode });
    restored++;
  }
  return { from: restored > 0 ? "git" : "nothing" };
}

/** The folder as git names it: from the root, with forward slashes. */
const pathInGit = (component: Component, places: LoaPlaces): string =>
  component === "beads" ? ".beads" : component === "ledger" ? places.ledgerName : `${places.ledgerName}/a2a/trajectory`;

/**
 * Brings a part of the state back: as HEAD has it, never an older commit's; else notes from the template and an empty
 * folder. It does not throw: a session starts also where nothing can be written.
 */
export function heal(component: Component, places: LoaPlaces): Remedy {
  try {
    if (component === "notes") return healNotes(places);
    return healFolder(places.root, pathInGit(component, places), describe(component, places).path);
  } catch (error) {
    return { from: undefined, why: messageOf(error) };
  }
}
