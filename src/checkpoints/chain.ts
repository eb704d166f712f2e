import { type CheckpointRecord, checkpointHash, type TombstoneRecord } from "../store/index.ts";

export interface ChainVerdict {
  readonly ok: boolean;
  readonly checked: number;
  readonly pruned: number;
  /** The first checkpoint, in the order they were made, at which the chain does not hold. */
  readonly problem: { readonly checkpointId: string; readonly reason: string } | undefined;
}

type Link = {
  readonly id: string;
  readonly hash: string;
  readonly previousHash: string | null;
  readonly record?: CheckpointRecord;
};

/** Proves that no checkpoint of a session was altered, dropped, added or reordered, or names the first that was. */
export function verifyChain(
  head: string | null,
  checkpoints: readonly CheckpointRecord[],
  tombstones: readonly TombstoneRecord[],
): ChainVerdict {
  const links: Link[] = [...tombstones, ...checkpoints.map((record) => ({ ...record, record }))];
  const byHash = new Map(links.map((link) => [link.hash, link]));
  const newestFirst: Link[] = [];
  let next = head;
  let broken: { checkpointId: string; reason: string } | undefined;
  const seen = new Set<Link>();
  while (next !== null) {
    const link = byHash.get(next);
    const after = newestFirst.at(-1);
    if (!link || seen.has(link)) {
      broken = after
        ? { checkpointId: after.id, reason: "the checkpoint before it is missing or was altered" }
        : { checkpointId: next, reason: "the newest checkpoint of the session is missing or was altered" };
      break;
    }
    seen.add(link);
    newestFirst.push(link);
    next = link.previousHash;
  }
  const chain = newestFirst.reverse();
  const altered = chain.find(({ record }) => record && checkpointHash(record, record.previousHash) !== record.hash);
  const stray = links.find((link) => !seen.has(link));
  const problem =
    broken ??
    (altered && { checkpointId: altered.id, reason: "its content does not match its hash" }) ??
    (stray && { checkpointId: stray.id, reason: "it is not part of the session's chain" });
  return { ok: problem === undefined, checked: checkpoints.length, pruned: tombstones.length, problem };
}
