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

/** All conditions must hold. */
export interface FolderFilter {
  /** The folder that is at this path now. */
  readonly path?: string | undefined;
  readonly project?: number | undefined;
  /** Folders with the same remote, root commits or checked-out commit; none that were separated by hand. */
  readonly alike?: Alike | undefined;
}

export interface Alike {
  readonly remote?: string | null;
  readonly heads?: readonly string[];
  readonly roots?: string | null;
}

export interface FolderUse {
  readonly folder: number;
  readonly sessions: number;
  readonly lastActivityAt: string;
}

/** Folders and their projects. */
export interface ProjectRows {
  /** In the order in which they were added. */
  folders(filter?: FolderFilter): Promise<FolderRecord[]>;
  /** Adds a new folder and project at this path; the former folder is kept. */
  add(folder: Pick<FolderRecord, "path" | "remote" | "head">): Promise<FolderRecord>;
  learn(pk: number, facts: Partial<Pick<FolderRecord, "remote" | "head" | "roots">>): Promise<void>;
  /** Merges projects into the oldest one. */
  join(projects: readonly number[]): Promise<void>;
  /** Moves these folders into a project of their own. */
  split(folders: readonly number[], options: { isApart: boolean }): Promise<void>;
  /** The paths of all folders of the project at this path, itself included. */
  paths(path: string): Promise<string[]>;
  uses(): Promise<FolderUse[]>;
}
