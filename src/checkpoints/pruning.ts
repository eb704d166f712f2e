import { type CheckpointRecord, collectionOf, type Tables } from "../store/index.ts";

/** What stays of a pruned checkpoint: its hashes, so that the chain can still be verified. */
export interface Tombstone extends Pick<CheckpointRecord, "id" | "sessionId" | "hash" | "previousHash" | "createdAt"> {
  readonly prunedAt: string;
}

export const tombstones = collectionOf<Tombstone>("checkpoint-tombstones", ({ id, sessionId, createdAt }) => ({
  ...{ id, sessionId, at: createdAt },
}));

type Prunable = Pick<CheckpointRecord, "id" | "trigger" | "createdAt">;

/** Which checkpoints of one session go when there are more than `limit`: the oldest periodic ones first. */
export function beyondLimit(newestFirst: readonly Prunable[], limit: number): string[] {
  const surplus = newestFirst.length - limit;
  if (surplus <= 0) return [];
  const oldestFirst = [...newestFirst].reverse();
  const inOrder = [
    ...oldestFirst.filter((one) => one.trigger === "periodic"),
    ...oldestFirst.filter((one) => one.trigger !== "periodic"),
  ];
  // The newest always stays: the next session continues from it.
  const newest = newestFirst[0]?.id;
  return inOrder
    .map((one) => one.id)
    .filter((id) => id !== newest)
    .slice(0, surplus);
}

/** Which checkpoints of one session are past their retention. */
export const beyondRetention = (checkpoints: readonly Prunable[], before: string): string[] =>
  checkpoints.filter((one) => one.createdAt < before).map((one) => one.id);

/** Removes some of these checkpoints but keeps their hashes. Run it in a transaction. */
export async function prune(
  tables: Tables,
  checkpoints: readonly CheckpointRecord[],
  { gone, at: prunedAt }: { readonly gone: readonly string[]; readonly at: string },
): Promise<void> {
  for (const { id, sessionId, hash, previousHash, createdAt } of checkpoints) {
    if (!gone.includes(id)) continue;
    await tombstones(tables).add({ id, sessionId, hash, previousHash, createdAt, prunedAt });
    await tables.checkpoints.remove(id);
  }
}
