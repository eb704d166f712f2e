import { expect, test } from "vitest";
import { at, emptyStore, stored, storeOfSchema19 } from "../store/store.test-kit.ts";
import { addProvisional, confirm, type ProvisionalEntry, provisionalEntries } from "./provisional.ts";

const reported = (sessionId: string, sourceId: string, step: number): ProvisionalEntry => ({
  ...{ sessionId, sourceId, createdAt: at(step) },
  entry: { sourceId, role: "user", kind: "prompt", content: `it's "${sourceId}"`, createdAt: at(step), isPrompt: true },
});

test("S8: a provisional entry is kept once, oldest first, until it is confirmed", async () => {
  const store = emptyStore();
  const [{ id }, { id: other }] = [await stored(store), await stored(store)];
  expect(await addProvisional(store, reported(id, "a", 1))).toBe(true);
  expect(await addProvisional(store, reported(id, "b", 1))).toBe(true);
  expect(await addProvisional(store, reported(id, "c", 0))).toBe(true);
  expect(await addProvisional(store, reported(id, "a", 9))).toBe(false);
  expect(await addProvisional(store, reported(other, "a", 1))).toBe(true);
  expect(await provisionalEntries(store, id)).toEqual([
    reported(id, "c", 0),
    reported(id, "a", 1),
    reported(id, "b", 1),
  ]);
  expect(await confirm(store, id, ["a", "c", "never added"])).toBe(2);
  expect(await confirm(store, id, ["a"])).toBe(0);
  expect(await confirm(store, id, [])).toBe(0);
  expect(await provisionalEntries(store, id)).toEqual([reported(id, "b", 1)]);
  expect(await provisionalEntries(store, other)).toEqual([reported(other, "a", 1)]);
});

test("S8: however many entries wait, they are confirmed at once", async () => {
  const store = emptyStore();
  const { id } = await stored(store);
  const ids = Array.from({ length: 3000 }, (_, n) => `source-${n}`);
  await store.transaction(async (tables) => {
    for (const sourceId of ids) await addProvisional(tables, reported(id, sourceId, 1));
  });
  expect(await confirm(store, id, ids)).toBe(3000);
});

test("S8: what waited in schema 19 still waits for its transcript", async () => {
  const { entry } = reported("s1", "a", 1);
  const json = JSON.stringify(entry).replaceAll("'", "''");
  const store = storeOfSchema19(`INSERT INTO provisional_entries VALUES ('s1', 'a', '${json}', '${at(1)}')`);
  expect(await provisionalEntries(store, "s1")).toEqual([reported("s1", "a", 1)]);
  expect(await addProvisional(store, reported("s1", "a", 1))).toBe(false);
  expect(await confirm(store, "s1", ["a"])).toBe(1);
});
