import { type CheckpointRecord, checkpointHash } from "../store/index.ts";
import type { Tombstone } from "./pruning.ts";

interface Link extends Pick<CheckpointRecord, "id" | "hash" | "previousHash" | "createdAt"> {
  readonly record?: CheckpointRecord;
}

/** The first checkpoint, in the order they were made, at which the chain does not hold. */
export interface Problem {
  readonly checkpointId: string;
  readonly reason: string;
}

/** The links reachable from the head, oldest first, and the rest. */
function follow(head: string | null, links: readonly Link[]): { chain: Link[]; apart: Link[] } {
  const byHash = new Map(links.map((link) => [link.hash, link]));
  const reached = new Set<Link>();
  for (let next = head; next !== null; ) {
    const link = byHash.get(next);
    if (!link || reached.has(link)) break;
    reached.add(link);
    next = link.previousHash;
  }
  const asMade = (a: Link, b: Link) =>
    a.createdAt === b.createdAt ? (a.id < b.id ? -1 : 1) : a.createdAt < b.createdAt ? -1 : 1;
  return { chain: [...reached].reverse(), apart: links.filter((link) => !reached.has(link)).sort(asMade) };
}

function problemOf(head: string | null, links: readonly Link[]): Problem | undefined {
  const { chain, apart } = follow(head, links);
  const hashes = new Set(links.map((link) => link.hash));
  const oldest = chain[0];
  const whole = head === null || (oldest !== undefined && oldest.previousHash === null);
  // What precedes a break is older than what follows it.
  for (const link of whole ? [...chain, ...apart] : [...apart, ...chain]) {
    if (link.record && checkpointHash(link.record, link.previousHash) !== link.hash)
      return { checkpointId: link.id, reason: "its content does not match its hash" };
    if (link.previousHash !== null && !hashes.has(link.previousHash))
      return { checkpointId: link.id, reason: "the checkpoint before it is missing or was altered" };
  }
  if (!oldest && head !== null)
    return { checkpointId: head, reason: "the newest checkpoint of the session is missing or was altered" };
  if (!whole && oldest)
    return { checkpointId: oldest.id, reason: "the checkpoint before it is missing or was altered" };
  const stray = apart[0];
  return stray && { checkpointId: stray.id, reason: "it is not part of the session's chain" };
}

/** Proves that no checkpoint of a session was altered, dropped, added or reordered, or names the first that was. */
export function verifyChain(
  head: string | null,
  checkpoints: readonly CheckpointRecord[],
  tombstones: readonly Tombstone[],
) {
  const problem = problemOf(head, [...tombstones, ...checkpoints.map((record) => ({ ...record, record }))]);
  return { ok: problem === undefined, checked: checkpoints.length, pruned: tombstones.length, problem };
}
