import { type CheckpointRecord, checkpointHash } from "../store/index.ts";
import type { Accumulator } from "./accumulator.ts";

const time = (step: number): string => new Date(Date.UTC(2026, 0, 1) + step * 60_000).toISOString();

export const aCheckpoint = (n: number, fields: Partial<CheckpointRecord> = {}): CheckpointRecord => ({
  id: `checkpoint-${String(n).padStart(4, "0")}`,
  sessionId: "session",
  sessionKey: "key",
  harness: "claude-code",
  project: "/projects/alpha",
  projectNormalized: "/projects/alpha",
  trigger: "periodic",
  digest: `digest ${n}`,
  promptCount: n,
  memoryQueries: [`query ${n}`],
  recentRemembers: [],
  messageSeq: n,
  structured: null,
  createdAt: time(n),
  hash: "",
  previousHash: null,
  ...fields,
});

/** A whole chain, oldest first, as the store would have linked it. */
export function aChain(length: number): CheckpointRecord[] {
  const chain: CheckpointRecord[] = [];
  for (let n = 1; n <= length; n++) {
    const previousHash = chain.at(-1)?.hash ?? null;
    const checkpoint = aCheckpoint(n);
    chain.push({ ...checkpoint, previousHash, hash: checkpointHash(checkpoint, previousHash) });
  }
  return chain;
}

export const anAccumulator = (fields: Partial<Accumulator> = {}): Accumulator => ({
  sessionId: "session",
  promptsSince: 0,
  queries: [],
  remembers: [],
  memoriesAccessed: [],
  lastCheckpointAt: time(0),
  messageSeq: 0,
  ...fields,
});
