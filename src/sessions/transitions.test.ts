import { afterEach, beforeEach, expect, test } from "vitest";
import { openSqliteStore, type SessionState, type Store } from "../store/index.ts";
import { at, stored } from "../store/store.test-kit.ts";
import { moveSession, sessionTransitions } from "./transitions.ts";

let store: Store;
beforeEach(() => {
  store = openSqliteStore(":memory:", { now: new Date(at(0)) }).store;
});
afterEach(() => store.close());

const moved = (id: string, from: SessionState, to: SessionState, reason: string | null, step = 0) =>
  store.transaction((tables) => moveSession(tables, id, { from, to, at: at(step), reason }, { endReason: reason }));

test("S2: each move is written down with its reason, in order; one that was refused is not", async () => {
  const { id } = await stored(store);
  expect(await moved(id, "active", "suspended", "lunch")).toBe(true);
  expect(await moved(id, "active", "complete", "refused")).toBe(false);
  expect(await moved(id, "suspended", "active", null, 1)).toBe(true);
  const moves = await sessionTransitions(store).list({ sessionId: id });
  expect(moves.map(({ fromState, toState, reason, createdAt }) => [fromState, toState, reason, createdAt])).toEqual([
    ["active", "suspended", "lunch", at(0)],
    ["suspended", "active", null, at(1)],
  ]);
});

test("S2: of ten that race for the same move, one wins, and only it is written down", async () => {
  const { id } = await stored(store);
  const won = await Promise.all(Array.from({ length: 10 }, (_, n) => moved(id, "active", "complete", `${n}`)));
  expect(won.filter(Boolean)).toHaveLength(1);
  expect((await store.sessions.get(id))?.endReason).toBe(`${won.indexOf(true)}`);
  expect(await sessionTransitions(store).list({ sessionId: id })).toHaveLength(1);
});
