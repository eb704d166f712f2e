import { collectionOf } from "../store/index.ts";

/** How far a transcript was read. */
export interface TranscriptCursor {
  readonly path: string;
  readonly sessionId: string;
  readonly byteOffset: number;
  readonly fileId: string | null;
  /** A hash of the bytes just before the offset. */
  readonly tail: string | null;
  readonly brokenLines: number;
  readonly updatedAt: string;
}

export const transcriptCursors = collectionOf<TranscriptCursor>(
  "transcript-cursors",
  ({ path: id, sessionId, updatedAt: at }) => ({ id, sessionId, at }),
);
