import type { Batch, HistorySession, UserPlace } from "./contract.ts";

/* What is said between the thread that reads histories and the one that stores them. */

/** A session that the reading thread knows by a number. */
export type Described = Omit<HistorySession, "read"> & { readonly number: number };

export type Question =
  | { readonly find: string; readonly place: UserPlace }
  | { readonly open: string; readonly path: string }
  /** Begin to read a session from a mark, in place of whatever is being read. */
  | { readonly read: number; readonly mark: string | undefined }
  | { readonly next: true };

export interface Asked {
  readonly id: number;
  readonly question: Question;
}

export interface Answer {
  readonly id: number;
  readonly error?: string;
  readonly sessions?: readonly Described[] | undefined;
  /** None behind the last. */
  readonly batch?: Batch | undefined;
}
