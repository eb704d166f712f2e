import { expect, test } from "vitest";
import { at, type StoreOf, stored } from "./kit.ts";

export function captureContract(store: StoreOf): void {
  test("S8: a transcript's cursor is where it was last saved", async () => {
    const session = await stored(store());
    const path = "/home/ünï/a 'b' \"c\"\n.jsonl";
    expect(await store().capture.cursor(path)).toBeUndefined();
    const first = { path, sessionId: session.id, byteOffset: 10, fileId: null, tail: null, brokenLines: 0 };
    await store().capture.saveCursor(first, at(1));
    expect(await store().capture.cursor(path)).toMatchObject(first);
    const second = { ...first, byteOffset: 5_000_000_000, fileId: "1:2", tail: "ab12", brokenLines: 3 };
    await store().capture.saveCursor(second, at(2));
    expect(await store().capture.cursor(path)).toMatchObject(second);
  });

  test("H4: how far a history was read is kept for each session of a database, and goes with the session", async () => {
    const [one, other] = [await stored(store()), await stored(store())];
    const path = "/home/ünï/opencode.db";
    expect(await store().capture.mark(one.id, path)).toBeUndefined();
    await store().capture.saveMark(one.id, path, "row 7", at(1));
    await store().capture.saveMark(other.id, path, "row 3", at(1));
    await store().capture.saveMark(one.id, path, '{"row":"9\'""}', at(2));
    expect(await store().capture.mark(one.id, path)).toBe('{"row":"9\'""}');
    expect(await store().capture.mark(other.id, path)).toBe("row 3");
    expect(await store().capture.mark(one.id, "/another.db")).toBeUndefined();
    await store().transaction((tables) => tables.sessions.remove(one.id));
    expect(await store().capture.mark(one.id, path)).toBeUndefined();
    expect(await store().capture.mark(other.id, path)).toBe("row 3");
  });

  test("H4: which entries were handed over to a session is kept for it alone, and goes with it", async () => {
    const [one, other] = [await stored(store()), await stored(store())];
    const ids = Array.from({ length: 100 }, (_, n) => `u-${n}`);
    await store().capture.handOver(one.id, ids);
    await store().capture.handOver(one.id, [...ids, "u-100"]);
    expect(await store().capture.handedOver(one.id)).toEqual(new Set([...ids, "u-100"]));
    expect(await store().capture.handedOver(other.id)).toEqual(new Set());
    await store().transaction((tables) => tables.sessions.remove(one.id));
    expect(await store().capture.handedOver(one.id)).toEqual(new Set());
  });

  test("H4: that a session was purged is known by its client and key", async () => {
    expect(await store().capture.wasPurged("codex", "k")).toBe(false);
    await store().capture.notePurged("codex", "k", at(1));
    await store().capture.notePurged("codex", "k", at(2));
    expect(await store().capture.wasPurged("codex", "k")).toBe(true);
    expect(await store().capture.wasPurged("gemini", "k")).toBe(false);
  });

  test("H4: where a client's histories are followed is known, one place for each", async () => {
    expect(await store().capture.followed()).toEqual([]);
    const codex = { harness: "codex", userHome: "/home/ünï", env: { CODEX_HOME: "/a 'b'" }, lookedAt: at(1) };
    await store().capture.follow(codex);
    await store().capture.follow({ ...codex, harness: "claude-code", env: {} });
    await store().capture.follow({ ...codex, lookedAt: at(2) });
    expect(await store().capture.followed()).toEqual([
      { ...codex, harness: "claude-code", env: {} },
      { ...codex, lookedAt: at(2) },
    ]);
  });

  test("S8: a provisional entry is kept once, oldest first, until it is confirmed", async () => {
    const [session, other] = [await stored(store()), await stored(store())];
    const row = (sourceId: string, step: number) => ({ sourceId, entry: `{"n":"${sourceId}"}`, createdAt: at(step) });
    expect(await store().capture.addProvisional(session.id, row("b", 1))).toBe(true);
    expect(await store().capture.addProvisional(session.id, row("a", 1))).toBe(true);
    expect(await store().capture.addProvisional(session.id, row("c", 0))).toBe(true);
    expect(await store().capture.addProvisional(session.id, { ...row("a", 9), entry: "changed" })).toBe(false);
    expect(await store().capture.addProvisional(other.id, row("a", 1))).toBe(true);
    expect(await store().capture.provisional(session.id)).toEqual([row("c", 0), row("a", 1), row("b", 1)]);
    expect(await store().capture.confirm(session.id, ["a", "c", "never added"])).toBe(2);
    expect(await store().capture.confirm(session.id, ["a"])).toBe(0);
    expect(await store().capture.confirm(session.id, [])).toBe(0);
    expect(await store().capture.provisional(session.id)).toEqual([row("b", 1)]);
    expect(await store().capture.provisional(other.id)).toEqual([row("a", 1)]);
  });

  test("S8: a hook event counts once, also when it comes ten times at once", async () => {
    const marked = await Promise.all(Array.from({ length: 10 }, () => store().capture.markHook("hook-1", at(1))));
    expect(marked.filter(Boolean)).toHaveLength(1);
    expect(await store().capture.markHook("hook-1", at(2))).toBe(false);
    expect(await store().capture.markHook("hook-2", at(2))).toBe(true);
  });

  test("S8: a tool call is bound to the session that announced it first", async () => {
    const [first, second] = [await stored(store()), await stored(store())];
    await store().capture.bindToolCall("toolu_1", first.id, at(1));
    await store().capture.bindToolCall("toolu_1", second.id, at(2));
    expect(await store().capture.sessionOfToolCall("toolu_1")).toBe(first.id);
    expect(await store().capture.sessionOfToolCall("toolu_2")).toBeUndefined();
  });

  test("S8: tidying forgets old bookkeeping only", async () => {
    const session = await stored(store());
    await store().capture.markHook("old", at(1));
    await store().capture.markHook("young", at(5));
    await store().capture.bindToolCall("old", session.id, at(1));
    await store().capture.bindToolCall("young", session.id, at(5));
    await store().capture.addProvisional(session.id, { sourceId: "p", entry: "{}", createdAt: at(1) });
    await store().capture.tidy(at(5));
    expect(await store().capture.markHook("young", at(6))).toBe(false);
    expect(await store().capture.markHook("old", at(6))).toBe(true);
    expect(await store().capture.sessionOfToolCall("old")).toBeUndefined();
    expect(await store().capture.sessionOfToolCall("young")).toBe(session.id);
    expect(await store().capture.provisional(session.id)).toHaveLength(1);
  });
}
