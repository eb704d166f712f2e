import type { FolderRecord } from "../store/index.ts";
import type { RepositoryFacts } from "./repository.ts";

/* Decides when two folders are the same project. */

/**
 * Whether the repository at a path is still the known one. One that gained its first commit or a remote is; a different
 * one in its place is not, and must not get the data of the first.
 */
export function isStillThere(known: FolderRecord, now: RepositoryFacts): boolean {
  if (known.remote === null && known.head === null) return true;
  if (now.remote !== null && now.remote === known.remote) return true;
  if (known.head !== null) return now.recent.includes(known.head);
  return now.remote === null || known.remote === null;
}

export interface Looks {
  /** The folder's current remote; undefined if the folder does not exist. */
  remoteAt(path: string): string | null | undefined;
}

/**
 * Whether two folders that share a remote, root commits or the current commit are the same project. Equal commits with
 * different remotes are forks or copies of a template, not the same project.
 */
export function isSameProject(folder: FolderRecord, other: FolderRecord, { remoteAt }: Looks): boolean {
  if (other.remote === folder.remote) return true;
  if (other.remote !== null) return false;
  // It had no remote at the last check. If it is gone, it was moved, and got its remote since.
  const today = other.isCurrent ? remoteAt(other.path) : undefined;
  return today === undefined || today === folder.remote;
}

/** Whether two folders share a remote, root commits or the current commit; missing values do not count as equal. */
export const hasCommon = (folder: FolderRecord, other: FolderRecord): boolean =>
  (["remote", "roots", "head"] as const).some((fact) => folder[fact] !== null && folder[fact] === other[fact]);
