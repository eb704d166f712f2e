import { expect, test } from "vitest";
import { ManualClock } from "../../core/index.ts";
import { at, emptyStore, stored, storeOfSchema19 } from "../../store/store.test-kit.ts";
import { forgetHooks, seenHooks, toolCalls } from "./seen-hooks.ts";

const WEEK_MS = 7 * 86_400_000;

test("S8: a hook event counts once, also when it comes ten times at once", async () => {
  const hooks = seenHooks(emptyStore());
  const marked = await Promise.all(Array.from({ length: 10 }, () => hooks.add({ id: "hook-1", at: at(1) })));
  expect(marked.filter(Boolean)).toHaveLength(1);
  expect(await hooks.add({ id: "hook-1", at: at(2) })).toBe(false);
  expect(await hooks.add({ id: "hook-2", at: at(2) })).toBe(true);
});

test("S8: a tool call is bound to the session that announced it first", async () => {
  const store = emptyStore();
  const [first, second] = [await stored(store), await stored(store)];
  await toolCalls(store).add({ toolUseId: "toolu_1", sessionId: first.id, at: at(1) });
  await toolCalls(store).add({ toolUseId: "toolu_1", sessionId: second.id, at: at(2) });
  expect((await toolCalls(store).get("toolu_1"))?.sessionId).toBe(first.id);
  expect(await toolCalls(store).get("toolu_2")).toBeUndefined();
});

test("S8: old bookkeeping is forgotten, and only that; that of schema 19 too", async () => {
  const store = storeOfSchema19(`
    INSERT INTO seen_hooks VALUES ('old', '${at(1)}');
    INSERT INTO tool_calls VALUES ('old', 's1', '${at(1)}'), ('young', 's1', '${at(5)}');`);
  await seenHooks(store).add({ id: "young", at: at(5) });
  expect(await seenHooks(store).add({ id: "old", at: at(2) })).toBe(false);
  expect(await toolCalls(store).get("old")).toEqual({ toolUseId: "old", sessionId: "s1", at: at(1) });
  await forgetHooks({ store, clock: new ManualClock(Date.parse(at(5)) + WEEK_MS) });
  expect(await seenHooks(store).add({ id: "young", at: at(6) })).toBe(false);
  expect(await seenHooks(store).add({ id: "old", at: at(6) })).toBe(true);
  expect(await toolCalls(store).get("old")).toBeUndefined();
  expect((await toolCalls(store).get("young"))?.sessionId).toBe("s1");
});
