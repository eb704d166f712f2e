import fc from "fast-check";
import { expect, test } from "vitest";
import { type CheckpointRecord, checkpointHash } from "../store/index.ts";
import { verifyChain } from "./chain.ts";
import type { Tombstone } from "./pruning.ts";
import { aChain, aCheckpoint } from "./test-kit.ts";

const buried = ({ id, sessionId, hash, previousHash, createdAt }: CheckpointRecord): Tombstone => ({
  ...{ id, sessionId, hash, previousHash, createdAt },
  prunedAt: "2026-02-01T00:00:00.000Z",
});

const headOf = (chain: readonly CheckpointRecord[]): string | null => chain.at(-1)?.hash ?? null;

/** A chain and one of its places; what the store gives comes in any order. */
const chainAndPlace = fc
  .integer({ min: 1, max: 12 })
  .chain((length) => fc.tuple(fc.constant(aChain(length)), fc.nat({ max: length - 1 })));

const ALTERATIONS: Readonly<Record<string, Partial<CheckpointRecord>>> = {
  id: { id: "checkpoint-0000-other" },
  session: { sessionId: "another" },
  key: { sessionKey: "another" },
  harness: { harness: "codex" },
  project: { project: null },
  "normalised project": { projectNormalized: "/elsewhere" },
  trigger: { trigger: "agent" },
  digest: { digest: "never written" },
  "prompt count": { promptCount: 999 },
  queries: { memoryQueries: [] },
  remembers: { recentRemembers: ["never remembered"] },
  place: { messageSeq: 999 },
  "time, to long ago": { createdAt: "1999-01-01T00:00:00.000Z" },
  "time, to far ahead": { createdAt: "2999-01-01T00:00:00.000Z" },
  hash: { hash: "0".repeat(64) },
  "hash before it": { previousHash: "0".repeat(64) },
};

test("C10: an untouched chain proves itself, in whatever order its checkpoints are read", () => {
  fc.assert(
    fc.property(
      fc.nat({ max: 12 }).chain((length) => fc.shuffledSubarray(aChain(length), { minLength: length })),
      (checkpoints) => {
        const head = headOf(aChain(checkpoints.length));
        expect(verifyChain(head, checkpoints, [])).toEqual({
          ok: true,
          checked: checkpoints.length,
          pruned: 0,
          problem: undefined,
        });
      },
    ),
  );
});

test("C7: a chain of which any were pruned still proves itself", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 12 }), fc.infiniteStream(fc.boolean()), (length, coins) => {
      const chain = aChain(length).map((checkpoint) => ({ checkpoint, pruned: coins.next().value }));
      const left = chain.filter((one) => !one.pruned).map((one) => one.checkpoint);
      const gone = chain.filter((one) => one.pruned).map((one) => buried(one.checkpoint));
      expect(verifyChain(headOf(aChain(length)), left, gone)).toMatchObject({ ok: true, pruned: gone.length });
    }),
  );
});

test.each(Object.entries(ALTERATIONS))(
  "C10: an altered %s is found and its checkpoint named, wherever it is",
  (_what, alteration) => {
    fc.assert(
      fc.property(chainAndPlace, ([chain, place]) => {
        const touched = chain.map((one, index) => (index === place ? { ...one, ...alteration } : one));
        const verdict = verifyChain(headOf(chain), touched.reverse(), []);
        expect(verdict.problem?.checkpointId).toBe(alteration.id ?? chain[place]?.id);
      }),
    );
  },
);

test("C10: of two altered ones the first is named", () => {
  fc.assert(
    fc.property(chainAndPlace, fc.nat(), ([chain, place], other) => {
      const second = other % chain.length;
      const touched = chain.map((one, index) => (index === place || index === second ? { ...one, digest: "x" } : one));
      expect(verifyChain(headOf(chain), touched, []).problem?.checkpointId).toBe(chain[Math.min(place, second)]?.id);
    }),
  );
});

test("C10: a dropped one is found: the one behind it is named, or the newest as missing", () => {
  fc.assert(
    fc.property(chainAndPlace, ([chain, place]) => {
      const verdict = verifyChain(
        headOf(chain),
        chain.filter((_, index) => index !== place),
        [],
      );
      expect(verdict.ok).toBe(false);
      expect(verdict.problem?.checkpointId).toBe(chain[place + 1]?.id ?? headOf(chain));
      expect(verdict.problem?.reason).toContain("missing");
    }),
  );
});

test("C10: a dropped tombstone is found as well", () => {
  const chain = aChain(4);
  expect(verifyChain(headOf(chain), chain.slice(2), chain.slice(0, 1).map(buried)).problem).toEqual({
    checkpointId: chain[2]?.id,
    reason: "the checkpoint before it is missing or was altered",
  });
});

test("C10: one that was slipped in is named, whichever place it claims", () => {
  fc.assert(
    fc.property(chainAndPlace, fc.boolean(), ([chain, place], atStart) => {
      const previousHash = atStart ? null : (chain[place]?.hash ?? null);
      const forged = aCheckpoint(500, { previousHash });
      const slipped = { ...forged, hash: checkpointHash(forged, previousHash) };
      expect(verifyChain(headOf(chain), [...chain, slipped], []).problem).toEqual({
        checkpointId: slipped.id,
        reason: "it is not part of the session's chain",
      });
    }),
  );
});

test("C10: two that changed places are found, the first of them named", () => {
  fc.assert(
    fc.property(chainAndPlace, fc.nat(), ([chain, place], other) => {
      const second = other % chain.length;
      fc.pre(second !== place);
      const swapped = chain.map((one, index) => {
        const twin = chain[index === place ? second : index === second ? place : index];
        return { ...one, digest: twin?.digest ?? "" };
      });
      expect(verifyChain(headOf(chain), swapped, []).problem?.checkpointId).toBe(chain[Math.min(place, second)]?.id);
      const relinked = chain.map((one, index) => {
        const twin = chain[index === place ? second : index === second ? place : index];
        return { ...one, hash: twin?.hash ?? "", previousHash: twin?.previousHash ?? null };
      });
      expect(verifyChain(headOf(chain), relinked, []).ok).toBe(false);
    }),
  );
});

test("C10: a head that was turned back, or lost, is found", () => {
  const chain = aChain(3);
  expect(verifyChain(chain[1]?.hash ?? null, chain, []).problem?.checkpointId).toBe(chain[2]?.id);
  expect(verifyChain(null, chain, []).problem?.checkpointId).toBe(chain[0]?.id);
  expect(verifyChain("f".repeat(64), chain, []).ok).toBe(false);
});
