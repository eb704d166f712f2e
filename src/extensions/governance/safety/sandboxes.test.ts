import { expect, test } from "vitest";
import { at, emptyStore, stored } from "../../../store/store.test-kit.ts";
import { enterSandbox, OPEN, type SandboxRecord, sandboxes, sandboxesOf } from "./sandboxes.ts";

const sandbox = (sessionId: string, step: number): SandboxRecord => ({
  ...{ id: `sandbox-${sessionId}-${step}`, sessionId, cause: "probe", reason: "it 'drifted'", enteredAt: at(step) },
  ...{ liftedAt: null, liftedReason: null, liftedSeq: null },
});

test("V7: a session is in one sandbox at a time, until it is lifted", async () => {
  const store = emptyStore();
  const [one, other] = [await stored(store), await stored(store)];
  const enter = (given: SandboxRecord) => store.transaction((tables) => enterSandbox(tables, given));
  const open = sandbox(one.id, 1);
  expect(await Promise.all([enter(open), enter(sandbox(one.id, 2))])).toEqual([true, false]);
  expect(await enter(sandbox(other.id, 3))).toBe(true);
  expect(await sandboxesOf(store, one.id)).toEqual([open]);
  expect(await sandboxes(store).list({ states: [OPEN] })).toHaveLength(2);
  const lifting = { liftedAt: at(4), liftedReason: "looked at", liftedSeq: 7 };
  await sandboxes(store).put({ ...open, ...lifting });
  expect(await enter(sandbox(one.id, 6))).toBe(true);
  expect(await sandboxesOf(store, one.id)).toEqual([sandbox(one.id, 6), { ...open, ...lifting }]);
});

test("V7: the sandboxes of a session are removed with it", async () => {
  const store = emptyStore();
  const { id } = await stored(store);
  await store.transaction((tables) => enterSandbox(tables, sandbox(id, 1)));
  await store.sessions.remove(id);
  expect(await sandboxes(store).list({ states: [OPEN] })).toEqual([]);
});
