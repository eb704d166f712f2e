import { expect, test } from "vitest";
import { aMemory, at, type StoreOf } from "./kit.ts";

const ids = (memories: readonly { id: string }[]): string[] => memories.map((memory) => memory.id);

export function memoriesContract(store: StoreOf): void {
  test("M1: a memory comes back with every field", async () => {
    const given = aMemory({ agent: "ada", kind: "decision", sessionId: "s", lastUsedAt: at(3), supersededBy: "m" });
    await store().memories.insert(given);
    const past = { supersededAt: null, supersededWhy: null, forgottenAt: null };
    expect((await store().memories.find(given.id))[0]).toEqual({ ...given, ...past });
    expect((await store().memories.find("none"))[0]).toBeUndefined();
  });

  test("M1: finds by id, or by its beginning or end; a part does not come to mean another when one is forgotten", async () => {
    for (const id of ["0198abcd-1111", "0198abcd-2222"]) await store().memories.insert(aMemory({ id, content: id }));
    const found = async (part: string) => (await store().memories.find(part)).map(({ id }) => id).sort();
    expect(await found("0198abcd-1111")).toEqual(["0198abcd-1111"]);
    expect(await found("0198")).toEqual(["0198abcd-1111", "0198abcd-2222"]);
    expect(await found("-2222")).toEqual(["0198abcd-2222"]);
    for (const none of ["", "019", "%%%%", "' OR ''='"]) expect(await found(none)).toEqual([]);
    await store().memories.forget("0198abcd-1111", at(1));
    expect(await found("0198")).toEqual(["0198abcd-1111", "0198abcd-2222"]);
  });

  test("M1: the same words match, punctuation, markdown, white space and case apart, in the same scope only", async () => {
    const memory = aMemory({ content: "Tests need\n a  Socket", project: "/p", agent: null });
    await store().memories.insert(memory);
    const same = async (sameWords: string, project: string | null, agent: string | null) =>
      (await store().memories.list({ scope: { project, agent }, sameWords }))[0];
    expect((await same("  tests NEED a socket ", "/p", null))?.id).toBe(memory.id);
    expect((await same("- Tests need a `socket`.", "/p", null))?.id).toBe(memory.id);
    expect(await same("Tests do not need a socket", "/p", null)).toBeUndefined();
    expect(await same("tests need a socket", "/q", null)).toBeUndefined();
    expect(await same("tests need a socket", null, null)).toBeUndefined();
    expect(await same("tests need a socket", "/p", "ada")).toBeUndefined();
    expect(await same("tests need sockets", "/p", null)).toBeUndefined();
  });

  test("M1: a forgotten or superseded memory does not match a repetition", async () => {
    const [gone, old] = [aMemory({ content: "gone" }), aMemory({ content: "old", supersededBy: "newer" })];
    await store().memories.insert(gone);
    await store().memories.insert(old);
    await store().memories.forget(gone.id, at(1));
    for (const scope of [gone, old])
      expect(await store().memories.list({ scope, sameWords: scope.content })).toEqual([]);
  });

  test("M1: lists newest first, by project, agent and session, with a limit", async () => {
    const a = aMemory({ createdAt: at(1), project: "/p", agent: "ada", sessionId: "s1" });
    const b = aMemory({ createdAt: at(2), project: "/p" });
    const c = aMemory({ createdAt: at(2), project: null, sessionId: "s1" });
    for (const memory of [a, b, c]) await store().memories.insert(memory);
    expect(ids(await store().memories.list({}))).toEqual(ids([c, b, a]));
    expect(ids(await store().memories.list({ limit: 1 }))).toEqual([c.id]);
    expect(ids(await store().memories.list({ project: "/p" }))).toEqual(ids([b, a]));
    expect(ids(await store().memories.list({ agent: "ada" }))).toEqual([a.id]);
    expect(ids(await store().memories.list({ sessionId: "s1" }))).toEqual(ids([c, a]));
  });

  test("M1: memories come back by the numbers of the index, superseded ones too, forgotten ones not", async () => {
    const [held, old, gone] = [aMemory(), aMemory({ supersededBy: "newer" }), aMemory()];
    for (const memory of [held, old, gone]) await store().memories.insert(memory);
    await store().memories.forget(gone.id, at(1));
    const { newest } = await store().passages.progress("memories");
    const pks = [newest - 2, newest - 1, newest];
    const byNumber = async (asked: readonly number[]) =>
      ids((await store().memories.byNumber(asked)).map((one) => one.memory));
    expect((await byNumber(pks)).sort()).toEqual(ids([held, old]).sort());
    expect(await byNumber([newest - 2])).toEqual([held.id]);
    expect((await store().memories.byNumber([newest - 1])).map(({ pk }) => pk)).toEqual([newest - 1]);
    expect(await byNumber([newest, newest + 1])).toEqual([]);
    expect(await byNumber([])).toEqual([]);
  });

  test("M1: forgetting takes a memory out of everything, once", async () => {
    const memory = aMemory({ content: "unforgettable phrase" });
    await store().memories.insert(memory);
    expect((await store().totals()).memories).toBe(1);
    expect(await store().memories.forget(memory.id, at(1))).toBe(true);
    expect(await store().memories.forget(memory.id, at(2))).toBe(false);
    expect(await store().memories.forget("none", at(2))).toBe(false);
    expect((await store().memories.find(memory.id))[0]).toMatchObject({ content: "", forgottenAt: at(1) });
    expect(await store().memories.list({})).toEqual([]);
    expect((await store().totals()).memories).toBe(0);
  });

  test("M6: use is noted on the memories that were used", async () => {
    const [used, unused] = [aMemory(), aMemory()];
    for (const memory of [used, unused]) await store().memories.insert(memory);
    await store().memories.change([used.id, "none"], { lastUsedAt: at(50) });
    await store().memories.change([], { lastUsedAt: at(60) });
    expect((await store().memories.find(used.id))[0]?.lastUsedAt).toBe(at(50));
    expect((await store().memories.find(unused.id))[0]?.lastUsedAt).toBeNull();
  });
}
