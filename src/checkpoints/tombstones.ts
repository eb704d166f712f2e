import { type CheckpointRecord, collectionOf } from "../store/index.ts";

/** What stays of a pruned checkpoint: its hashes, so that the chain can still be verified. */
export interface Tombstone extends Pick<CheckpointRecord, "id" | "sessionId" | "hash" | "previousHash" | "createdAt"> {
  readonly prunedAt: string;
}

export const tombstones = collectionOf<Tombstone>("checkpoint-tombstones", ({ id, sessionId, createdAt }) => ({
  ...{ id, sessionId, at: createdAt },
}));
