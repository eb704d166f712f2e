import { collectionOf, type Tables } from "../store/index.ts";
import type { Entry } from "./entry.ts";

/** What only a hook has reported so far. */
export interface ProvisionalEntry {
  readonly sessionId: string;
  readonly sourceId: string;
  readonly createdAt: string;
  readonly entry: Entry;
}

const collection = collectionOf<ProvisionalEntry>("provisional-entries", ({ sessionId, sourceId, createdAt: at }) => ({
  id: `${sessionId} ${sourceId}`,
  sessionId,
  state: sourceId,
  at,
}));

type Stored = Pick<Tables, "documents">;

/** False if it exists. */
export const addProvisional = (tables: Stored, entry: ProvisionalEntry): Promise<boolean> =>
  collection(tables).add(entry);

/** Oldest first. */
export const provisionalEntries = (tables: Stored, sessionId: string): Promise<ProvisionalEntry[]> =>
  collection(tables).list({ sessionId });

/** Returns how many of these were provisional. */
export const confirm = async (tables: Stored, sessionId: string, sourceIds: readonly string[]): Promise<number> =>
  sourceIds.length === 0 ? 0 : collection(tables).remove({ sessionId, states: sourceIds });
