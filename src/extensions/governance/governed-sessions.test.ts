import { beforeEach, expect, test } from "vitest";
import type { Store } from "../../store/index.ts";
import { at, emptyStore, stored } from "../../store/store.test-kit.ts";
import {
  changeGoverned,
  type GovernedRecord,
  governedSessions,
  newGoverned,
  takeUp,
  unclosedSessions,
  unfinishedSessions,
  waitingSession,
} from "./governed-sessions.ts";

let store: Store;
beforeEach(() => {
  store = emptyStore();
});

const governed = async (step: number, fields: Partial<GovernedRecord> = {}): Promise<GovernedRecord> => {
  const { id: sessionId } = await stored(store, { task: "auth" });
  const common = { sessionId, project: "/p", root: "/p", task: "auth", goal: "Rotate tokens", begunAt: at(step) };
  return newGoverned({ ...common, ...fields });
};

test("V1: the record of a session with a task comes back unchanged, can be changed, and is removed with its session", async () => {
  const record = await governed(1);
  await governedSessions(store).put(record);
  expect(await governedSessions(store).get(record.sessionId)).toEqual(record);
  await changeGoverned(store, record.sessionId, { smoke: "failed", smokeOutput: "1 'failed'\n👍" });
  const changed = { ...record, smoke: "failed", smokeOutput: "1 'failed'\n👍" };
  expect(await governedSessions(store).get(record.sessionId)).toEqual(changed);
  await store.sessions.remove(record.sessionId);
  expect(await governedSessions(store).get(record.sessionId)).toBeUndefined();
});

test("V6: those of a task are listed oldest first, others left out", async () => {
  const [late, early] = [await governed(2), await governed(1)];
  const others = [await governed(1, { task: "other" }), await governed(1, { project: "/q" })];
  for (const one of [late, early, ...others]) await governedSessions(store).put(one);
  expect(await governedSessions(store).list({ projects: ["/p"], fields: { task: "auth" } })).toEqual([early, late]);
});

test("V1: a session that waits for a client is found in its folder, the newest first, and joined once", async () => {
  const [older, newer] = [await governed(1, { isWaiting: true }), await governed(2, { isWaiting: true })];
  const elsewhere = await governed(3, { isWaiting: true, root: "/p-worktree" });
  for (const one of [newer, older, elsewhere]) await governedSessions(store).put(one);
  expect(await waitingSession(store, "/p", "/p")).toEqual(newer);
  expect(await Promise.all([1, 2].map(() => takeUp(store, newer.sessionId)))).toEqual([true, false]);
  expect(await takeUp(store, newer.sessionId)).toBe(false);
  expect(await waitingSession(store, "/p", "/p")).toEqual(older);
  expect(await waitingSession(store, "/q", "/p")).toBeUndefined();
});

test("V1: a smoke command or ritual that was under way when the process ended is found again", async () => {
  const [one, other] = [await governed(1, { smoke: "running" }), await governed(2, { smoke: "passed" })];
  const closing = await governed(3, { closing: { at: at(3), isInterrupted: false, done: [] } });
  for (const each of [one, other, closing]) await governedSessions(store).put(each);
  expect(new Set(await unfinishedSessions(store))).toEqual(new Set([one, closing]));
});

test("V2: a session that was over before its shutdown ritual was begun is found", async () => {
  const ended = async (fields: Partial<GovernedRecord>, to: "complete" | "suspended" = "complete") => {
    const record = await governed(1, fields);
    await store.sessions.change(record.sessionId, { state: to, endedAt: at(5), endReason: "over" });
    await governedSessions(store).put(record);
    return record;
  };
  const [never, again] = [await ended({}), await ended({ closedAt: at(4), closedSeq: 1 })];
  await ended({ closedAt: at(6), closedSeq: 1 });
  await ended({}, "suspended");
  await governedSessions(store).put(await governed(1));
  expect(new Set(await unclosedSessions(store, at(9)))).toEqual(new Set([never.sessionId, again.sessionId]));
  expect(await unclosedSessions(store, at(5))).toEqual([]);
});

test("V2: a session with a task that was over before anything of it was kept is found, unless nothing was said in it", async () => {
  const begun = async (fields: { task?: null; lineage?: "subagent" }, prompts: number) => {
    const { id } = await stored(store, { project: "/p", task: "auth", ...fields });
    await store.sessions.change(id, { promptCount: prompts });
    return id;
  };
  const ended = async (fields: { task?: null; lineage?: "subagent" }, prompts = 1) => {
    const id = await begun(fields, prompts);
    await store.sessions.change(id, { state: "complete", endedAt: at(5), endReason: "over" });
    return id;
  };
  const found = await ended({});
  await ended({}, 0);
  await ended({ task: null });
  await ended({ lineage: "subagent" });
  const closed = await governed(1, { closedAt: at(6), closedSeq: 1 });
  await governedSessions(store).put({ ...closed, sessionId: await ended({}) });
  await begun({}, 1);
  expect(await unclosedSessions(store, at(9))).toEqual([found]);
  expect(await unclosedSessions(store, at(5))).toEqual([]);
});
