import { expect, test } from "vitest";
import type { NewServed } from "../index.ts";
import { at, type StoreOf, stored } from "./kit.ts";

export function signalsContract(store: StoreOf): void {
  const served = (sessionId: string, itemId: string, step: number, fields: Partial<NewServed> = {}): NewServed => ({
    ...{ itemId, itemKind: "message", sessionId, servedAt: at(step), way: "recall", rank: 1, score: 0.5 },
    ...{ features: '{"words":0.4}', marks: '{"words":[1,2],"names":[]}', usedAt: null },
    ...fields,
  });
  const items = async (sessionId?: string) =>
    (await store().signals.list({ sessionId, limit: 100 })).map(({ itemId }) => itemId);

  test("M6: what was served is listed newest first, of all sessions or of one", async () => {
    const [one, other] = [await stored(store()), await stored(store())];
    await store().signals.add([served(one.id, "a", 1), served(other.id, "b", 2)]);
    await store().signals.add([served(one.id, "c", 3, { score: null, way: "recovery" })]);
    expect(await items()).toEqual(["c", "b", "a"]);
    expect(await items(one.id)).toEqual(["c", "a"]);
    expect(await items("none")).toEqual([]);
    expect((await store().signals.list({ limit: 1 }))[0]).toMatchObject(
      served(one.id, "c", 3, { score: null, way: "recovery" }),
    );
  });

  test("M6: what was used is no longer looked for, and its first use counts", async () => {
    const { id } = await stored(store());
    await store().signals.add([served(id, "a", 1), served(id, "b", 1, { rank: 2 })]);
    const [b, a] = await store().signals.unused(id, 10);
    expect([b?.itemId, a?.itemId]).toEqual(["b", "a"]);
    await store().signals.markUsed(a?.pk ?? 0, at(5));
    await store().signals.markUsed(a?.pk ?? 0, at(9));
    await store().signals.saveMarks(b?.pk ?? 0, "{}");
    expect(await store().signals.unused(id, 10)).toEqual([{ ...b, marks: "{}" }]);
    expect((await store().signals.list({ limit: 10 })).map(({ usedAt }) => usedAt)).toEqual([null, at(5)]);
  });

  test("M6: what never arrived is taken back", async () => {
    const { id } = await stored(store());
    const way = "prompt";
    await store().signals.add([served(id, "a", 1, { way }), served(id, "b", 4, { way }), served(id, "c", 4)]);
    await store().signals.takeBack(id, at(4));
    await store().signals.takeBack("none", at(1));
    expect(await items()).toEqual(["c", "a"]);
  });

  test("M6: totals count served and used by way, and how sessions began", async () => {
    expect(await store().signals.totals()).toEqual({
      ...{ served: 0, used: 0, ways: [] },
      ...{ recovered: { sessions: 0, novel: 0 }, cold: { sessions: 0, novel: 0 } },
    });
    const [one, two, three] = [await stored(store()), await stored(store()), await stored(store())];
    await store().signals.add([served(one.id, "a", 1, { usedAt: at(2) }), served(one.id, "b", 1, { way: "prompt" })]);
    const signals = { named: "[7]", lookedSeq: 3, updatedAt: at(1) };
    await store().signals.saveSession({ ...signals, sessionId: one.id, start: "recovered", novel: 2 });
    await store().signals.saveSession({ ...signals, sessionId: two.id, start: "cold", novel: 5 });
    await store().signals.saveSession({ ...signals, sessionId: three.id, start: null, novel: 9 });
    expect(await store().signals.totals()).toEqual({
      ...{ served: 2, used: 1 },
      ways: [
        { way: "prompt", served: 1, used: 0 },
        { way: "recall", served: 1, used: 1 },
      ],
      ...{ recovered: { sessions: 1, novel: 2 }, cold: { sessions: 1, novel: 5 } },
    });
  });

  test("M6: a session's signals are kept once and changed in place", async () => {
    const { id } = await stored(store());
    const first = { sessionId: id, start: null, novel: 0, named: "[]", lookedSeq: 0, updatedAt: at(1) };
    await store().signals.saveSession(first);
    const second = { ...first, start: "cold" as const, novel: 4, lookedSeq: 8, updatedAt: at(2) };
    await store().signals.saveSession(second);
    expect(await store().signals.ofSession(id)).toEqual(second);
    expect(await store().signals.sessions({ limit: 10 })).toEqual([second]);
    expect(await store().signals.ofSession("none")).toBeUndefined();
  });

  test("M6: what is old goes, and what is more than may be kept; the newest stay", async () => {
    const [one, other] = [await stored(store()), await stored(store())];
    await store().signals.add([1, 2, 3, 4, 5, 6].map((step) => served(one.id, `i${step}`, step)));
    const signals = { start: null, novel: 0, named: "[]", lookedSeq: 0 };
    await store().signals.saveSession({ ...signals, sessionId: one.id, updatedAt: at(1) });
    await store().signals.saveSession({ ...signals, sessionId: other.id, updatedAt: at(3) });
    expect(await store().signals.prune(at(3), 100)).toBe(2);
    expect(await items()).toEqual(["i6", "i5", "i4", "i3"]);
    expect(await store().signals.sessions({ limit: 9 })).toHaveLength(1);
    expect(await store().signals.prune(at(0), 3)).toBe(1);
    expect(await items()).toEqual(["i6", "i5", "i4"]);
    expect(await store().signals.prune(at(0), 3)).toBe(0);
  });

  test("M6: signals go with their session", async () => {
    const [one, other] = [await stored(store()), await stored(store())];
    await store().signals.add([served(one.id, "a", 1), served(other.id, "b", 1)]);
    const signals = { sessionId: one.id, start: null, novel: 0, named: "[]", lookedSeq: 0, updatedAt: at(1) };
    await store().signals.saveSession(signals);
    await store().transaction((tables) => tables.sessions.remove(one.id));
    expect(await items()).toEqual(["b"]);
    expect(await store().signals.sessions({ limit: 9 })).toEqual([]);
  });
}
