import { expect, test } from "vitest";
import { at, emptyStore, stored, storeOfSchema19 } from "../store/store.test-kit.ts";
import { handedOverTo, handOver } from "./handed-over-entries.ts";

test("H4: which entries were handed over to a session is kept for it alone, and goes with it", async () => {
  const store = emptyStore();
  const [one, other] = [await stored(store), await stored(store)];
  const ids = Array.from({ length: 100 }, (_, n) => `u-${n}`);
  await handOver(store, one.id, ids, at(1));
  await handOver(store, one.id, [...ids, "u-100"], at(2));
  expect(await handedOverTo(store, one.id)).toEqual(new Set([...ids, "u-100"]));
  expect(await handedOverTo(store, other.id)).toEqual(new Set());
  await store.transaction((tables) => tables.sessions.remove(one.id));
  expect(await handedOverTo(store, one.id)).toEqual(new Set());
});

test("H4: what was handed over in schema 19 is not read again", async () => {
  const store = storeOfSchema19("INSERT INTO handed_over VALUES ('s1', 'u''1'), ('s1', 'u-2'), ('s2', 'u-3')");
  expect(await handedOverTo(store, "s1")).toEqual(new Set(["u'1", "u-2"]));
  expect(await handedOverTo(store, "s2")).toEqual(new Set(["u-3"]));
});
