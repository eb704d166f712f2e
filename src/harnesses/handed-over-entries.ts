import { collectionOf, type Tables } from "../store/index.ts";

/** Entries of a session's file that Throughline itself wrote there: they are its parent's. */
interface HandedOver {
  readonly sessionId: string;
  readonly sourceIds: readonly string[];
  readonly at: string;
}

const handedOver = collectionOf<HandedOver>("handed-over", ({ sessionId, at }) => ({ id: sessionId, sessionId, at }));

type Stored = Pick<Tables, "documents">;

export const handedOverTo = async (tables: Stored, sessionId: string): Promise<ReadonlySet<string>> =>
  new Set((await handedOver(tables).get(sessionId))?.sourceIds);

/** Run it in a transaction. */
export async function handOver(tables: Stored, sessionId: string, ids: readonly string[], at: string): Promise<void> {
  const sourceIds = [...new Set([...(await handedOverTo(tables, sessionId)), ...ids])];
  await handedOver(tables).put({ sessionId, sourceIds, at });
}
