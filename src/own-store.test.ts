import { expect, test } from "vitest";
import { openSqliteStore, type Store } from "./store/index.ts";
import { openThroughline } from "./throughline.ts";

test("a program gives the library a store of its own: everything goes through it, and closing closes it", async () => {
  const { store } = openSqliteStore(":memory:", { now: new Date("2026-01-01T00:00:00.000Z") });
  const calls = { transactions: 0, searches: 0, closed: 0 };
  const wrapped: Store = {
    ...store,
    passages: {
      ...store.passages,
      search: (...asked) => {
        calls.searches += 1;
        return store.passages.search(...asked);
      },
    },
    transaction: (work) => {
      calls.transactions += 1;
      return store.transaction(work);
    },
    close: () => {
      calls.closed += 1;
      return store.close();
    },
  };
  const throughline = await openThroughline({ store: wrapped, config: {} });
  await throughline.memory.remember({ content: "The staging port is 9090.", source: "setup" });
  expect(await store.memories.list({})).toMatchObject([{ content: "The staging port is 9090." }]);
  expect(await throughline.memory.recall({ query: "staging port" })).toMatchObject([{ source: "setup" }]);
  await throughline.close();
  expect(calls.transactions).toBeGreaterThan(0);
  expect(calls.searches).toBeGreaterThan(0);
  expect(calls.closed).toBe(1);
});
