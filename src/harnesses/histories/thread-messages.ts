import type { HistorySession, UserPlace } from "./history-contract.ts";
import type { PackedBatch } from "./pack-batch.ts";
import type { SkippedFile } from "./skipped-files.ts";

/* Messages between the thread that reads histories and the one that stores them. */

/** A session that the reading thread knows by a number. */
export type SessionDescription = Omit<HistorySession, "read"> & { readonly number: number };

export type Question =
  | { readonly find: string; readonly place: UserPlace }
  | { readonly open: string; readonly path: string }
  /** Read a session from a mark. The answer has the first batch; the question's id names the reading. */
  | { readonly read: number; readonly mark: string | undefined }
  /** The next batch of a reading. */
  | { readonly next: number };

export type ThreadMessage =
  | { readonly id: number; readonly question: Question }
  /** Stop this reading. */
  | { readonly drop: number };

export interface Answer {
  readonly id: number;
  readonly error?: string;
  readonly sessions?: readonly SessionDescription[] | undefined;
  readonly passedOver?: readonly SkippedFile[];
  /** Of a reading; none after the last. */
  readonly batch?: PackedBatch | undefined;
}
