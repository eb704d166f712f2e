import type { Migration } from "./migration.ts";
import { columns, toDocuments } from "./to-documents.ts";

const OF_SESSION = { sessionId: "session_id" };

/* State changes of sessions, tombstones, accumulators and resume points become documents. */
export const checkpointDocuments: Migration = {
  number: 22,
  sqlite: [
    toDocuments({
      ...{ table: "session_transitions", collection: "session-transitions", id: "id", at: "created_at", ...OF_SESSION },
      value: columns("id", "sessionId", "fromState", "toState", "reason", "createdAt"),
    }),
    toDocuments({
      ...{ table: "checkpoint_tombstones", collection: "checkpoint-tombstones" },
      ...{ id: "id", at: "created_at", ...OF_SESSION },
      value: columns("id", "sessionId", "hash", "previousHash", "createdAt", "prunedAt"),
    }),
    toDocuments({
      ...{ table: "accumulators", collection: "accumulators", id: "session_id", at: "last_checkpoint_at" },
      ...{ ...OF_SESSION, state: "CASE WHEN prompts_since > 0 THEN 'pending' END" },
      value: {
        ...columns("sessionId", "promptsSince", "lastCheckpointAt", "messageSeq"),
        ...{ queries: "json(queries)", remembers: "json(remembers)", memoriesAccessed: "json(memories_accessed)" },
      },
    }),
    toDocuments({
      ...{ table: "resume_points", collection: "resume-points", at: "created_at" },
      ...{ id: "CAST(folder AS TEXT)", state: "CAST(folder AS TEXT)" },
      value: columns("folder", "checkpointId", "createdAt"),
    }),
  ].join(""),
};
