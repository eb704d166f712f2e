import type { RepositoryFacts } from "../core/index.ts";
import type { FolderRecord } from "../store/index.ts";

/* When two folders are one project. */

/**
 * Whether the repository at a path is still the one that was there. One that gained its first commit or a remote is;
 * another one that was put in its place is not, and must not be given what belongs to the first.
 */
export function isStillThere(known: FolderRecord, now: RepositoryFacts): boolean {
  if (known.remote === null && known.head === null) return true;
  if (now.remote !== null && now.remote === known.remote) return true;
  if (known.head !== null) return now.recent.includes(known.head);
  return now.remote === null || known.remote === null;
}

export interface Looks {
  /** The remote that a folder has today; undefined where there is no such folder. */
  remoteAt(path: string): string | null | undefined;
}

/**
 * Whether a folder is one project with another that shares a remote, root commits or the commit that is checked out.
 * Equal commits with different remotes are forks, or made from one template: they are not.
 */
export function isSameProject(folder: FolderRecord, other: FolderRecord, { remoteAt }: Looks): boolean {
  if (other.remote === folder.remote) return true;
  if (other.remote !== null) return false;
  // It had no remote when it was last looked at. Where it is gone, it was moved, and gained its remote since.
  const today = other.isCurrent ? remoteAt(other.path) : undefined;
  return today === undefined || today === folder.remote;
}

/**
 * Whether anything of git shows that two folders are one project; two that have no remote have nothing in common by
 * that.
 */
export const hasCommon = (folder: FolderRecord, other: FolderRecord): boolean =>
  (["remote", "roots", "head"] as const).some((fact) => folder[fact] !== null && folder[fact] === other[fact]);
