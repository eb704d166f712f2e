import type { HistorySession, UserPlace } from "./contract.ts";
import type { PackedBatch } from "./pack-batch.ts";
import type { SkippedFile } from "./skipped-files.ts";

/* What is said between the thread that reads histories and the one that stores them. */

/** A session that the reading thread knows by a number. */
export type SessionDescription = Omit<HistorySession, "read"> & { readonly number: number };

export type Question =
  | { readonly find: string; readonly place: UserPlace }
  | { readonly open: string; readonly path: string }
  /** Read a session from a mark, behind all that are being read or wait for it. Its batches are told one by one. */
  | { readonly read: number; readonly mark: string | undefined };

export type ThreadMessage =
  | { readonly id: number; readonly question: Question }
  /** One batch fewer lies ready: another may be read. */
  | { readonly taken: true }
  /** Nobody wants more of this reading. */
  | { readonly drop: number };

export interface Answer {
  readonly id: number;
  readonly error?: string;
  readonly sessions?: readonly SessionDescription[] | undefined;
  readonly passedOver?: readonly SkippedFile[];
  /** Of a reading; none behind the last. */
  readonly batch?: PackedBatch | undefined;
}
