import { expect, test } from "vitest";
import { SESSION_STATES } from "../../src/store/index.ts";
import { aSession, at, current, type StoreOf, stored } from "./kit.ts";

const ids = (sessions: readonly { id: string }[]): string[] => sessions.map((session) => session.id);

export function sessionsContract(store: StoreOf): void {
  test("S1: a session comes back with every field it was given, and counters at nothing", async () => {
    const given = aSession({
      agent: "ada",
      project: "/home/ada/link",
      projectNormalized: "/home/ada/Проект 'x' \"y\"",
      task: "auth",
      runtime: "hooks",
      clientPid: 4242,
      clientStartTime: "123456",
      transcriptPath: "/t/a b.jsonl",
      model: "model-1",
      lineage: "clear",
      parentId: (await stored(store())).id,
      recoveryOwed: "startup",
    });
    const { session, created } = await store().sessions.insert(given);
    expect(created).toBe(true);
    expect(session).toMatchObject({
      ...given,
      checkpointCount: 0,
      messageCount: 0,
      totalMessages: 0,
      promptCount: 0,
      contextTokens: 0,
      lastInputTokens: 0,
      cumulativeTokens: 0,
      endedAt: null,
      lastDistilledAt: null,
      gate: null,
    });
    expect(await store().sessions.get(session.id)).toEqual(session);
    expect(await store().sessions.byKey(given.harness, given.key, given.agent)).toEqual(session);
    expect(await store().sessions.byKey(given.harness, given.key)).toBeUndefined();
  });

  test("S1: what is not there is undefined, not an error", async () => {
    expect(await store().sessions.get("none")).toBeUndefined();
    expect(await store().sessions.byKey("claude-code", "none")).toBeUndefined();
    expect(await store().sessions.find("none-at-all")).toEqual([]);
    expect(await store().sessions.list({ parentIds: ["none"] })).toEqual([]);
    expect(await store().sessions.change("none", { task: "x" })).toBe(false);
  });

  test("S5: harness and key are one session: a second insert gives the first back unchanged", async () => {
    const first = await stored(store(), { key: "same", task: "one" });
    const second = await store().sessions.insert(aSession({ key: "same", task: "two", lastActivityAt: at(9) }));
    expect(second).toEqual({ session: first, created: false });
    const elsewhere = await store().sessions.insert(aSession({ key: "same", harness: "codex" }));
    expect(elsewhere.created).toBe(true);
    expect((await store().totals()).sessions).toBe(2);
  });

  test("S5: twenty that insert the same session at once make one", async () => {
    const attempts = await Promise.all(
      Array.from({ length: 20 }, () => store().sessions.insert(aSession({ key: "raced" }))),
    );
    expect(attempts.filter((attempt) => attempt.created)).toHaveLength(1);
    expect(new Set(ids(attempts.map((attempt) => attempt.session))).size).toBe(1);
    expect((await store().totals()).sessions).toBe(1);
  });

  test("S4: a second primary session of an agent gives the first back, whatever its key", async () => {
    const first = await stored(store(), { type: "primary", agent: "ada", harness: "api" });
    const second = await store().sessions.insert(aSession({ type: "primary", agent: "ada", harness: "other" }));
    expect(second).toEqual({ session: first, created: false });
    const another = await store().sessions.insert(aSession({ type: "primary", agent: "bob" }));
    expect(another.created).toBe(true);
  });

  test("S1: lists newest activity first; of two at the same instant, the younger id", async () => {
    const [a, b, c] = [
      await stored(store(), { lastActivityAt: at(1) }),
      await stored(store(), { lastActivityAt: at(2) }),
      await stored(store(), { lastActivityAt: at(2) }),
    ];
    expect(ids(await store().sessions.list())).toEqual(ids([c, b, a]));
    expect(ids(await store().sessions.list({ limit: 2 }))).toEqual(ids([c, b]));
  });

  test("S1: every filter of the list keeps exactly its own", async () => {
    const parent = await stored(store(), { projectNormalized: "/other", state: "complete" });
    const wanted = await stored(store(), {
      projectNormalized: "/wanted",
      harness: "codex",
      agent: "ada",
      task: "auth",
      type: "ephemeral",
      state: "suspended",
      parentId: parent.id,
      clientPid: 77,
      lastActivityAt: at(-10),
    });
    const filters = [
      { project: "/wanted" },
      { harness: "codex" },
      { agent: "ada" },
      { task: "auth" },
      { hasTask: true },
      { type: "ephemeral" as const },
      { states: ["suspended" as const, "terminated" as const] },
      { parentIds: ["none", parent.id] },
      { clientPid: 77 },
      { before: at(-9) },
    ];
    for (const filter of filters) expect(ids(await store().sessions.list(filter))).toEqual([wanted.id]);
    expect(await store().sessions.list({ before: at(-10) })).toEqual([]);
    expect(await store().sessions.list({ states: [] })).toEqual([]);
  });

  test("S1: finds by id, by key, by a beginning of either or the end of an id; wildcards are plain characters", async () => {
    const one = await stored(store(), { id: "0198aaaa-1111", key: "abcd_1" });
    const two = await stored(store(), { id: "0198aaaa-2222", key: "abcdx1" });
    expect(ids(await store().sessions.find(one.id))).toEqual([one.id]);
    expect(ids(await store().sessions.find("abcdx1"))).toEqual([two.id]);
    expect(ids(await store().sessions.find("0198aaaa-2"))).toEqual([two.id]);
    expect(ids(await store().sessions.find("0198aaaa")).sort()).toEqual([one.id, two.id]);
    expect(ids(await store().sessions.find("2222"))).toEqual([two.id]);
    expect(ids(await store().sessions.find("abcd_"))).toEqual([one.id]);
    for (const hostile of ["%%%%", "____", "\\\\\\\\", "' OR 1=1 --"])
      expect(await store().sessions.find(hostile)).toEqual([]);
    expect(await store().sessions.find("019")).toEqual([]);
    expect(await store().sessions.find("")).toEqual([]);
  });

  test("S1: a change touches the fields it names and nothing else", async () => {
    const session = await stored(store(), { task: "auth", model: "m1" });
    await store().sessions.change(session.id, { model: "m2", lastInputTokens: 12, endedAt: null });
    expect(await store().sessions.get(session.id)).toEqual({ ...session, model: "m2", lastInputTokens: 12 });
    await store().sessions.change(session.id, {});
    expect(await store().sessions.get(session.id)).toEqual({ ...session, model: "m2", lastInputTokens: 12 });
  });

  test("S2: moves only from the state it names; otherwise nothing changes", async () => {
    for (const from of SESSION_STATES) {
      const session = await stored(store(), { state: from });
      for (const wrong of SESSION_STATES.filter((state) => state !== from)) {
        expect(await store().sessions.change(session.id, { state: "active", endReason: "x" }, wrong)).toBe(false);
        expect(await store().sessions.get(session.id)).toEqual(session);
      }
      expect(await store().sessions.change(session.id, { state: "suspended", endReason: "y" }, from)).toBe(true);
      expect(await current(store(), session.id)).toMatchObject({ state: "suspended", endReason: "y" });
    }
    expect(await store().sessions.change("none", { state: "complete" }, "active")).toBe(false);
  });

  test("S2: of ten that race for the same move, one wins", async () => {
    const session = await stored(store());
    const won = await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        store().sessions.change(session.id, { state: "complete", endReason: `${n}` }, "active"),
      ),
    );
    expect(won.filter(Boolean)).toHaveLength(1);
    expect((await current(store(), session.id)).endReason).toBe(`${won.indexOf(true)}`);
  });

  test("S1: what is read and changed in a transaction is counted one by one, also at once", async () => {
    const session = await stored(store());
    const countOne = () =>
      store().transaction(async (tables) => {
        const { promptCount = 0 } = (await tables.sessions.get(session.id)) ?? {};
        await tables.sessions.change(session.id, { promptCount: promptCount + 1 });
      });
    await Promise.all(Array.from({ length: 25 }, countOne));
    expect(await current(store(), session.id)).toMatchObject({ promptCount: 25 });
  });
}
