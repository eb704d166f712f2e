import { collectionOf, type Tables } from "../../../store/index.ts";

/** Changed in the file and in the store at once. The file won, unless a missing part was put back. */
export interface FileConflict {
  readonly id: string;
  readonly project: string;
  readonly path: string;
  readonly place: string;
  /** As JSON; null where it was removed. */
  readonly inFile: string | null;
  readonly inStore: string | null;
  readonly foundAt: string;
}

export const fileConflicts = collectionOf<FileConflict>("file-conflicts", ({ id, project, foundAt }) => ({
  ...{ id, project, at: foundAt },
}));

/** Newest first. */
export const conflictsOf = (tables: Tables, project: string, limit: number): Promise<FileConflict[]> =>
  fileConflicts(tables).list({ projects: [project] }, { newestFirst: true, limit });
