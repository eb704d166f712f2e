/** Where a client keeps its histories, and when they were last read. */
export interface FollowedPlace {
  readonly harness: string;
  readonly userHome: string;
  readonly env: Readonly<Record<string, string>>;
  readonly lookedAt: string;
}

export interface TranscriptCursor {
  readonly path: string;
  readonly sessionId: string;
  readonly byteOffset: number;
  readonly fileId: string | null;
  /** A hash of the bytes just before the offset. */
  readonly tail: string | null;
  readonly brokenLines: number;
}
