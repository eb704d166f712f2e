import { collectionOf } from "../../store/index.ts";

/** How far the session's history in a client's database was read. */
interface HistoryMark {
  readonly sessionId: string;
  readonly path: string;
  /** In the reader's own format. */
  readonly mark: string;
  readonly updatedAt: string;
}

/** One database may hold several sessions. */
export const markId = (sessionId: string, path: string): string => `${sessionId} ${path}`;

export const historyMarks = collectionOf<HistoryMark>("history-marks", ({ sessionId, path, updatedAt: at }) => ({
  ...{ id: markId(sessionId, path), sessionId, at },
}));
