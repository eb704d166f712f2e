import { readFileSync, type Stats, statSync } from "node:fs";
import { join } from "node:path";
import { messageOf } from "../../../core/index.ts";
import type { LoaPlaces } from "../../../project-files/index.ts";

/** The parts of a project's state, in the order in which they are looked at: what holds others comes first. */
export const COMPONENTS = ["ledger", "notes", "beads", "trajectory", "index"] as const;
export type Component = (typeof COMPONENTS)[number];

/** What people call it, and where it is. */
export function describe(component: Component, places: LoaPlaces): { readonly name: string; readonly path: string } {
  switch (component) {
    case "ledger":
      return { name: `${places.ledgerName}/`, path: places.ledger };
    case "notes":
      return { name: "NOTES.md", path: places.notes };
    case "beads":
      return { name: ".beads/", path: places.beads };
    case "trajectory":
      return { name: "trajectory/", path: places.trajectory };
    case "index":
      return { name: ".ck/", path: join(places.root, ".ck") };
  }
}

/** A broken link counts as missing; so does a path below a file. */
function look(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch {
    return undefined;
  }
}

/** What is wrong with the notes. That they lack sections is their writers' choice. */
function notesProblem(path: string): string | undefined {
  const found = look(path);
  if (!found) return "is missing";
  if (!found.isFile()) return "is not a file";
  if (found.size === 0) return "is empty";
  try {
    return readFileSync(path, "utf8").trim() === "" ? "is blank" : undefined;
  } catch (error) {
    return `cannot be read (${messageOf(error)})`;
  }
}

/** What is wrong with a part of the state, in words that follow its name. The search index is rebuilt when needed. */
export function problemWith(component: Component, places: LoaPlaces): string | undefined {
  const { path } = describe(component, places);
  if (component === "index") return undefined;
  if (component === "notes") return notesProblem(path);
  const found = look(path);
  if (!found) return "is missing";
  return found.isDirectory() ? undefined : "is not a folder";
}
