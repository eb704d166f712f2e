import { dirname } from "node:path";
import { isInside } from "../core/index.ts";
import type { Places } from "./layout.ts";

/** A project on disk: its name in the store, and where its files are. */
export interface Ground {
  readonly project: string;
  /** The folder that is worked in: of a worktree, the worktree. */
  readonly root: string;
  /** None where nothing is kept on disk. */
  readonly places: Places | undefined;
}

/**
 * The folder that must contain a ledger's file: the project, unless it is the user's home, whose files are elsewhere.
 */
export function folderAround({ root, places }: Ground, path: string): string {
  const isElsewhere = places !== undefined && dirname(places.own) !== root && isInside(places.own, path);
  return isElsewhere ? places.own : root;
}
