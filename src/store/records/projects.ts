/** A folder with work, and its repository. */
export interface FolderRecord {
  readonly pk: number;
  readonly path: string;
  /** The number of the project's first folder. */
  readonly project: number;
  /** 0: another repository is at this path now. */
  readonly isCurrent: number;
  /** 1: taken out of its project by hand. */
  readonly isApart: number;
  /** The URL of `origin`, normalised. */
  readonly remote: string | null;
  /** The commit that was checked out last. */
  readonly head: string | null;
  /** The root commits, in one text. */
  readonly roots: string | null;
}

export interface FolderUse {
  readonly folder: number;
  readonly sessions: number;
  readonly lastActivityAt: string;
}
