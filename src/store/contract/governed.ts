import { expect, test } from "vitest";
import type { GovernedRecord } from "../index.ts";
import { at, type StoreOf, stored } from "./kit.ts";

export function governedContract(store: StoreOf): void {
  const governed = async (step: number, fields: Partial<GovernedRecord> = {}): Promise<GovernedRecord> => ({
    ...{ sessionId: (await stored(store())).id, project: "/p", root: "/p", task: "auth", goal: "Rotate tokens" },
    ...{ begunAt: at(step), resumedFrom: null, fromGate: null, base: null, isWaiting: 0, steps: "[]", smoke: "none" },
    ...{ smokeCommand: null, smokeOutput: null, smokeAt: null, overrideReason: null, outcome: null },
    ...{ nextHint: null, closedAt: null, closedSeq: null, closing: null },
    ...fields,
  });

  test("V1: the record of a session with a task comes back unchanged, can be changed, and is removed with its session", async () => {
    const record = await governed(1);
    await store().governed.put(record);
    expect(await store().governed.get(record.sessionId)).toEqual(record);
    await store().governed.change(record.sessionId, { smoke: "failed", smokeOutput: "1 'failed'\n👍" });
    const changed = { ...record, smoke: "failed", smokeOutput: "1 'failed'\n👍" };
    expect(await store().governed.get(record.sessionId)).toEqual(changed);
    await store().sessions.remove(record.sessionId);
    expect(await store().governed.get(record.sessionId)).toBeUndefined();
  });

  test("V6: those of a task are listed oldest first, others left out", async () => {
    const [late, early] = [await governed(2), await governed(1)];
    const others = [await governed(1, { task: "other" }), await governed(1, { project: "/q" })];
    for (const one of [late, early, ...others]) await store().governed.put(one);
    expect(await store().governed.ofTask("/p", "auth")).toEqual([early, late]);
  });

  test("V1: a session that waits for a client is found in its folder, the newest first, and joined once", async () => {
    const [older, newer] = [await governed(1, { isWaiting: 1 }), await governed(2, { isWaiting: 1 })];
    const elsewhere = await governed(3, { isWaiting: 1, root: "/p-worktree" });
    for (const one of [newer, older, elsewhere]) await store().governed.put(one);
    expect(await store().governed.waiting("/p", "/p")).toEqual(newer);
    expect(await store().governed.takeUp(newer.sessionId)).toBe(true);
    expect(await store().governed.takeUp(newer.sessionId)).toBe(false);
    expect(await store().governed.waiting("/p", "/p")).toEqual(older);
    expect(await store().governed.waiting("/q", "/p")).toBeUndefined();
  });

  test("V1: a smoke command or ritual that was under way when the process ended is found again", async () => {
    const [one, other] = [await governed(1, { smoke: "running" }), await governed(2, { smoke: "passed" })];
    const closing = await governed(3, { closing: '{"done":[]}' });
    for (const each of [one, other, closing]) await store().governed.put(each);
    expect(new Set(await store().governed.leftOff())).toEqual(new Set([one, closing]));
  });

  test("V2: a session that was over before its shutdown ritual was begun is found", async () => {
    const ended = async (fields: Partial<GovernedRecord>, to: "complete" | "suspended" = "complete") => {
      const record = await governed(1, fields);
      const active = { from: "init", to: "active", at: at(2), reason: null } as const;
      await store().sessions.transition(record.sessionId, active, {});
      const over = { from: "active", to, at: at(5), reason: "over" } as const;
      await store().sessions.transition(record.sessionId, over, { endedAt: at(5), endReason: "over" });
      await store().governed.put(record);
      return record;
    };
    const [never, again] = [await ended({}), await ended({ closedAt: at(4), closedSeq: 1 })];
    await ended({ closedAt: at(6), closedSeq: 1 });
    await ended({}, "suspended");
    await store().governed.put(await governed(1));
    expect(new Set(await store().governed.unclosed(at(9)))).toEqual(new Set([never, again]));
    expect(await store().governed.unclosed(at(5))).toEqual([]);
  });

  test("V2: a session with a task that was over before anything of it was kept is found, unless nothing was said in it", async () => {
    const begun = async (fields: { task?: null; lineage?: "subagent" }, prompts: number) => {
      const { id } = await stored(store(), { project: "/p", task: "auth", ...fields });
      for (let n = 0; n < prompts; n++) await store().sessions.countPrompt(id, at(2));
      return id;
    };
    const ended = async (fields: { task?: null; lineage?: "subagent" }, prompts = 1) => {
      const id = await begun(fields, prompts);
      const active = { from: "init", to: "active", at: at(2), reason: null } as const;
      await store().sessions.transition(id, active, {});
      const over = { from: "active", to: "complete", at: at(5), reason: "over" } as const;
      await store().sessions.transition(id, over, { endedAt: at(5), endReason: "over" });
      return id;
    };
    const found = await ended({});
    await ended({}, 0);
    await ended({ task: null });
    await ended({ lineage: "subagent" });
    await store().governed.put({ ...(await governed(1)), sessionId: await ended({}) });
    await begun({}, 1);
    expect(await store().governed.unrecorded(at(9))).toEqual([found]);
    expect(await store().governed.unrecorded(at(5))).toEqual([]);
  });
}
