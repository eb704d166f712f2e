import { expect, test } from "vitest";
import { newId } from "../core/index.ts";
import { at, emptyStore, stored, storeOfSchema19 } from "../store/store.test-kit.ts";
import { markUsed, pruneServed, type Served, served, takeBackServed, totalsByWay, unusedIn } from "./served-items.ts";
import { sessionSignals, totalsOfStart } from "./session-signals.ts";

const one = (sessionId: string, itemId: string, step: number, fields: Partial<Served> = {}): Served => ({
  ...{ id: newId(), itemId, itemKind: "message", sessionId, servedAt: at(step), way: "recall", rank: 1, score: 0.5 },
  ...{ features: '{"words":0.4}', marks: '{"words":[1,2],"names":[]}', usedAt: null },
  ...fields,
});

async function opened(store = emptyStore()) {
  const add = async (...all: Served[]) => {
    for (const each of all) await served(store).add(each);
  };
  const items = async (sessionId?: string) =>
    (await served(store).list({ sessionId }, { newestFirst: true })).map(({ itemId }) => itemId);
  return { store, add, items };
}

test("M6: what was served is listed newest first, of all sessions or of one", async () => {
  const { store, add, items } = await opened();
  const [first, other] = [await stored(store), await stored(store)];
  await add(one(first.id, "a", 1), one(other.id, "b", 2));
  const last = one(first.id, "c", 3, { score: null, way: "recovery" });
  await add(last);
  expect(await items()).toEqual(["c", "b", "a"]);
  expect(await items(first.id)).toEqual(["c", "a"]);
  expect(await items("none")).toEqual([]);
  expect(await served(store).list({}, { newestFirst: true, limit: 1 })).toEqual([last]);
});

test("M6: what was used is no longer looked for, and its first use counts", async () => {
  const { store, add } = await opened();
  const { id } = await stored(store);
  await add(one(id, "a", 1), one(id, "b", 1, { rank: 2 }));
  const [b, a] = await unusedIn(store, id, 10);
  expect([b?.itemId, a?.itemId]).toEqual(["b", "a"]);
  await markUsed(store, a?.id ?? "", at(5));
  await markUsed(store, a?.id ?? "", at(9));
  expect(await unusedIn(store, id, 10)).toEqual([b]);
  expect((await served(store).list()).map(({ usedAt }) => usedAt)).toEqual([at(5), null]);
});

test("M6: what never arrived is taken back", async () => {
  const { store, add, items } = await opened();
  const { id } = await stored(store);
  const way = "prompt";
  await add(one(id, "a", 1, { way }), one(id, "b", 4, { way }), one(id, "c", 4));
  await takeBackServed(store, id, at(4));
  await takeBackServed(store, "none", at(1));
  expect(await items()).toEqual(["c", "a"]);
});

test("M6: totals count served and used by way, and how sessions began", async () => {
  const { store, add } = await opened();
  expect(await totalsByWay(store)).toEqual([]);
  expect(await totalsOfStart(store, "cold")).toEqual({ sessions: 0, novel: 0 });
  const [first, second, third] = [await stored(store), await stored(store), await stored(store)];
  await add(one(first.id, "a", 1, { usedAt: at(2) }), one(first.id, "b", 1, { way: "prompt" }));
  const signals = { named: "[7]", lookedSeq: 3, updatedAt: at(1) };
  await sessionSignals(store).put({ ...signals, sessionId: first.id, start: "recovered", novel: 2 });
  await sessionSignals(store).put({ ...signals, sessionId: second.id, start: "cold", novel: 5 });
  await sessionSignals(store).put({ ...signals, sessionId: third.id, start: null, novel: 9 });
  expect(await totalsByWay(store)).toEqual([
    { way: "prompt", served: 1, used: 0 },
    { way: "recall", served: 1, used: 1 },
  ]);
  expect(await totalsOfStart(store, "recovered")).toEqual({ sessions: 1, novel: 2 });
  expect(await totalsOfStart(store, "cold")).toEqual({ sessions: 1, novel: 5 });
});

test("M6: a session's signals are kept once and changed in place", async () => {
  const { store } = await opened();
  const { id } = await stored(store);
  const first = { sessionId: id, start: null, novel: 0, named: "[]", lookedSeq: 0, updatedAt: at(1) };
  await sessionSignals(store).put(first);
  const second = { ...first, start: "cold" as const, novel: 4, lookedSeq: 8, updatedAt: at(2) };
  await sessionSignals(store).put(second);
  expect(await sessionSignals(store).get(id)).toEqual(second);
  expect(await sessionSignals(store).list()).toEqual([second]);
  expect(await sessionSignals(store).get("none")).toBeUndefined();
});

test("M6: what is old goes, and what is more than may be kept; the newest stay", async () => {
  const { store, add, items } = await opened();
  const { id } = await stored(store);
  await add(...[1, 2, 3, 4, 5, 6].map((step) => one(id, `i${step}`, step)));
  expect(await pruneServed(store, at(3), 100)).toBe(2);
  expect(await items()).toEqual(["i6", "i5", "i4", "i3"]);
  expect(await pruneServed(store, at(0), 3)).toBe(1);
  expect(await items()).toEqual(["i6", "i5", "i4"]);
  expect(await pruneServed(store, at(0), 3)).toBe(0);
});

test("M6: signals go with their session", async () => {
  const { store, add, items } = await opened();
  const [gone, other] = [await stored(store), await stored(store)];
  await add(one(gone.id, "a", 1), one(other.id, "b", 1));
  const signals = { sessionId: gone.id, start: null, novel: 0, named: "[]", lookedSeq: 0, updatedAt: at(1) };
  await sessionSignals(store).put(signals);
  await store.transaction((tables) => tables.sessions.remove(gone.id));
  expect(await items()).toEqual(["b"]);
  expect(await sessionSignals(store).list()).toEqual([]);
});

test("M6: signals of schema 19 count on", async () => {
  const store = storeOfSchema19(`
    INSERT INTO served (pk, item_id, item_kind, session_id, served_at, way, rank, score, features, marks, used_at) VALUES
      (7, 'a', 'message', 's1', '${at(1)}', 'recall', 1, 0.5, '{"words":0.4}', '{"words":[1,2],"names":[]}', NULL),
      (8, 'b', 'message', 's1', '${at(1)}', 'prompt', 1, NULL, '{}', '{}', '${at(2)}');
    INSERT INTO session_signals VALUES ('s1', 'cold', 4, '[7]', 8, '${at(2)}');`);
  expect(await unusedIn(store, "s1", 9)).toEqual([one("s1", "a", 1, { id: "7" })]);
  expect(await totalsByWay(store)).toEqual([
    { way: "prompt", served: 1, used: 1 },
    { way: "recall", served: 1, used: 0 },
  ]);
  expect(await sessionSignals(store).get("s1")).toEqual({
    ...{ sessionId: "s1", start: "cold", novel: 4, named: "[7]", lookedSeq: 8, updatedAt: at(2) },
  });
});
