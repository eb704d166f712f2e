import { collectionOf, type Tables } from "../store/index.ts";

/** Its client may still have its file. */
interface PurgedSession {
  readonly harness: string;
  readonly key: string;
  readonly purgedAt: string;
}

const idOf = (harness: string, key: string): string => `${harness} ${key}`;

export const purgedSessions = collectionOf<PurgedSession>("purged-sessions", ({ harness, key, purgedAt: at }) => ({
  ...{ id: idOf(harness, key), at },
}));

export const wasPurged = async (tables: Pick<Tables, "documents">, harness: string, key: string): Promise<boolean> =>
  (await purgedSessions(tables).get(idOf(harness, key))) !== undefined;
