/** A folder that was worked in, and what is known of its repository. */
export interface FolderRecord {
  readonly pk: number;
  readonly path: string;
  /** The same for all folders that are one project: the number of the first of them. */
  readonly project: number;
  /** 0: another repository is at this path now. */
  readonly isCurrent: number;
  /** 1: taken out of its project by hand. */
  readonly isApart: number;
  /** Where `origin` leads to, normalised. */
  readonly remote: string | null;
  /** The commit that was checked out when it was last looked at. */
  readonly head: string | null;
  /** The root commits, in one text. */
  readonly roots: string | null;
}

export interface FolderUse {
  readonly folder: number;
  readonly sessions: number;
  readonly lastActivityAt: string;
}
