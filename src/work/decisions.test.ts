import { expect, test } from "vitest";
import { at, emptyStore } from "../store/store.test-kit.ts";
import { type DecisionRecord, decisionKey, decisionsOf, recordedDecisions } from "./decisions.ts";

const PROJECT = "/projects/alpha";

const content = { decision: "Use A.", rationale: "", alternatives: [], evidence: [], testScenarios: [] };
const aDecision = (id: string, fields: Partial<DecisionRecord> = {}): DecisionRecord => ({
  ...{ id, project: PROJECT, task: null, ts: at(1), content, versions: [] },
  ...{ sessionId: null, source: "user", memoryId: null, withdrawnAt: null },
  ...fields,
});

test("L2: decisions are listed newest first, by task; withdrawn ones only on request", async () => {
  const store = emptyStore();
  const [old, fresh] = [aDecision("old", { task: "auth" }), aDecision("fresh", { ts: at(2) })];
  for (const one of [old, fresh]) await recordedDecisions(store).add(one);
  const listed = async (filter: object = {}) =>
    (await decisionsOf(store, { project: PROJECT, ...filter })).map(({ id }) => id);
  expect(await listed()).toEqual(["fresh", "old"]);
  expect(await listed({ task: "auth" })).toEqual(["old"]);
  await recordedDecisions(store).update(decisionKey(old), (one) => ({ ...one, withdrawnAt: at(5) }));
  expect(await listed()).toEqual(["fresh"]);
  expect(await listed({ all: true })).toEqual(["fresh", "old"]);
  expect(await listed({ all: true, limit: 1 })).toEqual(["fresh"]);
});

test("L2: a clone of a project has the same decisions under the same ids, for itself", async () => {
  const store = emptyStore();
  const [here, there] = [aDecision("one"), aDecision("one", { project: "/projects/clone" })];
  expect(await recordedDecisions(store).add(here)).toBe(true);
  expect(await recordedDecisions(store).add(there)).toBe(true);
  await recordedDecisions(store).update(decisionKey(there), (one) => ({ ...one, withdrawnAt: at(2) }));
  expect(await decisionsOf(store, { project: PROJECT })).toEqual([here]);
});
