import { expect, test } from "vitest";
import { collectionOf, type DocumentRecord } from "../../src/store/index.ts";
import { at, type StoreOf, stored } from "./kit.ts";

const aDocument = (id: string, fields: Partial<DocumentRecord> = {}): DocumentRecord => ({
  ...{ collection: "things", id, sessionId: null, project: null, state: null, at: at(1), value: "{}" },
  ...fields,
});

const idsOf = (documents: readonly DocumentRecord[]) => documents.map(({ id }) => id);

export function documentsContract(store: StoreOf): void {
  const add = async (...documents: DocumentRecord[]) => {
    for (const one of documents) await store().documents.add(one);
  };
  const listed = async (filter: object, order?: object) =>
    idsOf(await store().documents.list({ collection: "things", ...filter }, order));

  test("a document comes back unchanged, and an id is taken once in a collection", async () => {
    const one = aDocument("one", { project: "/p", state: "open", value: '{"a":"\'ü\\n👍"}' });
    expect(await store().documents.add(one)).toBe(true);
    expect(await store().documents.add({ ...one, value: "{}" })).toBe(false);
    expect(await store().documents.get("things", "one")).toEqual(one);
    expect(await store().documents.add({ ...one, collection: "others" })).toBe(true);
    expect(await store().documents.get("things", "two")).toBeUndefined();
  });

  test("lists are by time, then in the order of adding, from either end", async () => {
    await add(aDocument("c", { at: at(2) }), aDocument("b"), aDocument("a"));
    expect(await listed({})).toEqual(["b", "a", "c"]);
    expect(await listed({}, { newestFirst: true, limit: 2 })).toEqual(["c", "a"]);
  });

  test("lists are narrowed by session, project, state, field, time, id, part of an id and number, and counted", async () => {
    const { id: sessionId } = await stored(store());
    await add(
      aDocument("document-0001", { sessionId }),
      aDocument("document-0002", { project: "/p", state: "open", at: at(2) }),
      aDocument("document-0003", { project: "/q", state: "closed", at: at(3), value: '{"named":"a","n":1}' }),
      aDocument("document-0004", { collection: "others", project: "/p" }),
    );
    expect(await listed({ sessionId })).toEqual(["document-0001"]);
    expect(await listed({ projects: ["/p", "/q"] })).toEqual(["document-0002", "document-0003"]);
    expect(await listed({ projects: [] })).toEqual([]);
    expect(await listed({ states: ["open", null] })).toEqual(["document-0001", "document-0002"]);
    const many = Array.from({ length: 3000 }, (_, n) => `state ${n}`);
    expect(await listed({ states: [...many, "open", null] })).toEqual(["document-0001", "document-0002"]);
    expect(await listed({ before: at(2) })).toEqual(["document-0001"]);
    expect(await listed({ fields: { named: "a" } })).toEqual(["document-0003"]);
    expect(await listed({ fields: { named: "a", n: "2" } })).toEqual([]);
    expect(await listed({ id: "document-0003" })).toEqual(["document-0003"]);
    expect(await listed({ id: "0003" })).toEqual([]);
    expect(await listed({ partOfId: "0003" })).toEqual(["document-0003"]);
    expect(await listed({ beyond: 2 })).toEqual(["document-0001"]);
    const count = (filter: object) => store().documents.count({ collection: "things", ...filter });
    expect([await count({}), await count({ states: ["open", null] }), await count({ states: [] })]).toEqual([3, 2, 0]);
  });

  test("put replaces a document in its place; replace only what nobody changed meanwhile", async () => {
    await add(aDocument("a"), aDocument("b"));
    const changed = aDocument("a", { value: '{"n":1}' });
    await store().documents.put(changed);
    expect(await listed({})).toEqual(["a", "b"]);
    expect(await store().documents.replace(aDocument("a"), aDocument("a", { value: '{"n":9}' }))).toBe(false);
    expect(await store().documents.replace(changed, { ...changed, state: "done" })).toBe(true);
    expect(await store().documents.get("things", "a")).toEqual({ ...changed, state: "done" });
  });

  test("what a filter finds is removed, and what names a session goes with it", async () => {
    const { id: sessionId } = await stored(store());
    await add(aDocument("a", { sessionId }), aDocument("b", { state: "old" }), aDocument("c"));
    expect(await store().documents.remove({ collection: "things", states: ["old"] })).toBe(1);
    await store().sessions.remove(sessionId);
    expect(await listed({})).toEqual(["c"]);
  });

  test("a collection changes a value without losing what others changed at once", async () => {
    const counters = collectionOf<{ id: string; count: number }>("counters", ({ id }) => ({ id, at: at(1) }));
    await counters(store()).put({ id: "n", count: 0 });
    const addOne = () => counters(store()).update("n", (one) => ({ ...one, count: one.count + 1 }));
    await Promise.all(Array.from({ length: 30 }, addOne));
    expect(await counters(store()).get("n")).toEqual({ id: "n", count: 30 });
    expect(await counters(store()).update("n", () => undefined)).toBeUndefined();
    expect(await counters(store()).list({}, { limit: 5 })).toEqual([{ id: "n", count: 30 }]);
  });
}
