import { expect, test } from "vitest";
import { at, emptyStore, storeOfSchema19 } from "../../store/store.test-kit.ts";
import { type ModelCall, modelCalls, recordCall } from "./call-log.ts";

const aCall = (id: string, createdAt: string): ModelCall => ({
  ...{ id, createdAt, purpose: "summary", provider: "anthropic", model: "m" },
  ...{ inputTokens: 90, outputTokens: 0, cost: null, outcome: "unanswered", durationMs: 0 },
});

const DAY = 86_400;

test("D10: every call of a model is accounted for, newest first, and has its outcome when it is over", async () => {
  const store = emptyStore();
  for (const step of [1, 2]) await recordCall(store, aCall(`call-${step}`, at(step)), 10);
  const outcome = { inputTokens: 100, outputTokens: 20, cost: 0.5, outcome: "ok", durationMs: 7 };
  await modelCalls(store).update("call-1", (begun) => ({ ...begun, ...outcome }));
  expect(await modelCalls(store).list({}, { newestFirst: true, limit: 5 })).toEqual([
    aCall("call-2", at(2)),
    { ...aCall("call-1", at(1)), ...outcome },
  ]);
});

test("D10: calls are counted by time, one that is under way too, and no more are begun than a day allows", async () => {
  const store = emptyStore();
  const begin = (id: string, step: number) => recordCall(store, aCall(id, at(step)), 2);
  expect(await recordCall(store, aCall("none", at(0)), 0)).toBe(false);
  expect([await begin("a", 1), await begin("b", 2), await begin("c", 3)]).toEqual([true, true, false]);
  // Exactly a day later the first one still counts.
  expect([await begin("d", DAY + 1), await begin("e", DAY + 2), await begin("f", DAY + 3)]).toEqual([
    false,
    true,
    true,
  ]);
});

test("D10: model calls of schema 19 are accounted for", async () => {
  const store = storeOfSchema19(`INSERT INTO model_calls VALUES
    ('b', '${at(2)}', 'summary', 'anthropic', 'm', 10, 5, 0.25, 'ok', 12),
    ('a', '${at(1)}', 'summary', 'anthropic', 'm', 10, 0, NULL, 'it''s "late"', 5000)`);
  const call = { purpose: "summary", provider: "anthropic", model: "m", inputTokens: 10 };
  expect(await modelCalls(store).list()).toEqual([
    { ...call, id: "a", createdAt: at(1), outputTokens: 0, cost: null, outcome: `it's "late"`, durationMs: 5000 },
    { ...call, id: "b", createdAt: at(2), outputTokens: 5, cost: 0.25, outcome: "ok", durationMs: 12 },
  ]);
});
