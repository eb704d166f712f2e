import { expect, test } from "vitest";
import { sessionTransitions } from "../sessions/index.ts";
import { migratedFrom } from "../store/sqlite/test-kit.ts";
import { accumulators, PENDING } from "./accumulator.ts";
import { tombstones } from "./pruning.ts";
import { takeResumePoint } from "./resume-points.ts";

test("C3: a database of schema 21 keeps its sessions' moves, tombstones, accumulators and resume points", async () => {
  const store = migratedFrom(
    21,
    `
    INSERT INTO project_folders (pk, path, project) VALUES (1, '/p', 1);
    INSERT INTO sessions (id, key, harness, type, state, started_at, last_activity_at) VALUES
      ('s1', 'k1', 'claude-code', 'coding', 'active', '2026-01-01', '2026-01-01'),
      ('s2', 'k2', 'claude-code', 'coding', 'active', '2026-01-01', '2026-01-01');
    INSERT INTO session_transitions (id, session_id, from_state, to_state, reason, created_at) VALUES
      ('t2', 's1', 'active', 'suspended', 'it''s "lunch"', '2026-01-02'), ('t1', 's1', 'init', 'active', NULL, '2026-01-01');
    INSERT INTO checkpoint_tombstones (id, session_id, hash, previous_hash, created_at, pruned_at)
      VALUES ('c1', 's1', 'h1', NULL, '2026-01-01', '2026-01-03');
    INSERT INTO accumulators (session_id, prompts_since, queries, remembers, memories_accessed, last_checkpoint_at, message_seq)
      VALUES ('s1', 2, '["a","ü \\"b\\""]', '["r"]', '[]', '2026-01-01', 7), ('s2', 0, '[]', '[]', '["m"]', '2026-01-02', 0);
    INSERT INTO resume_points (folder, checkpoint_id, created_at) VALUES (1, 'c2', '2026-01-02');
  `,
  );
  const sessionId = "s1";
  expect(await sessionTransitions(store).list({ sessionId })).toEqual([
    { id: "t1", sessionId, fromState: "init", toState: "active", reason: null, createdAt: "2026-01-01" },
    {
      id: "t2",
      sessionId,
      fromState: "active",
      toState: "suspended",
      reason: 'it\'s "lunch"',
      createdAt: "2026-01-02",
    },
  ]);
  expect(await tombstones(store).list({ sessionId })).toEqual([
    { id: "c1", sessionId, hash: "h1", previousHash: null, createdAt: "2026-01-01", prunedAt: "2026-01-03" },
  ]);
  expect(await accumulators(store).list({ states: [PENDING] })).toEqual([
    {
      ...{ sessionId, promptsSince: 2, queries: ["a", 'ü "b"'], remembers: ["r"], memoriesAccessed: [] },
      ...{ lastCheckpointAt: "2026-01-01", messageSeq: 7 },
    },
  ]);
  expect(await accumulators(store).get("s2")).toMatchObject({ promptsSince: 0, memoriesAccessed: ["m"] });
  expect(await takeResumePoint(store, "/p")).toBe("c2");
  await store.transaction(({ sessions }) => sessions.remove(sessionId));
  expect(await sessionTransitions(store).list({})).toEqual([]);
  expect(await accumulators(store).get(sessionId)).toBeUndefined();
});
