import { expect, test } from "vitest";
import type { MemoryFilter, MemoryScope } from "../../src/store/index.ts";
import { aMemory, at, type StoreOf } from "./kit.ts";

const ids = (memories: readonly { id: string }[]): string[] => memories.map((memory) => memory.id);

export function memoryHistoryContract(store: StoreOf): void {
  const kept = async (...given: Parameters<typeof aMemory>[0][]) => {
    const memories = given.map((fields) => aMemory(fields));
    for (const memory of memories) await store().memories.insert(memory);
    return memories;
  };

  test("M1: what is superseded is marked once, with by what, when and why, and stays", async () => {
    const [old, next] = await kept({ content: "port 1" }, { content: "port 2" });
    const succession = { by: next?.id ?? "", at: at(5), why: "port: 1 → 2" };
    expect(await store().memories.supersede(old?.id ?? "", succession)).toBe(true);
    expect(await store().memories.supersede(old?.id ?? "", { ...succession, why: "again" })).toBe(false);
    expect(await store().memories.supersede("none", succession)).toBe(false);
    const past = { supersededBy: next?.id, supersededAt: at(5), supersededWhy: "port: 1 → 2", forgottenAt: null };
    expect(await store().memories.find(old?.id ?? "")).toEqual([{ ...old, ...past }]);
    expect(await store().memories.list({ supersededBy: next?.id })).toEqual([{ ...old, ...past }]);
    expect((await store().memories.find(old?.id ?? ""))[0]).toMatchObject({ content: "port 1" });
    expect(ids(await store().memories.list({}))).toEqual([next?.id]);
    expect((await store().totals()).memories).toBe(1);
  });

  test("M1: a forgotten memory cannot be superseded, and none of its words are left", async () => {
    const [old, next] = await kept({ content: "port 1" }, { content: "port 2" });
    await store().memories.supersede(old?.id ?? "", { by: next?.id ?? "", at: at(5), why: "port: 1 → 2" });
    for (const id of ids([old, next].flatMap((one) => one ?? []))) await store().memories.forget(id, at(6));
    expect(await store().memories.supersede(next?.id ?? "", { by: "x", at: at(7), why: "" })).toBe(false);
    expect(await store().memories.list({ withPast: true })).toEqual([
      { ...next, content: "", supersededAt: null, supersededWhy: null, forgottenAt: at(6) },
      { ...old, content: "", supersededBy: next?.id, supersededAt: at(5), supersededWhy: null, forgottenAt: at(6) },
    ]);
  });

  test("M1: the same words are known to have been forgotten, since when, in the same scope only", async () => {
    const [memory] = await kept({ content: "The Gate is green", project: "/p", agent: null });
    await store().memories.forget(memory?.id ?? "", at(6));
    const wasForgotten = async (
      forgottenSince: string,
      fields: Partial<MemoryScope> = {},
      sameWords = "the gate  is green",
    ) => {
      const scope = { project: "/p", agent: null, ...fields };
      return (await store().memories.list({ scope, sameWords, forgottenSince })).length > 0;
    };
    expect(await wasForgotten(at(6))).toBe(true);
    expect(await wasForgotten(at(7))).toBe(false);
    expect(await wasForgotten(at(1), { project: null })).toBe(false);
    expect(await wasForgotten(at(1), { agent: "ada" })).toBe(false);
    expect(await wasForgotten(at(1), {}, "the gate is red")).toBe(false);
  });

  test("M1: history lists all, by kind, session, project and agent, newest first, with a limit", async () => {
    const [a, b, c] = await kept(
      { createdAt: at(1), kind: "decision", sessionId: "s1", agent: "ada" },
      { createdAt: at(2), kind: "fact", sessionId: "s1", project: "/p" },
      { createdAt: at(3), kind: "fact" },
    );
    await store().memories.forget(a?.id ?? "", at(4));
    await store().memories.supersede(b?.id ?? "", { by: c?.id ?? "", at: at(4), why: "so" });
    const history = async (filter: MemoryFilter) => ids(await store().memories.list({ ...filter, withPast: true }));
    expect(await history({})).toEqual([c?.id, b?.id, a?.id]);
    expect(await history({ limit: 2 })).toEqual([c?.id, b?.id]);
    expect(await history({ kind: "fact" })).toEqual([c?.id, b?.id]);
    expect(await history({ sessionId: "s1" })).toEqual([b?.id, a?.id]);
    expect(await history({ project: "/p" })).toEqual([b?.id]);
    expect(await history({ agent: "ada" })).toEqual([a?.id]);
    expect(ids(await store().memories.list({ kind: "fact" }))).toEqual([c?.id]);
    expect(await store().memories.list({ sessionId: "s1", limit: 5 })).toEqual([]);
  });

  test("K4: current memories with the same slot are found, of exactly the scope", async () => {
    const port = (value: number, project: string | null) => ({ content: `The port is ${value}.`, project });
    const [first, other, gone, old, last] = await kept(
      ...[port(1, "/p"), port(2, null), port(3, "/p"), port(4, "/p"), port(5, "/p")],
    );
    await kept({ ...port(6, "/p"), agent: "ada" }, { content: "The host is h1.", project: "/p" });
    await store().memories.forget(gone?.id ?? "", at(9));
    await store().memories.supersede(old?.id ?? "", { by: last?.id ?? "", at: at(9), why: "so" });
    const same = async (sameSlot: string, project: string | null) =>
      ids(await store().memories.list({ scope: { project, agent: null }, sameSlot }));
    expect(await same("The **port** is 9", "/p")).toEqual([last?.id, first?.id]);
    expect(await same("The port is 9", null)).toEqual([other?.id]);
    expect(await same("The port of the gate is 9", "/p")).toEqual([]);
    expect(await same("We like tea", "/p")).toEqual([]);
  });

  test("M1: what is removed altogether leaves none of its words in why it superseded another", async () => {
    const [old, next] = await kept({ content: "port 1" }, { content: "port 2" });
    await store().memories.supersede(old?.id ?? "", { by: next?.id ?? "", at: at(5), why: "port: 1 → 2" });
    await store().memories.remove(next?.id ?? "");
    expect(await store().memories.list({ withPast: true })).toMatchObject([{ id: old?.id, supersededWhy: null }]);
  });

  test("M1: a change touches the fields it names and nothing else", async () => {
    const [memory] = await kept({ source: "message m1 (agent)", sessionId: "s1" });
    await store().memories.change([memory?.id ?? ""], { source: "user" });
    expect((await store().memories.find(memory?.id ?? ""))[0]).toMatchObject({ ...memory, source: "user" });
  });

  test("M1: what was forgotten before it was indexed does not hold the index up", async () => {
    const [first, second] = await kept({}, {});
    await store().memories.forget(second?.id ?? "", at(5));
    const waiting = await store().passages.waiting("memories", { above: 0 }, 10);
    expect(waiting.map(({ content }) => content)).toEqual([first?.content, ""]);
    await store().transaction(({ passages }) =>
      passages.take("memories", {
        owners: waiting,
        passages: [],
        since: { low: 0, high: 0 },
        low: 0,
        high: 2,
        edition: "1",
      }),
    );
    expect(await store().passages.progress("memories")).toMatchObject({ high: 2, newest: 2 });
  });
}
