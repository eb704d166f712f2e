import { expect, test } from "vitest";
import { at, type StoreOf, stored } from "./kit.ts";

export function accountsContract(store: StoreOf): void {
  const injection = (sessionId: string, id: string, step: number, hookId: string | null) => ({
    id,
    sessionId,
    event: "session-start",
    hookId,
    reason: "same project",
    text: "## Session Recovery Context\n👍",
    createdAt: at(step),
  });

  test("R1: injections of a session are listed, oldest first", async () => {
    const [session, other] = [await stored(store()), await stored(store())];
    const [one, two, three] = [
      injection(session.id, "i2", 1, "h1"),
      injection(session.id, "i1", 2, null),
      injection(session.id, "i3", 2, "h3"),
    ];
    for (const each of [three, two, one, injection(other.id, "i4", 1, null)]) await store().accounts.addInjection(each);
    expect(await store().accounts.injections(session.id)).toEqual([one, two, three]);
    expect(await store().accounts.injections("none")).toEqual([]);
    expect(await store().accounts.lastInjections(session.id, 2)).toEqual([three, two]);
  });

  test("R1: an injection that never arrived is taken back by its hook, once", async () => {
    const session = await stored(store());
    await store().accounts.addInjection(injection(session.id, "i1", 1, "h1"));
    await store().accounts.addInjection(injection(session.id, "i2", 2, "h2"));
    await store().accounts.addInjection(injection(session.id, "i3", 3, null));
    expect(await store().accounts.takeBackInjection("h1")).toEqual(injection(session.id, "i1", 1, "h1"));
    expect(await store().accounts.takeBackInjection("h1")).toBeUndefined();
    expect(await store().accounts.takeBackInjection("never")).toBeUndefined();
    expect((await store().accounts.injections(session.id)).map((each) => each.id)).toEqual(["i2", "i3"]);
  });

  test("S7: incidents are listed newest first, with or without a session", async () => {
    const incident = (id: string, step: number, sessionId: string | null) => ({
      id,
      sessionId,
      kind: "session_interrupted",
      detail: "ended 'without' a word",
      createdAt: at(step),
    });
    const all = [incident("a", 1, null), incident("b", 2, "s"), incident("c", 2, null)];
    for (const each of all) await store().accounts.addIncident(each);
    expect(await store().accounts.incidents(10)).toEqual([...all].reverse());
    expect((await store().accounts.incidents(1)).map((each) => each.id)).toEqual(["c"]);
  });
}
