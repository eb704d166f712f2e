import { expect, test } from "vitest";
import { at, emptyStore, stored } from "../../../store/store.test-kit.ts";
import { closeFixer, type Fixer, fixers, OPEN, openFixer } from "./fixers.ts";

test("V4: a step has one open fixer at a time, and it is closed once", async () => {
  const store = emptyStore();
  const { id: sessionId } = await stored(store);
  const open = (id: string, step: string, opened: number) => {
    const fixer: Fixer = {
      ...{ id, sessionId, step, kind: "test", failures: 3, brief: "look", openedAt: at(opened) },
      ...{ deadlineAt: at(opened + 600), closedAt: null, outcome: null, note: null },
    };
    return store.transaction((tables) => openFixer(tables, fixer));
  };
  const both = [open("fixer-0001", "npm test", 2), open("fixer-0002", "npm test", 3)];
  expect(await Promise.all(both)).toEqual([true, false]);
  expect(await open("fixer-0003", "make", 1)).toBe(true);
  expect((await fixers(store).list({ states: [OPEN] })).map(({ id }) => id)).toEqual(["fixer-0003", "fixer-0001"]);
  const closing = { closedAt: at(9), outcome: "fix", note: "it was the clock" } as const;
  expect(await closeFixer(store, "fixer-0001", closing)).toMatchObject(closing);
  const again = { closedAt: at(10), outcome: "escalate", note: "" } as const;
  expect(await closeFixer(store, "fixer-0001", again)).toBeUndefined();
  expect(await open("fixer-0004", "npm test", 11)).toBe(true);
  expect((await fixers(store).list({ sessionId }, { newestFirst: true })).map(({ id }) => id)).toEqual([
    "fixer-0004",
    "fixer-0001",
    "fixer-0003",
  ]);
  expect(await fixers(store).list({ partOfId: "0001" })).toMatchObject([closing]);
});
