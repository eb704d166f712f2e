import { collectionOf } from "../../../store/index.ts";

/** A file as it was when it last agreed with the store. */
export interface SyncedFile {
  readonly path: string;
  readonly project: string;
  /** The ledger that was in it, as canonical JSON. */
  readonly base: string;
  /** All of the file, compressed, in hexadecimal; none of one that is too large. */
  readonly copy: string | null;
  readonly agreedAt: string;
}

export const syncedFiles = collectionOf<SyncedFile>("ledger-files", ({ path, project, agreedAt }) => ({
  ...{ id: path, project, at: agreedAt },
}));
