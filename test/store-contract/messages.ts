import { expect, test } from "vitest";
import { estimateTokens } from "../../src/core/index.ts";
import { aMessage, append, at, current, type StoreOf, stored } from "./kit.ts";

const texts = (messages: readonly { content: string }[]): string[] => messages.map((message) => message.content);

export function messagesContract(store: StoreOf): void {
  test("R1: finds the last context start of a session and of no other", async () => {
    const [session, other] = [await stored(store()), await stored(store())];
    const lastOf = (id: string) => store().messages.list(id, { kinds: ["boundary"], fromEnd: true, limit: 1 });
    expect(await lastOf(session.id)).toEqual([]);
    const boundary = () => aMessage({ kind: "boundary", role: "system" });
    const [, , , last] = await append(store(), session.id, aMessage(), boundary(), aMessage(), boundary(), aMessage());
    await append(store(), other.id, aMessage());
    expect(await lastOf(session.id)).toEqual([last]);
    expect(last?.seq).toBe(4);
    expect(await lastOf(other.id)).toEqual([]);
    const counted = (sessionId?: string) => store().messages.count({ sessionId, kinds: ["boundary"] });
    expect([await counted(session.id), await counted(other.id)]).toEqual([2, 0]);
    expect(await counted()).toBe(2);
  });

  test("C1: a message comes back with every field, by id and in the list", async () => {
    const session = await stored(store());
    const given = aMessage({
      role: "tool",
      kind: "tool_result",
      channel: "terminal",
      toolName: "Bash",
      toolUseId: "toolu_1",
      isError: true,
      turnId: "turn-1",
    });
    const [added] = await append(store(), session.id, given);
    expect(added).toMatchObject({ ...given, sessionId: session.id, seq: 1, tokens: estimateTokens(given.content) });
    expect((await store().messages.find(added?.id ?? ""))[0]).toEqual(added);
    expect(await store().messages.list(session.id)).toEqual([added]);
    expect((await store().messages.find("none"))[0]).toBeUndefined();
  });

  test("C1: finds by id, or by its beginning or end", async () => {
    const session = await stored(store());
    const [one, two] = await append(store(), session.id, aMessage(), aMessage());
    const whole = one?.id ?? "";
    expect(await store().messages.find(whole)).toEqual([one]);
    expect(await store().messages.find(whole.slice(-8))).toEqual([one]);
    expect(await store().messages.find(whole.slice(0, 8))).toEqual([one, two]);
    for (const none of ["", whole.slice(-3), "%%%%", "' OR ''='"])
      expect(await store().messages.find(none)).toEqual([]);
  });

  test("C1: an error is true, false or unknown, and stays which it was", async () => {
    const session = await stored(store());
    const flags = [true, false, null];
    await append(store(), session.id, ...flags.map((isError) => aMessage({ isError })));
    expect((await store().messages.list(session.id)).map((message) => message.isError)).toEqual(flags);
  });

  test("S8: an entry is taken once, in one batch, in two, and from ten at the same time", async () => {
    const session = await stored(store());
    const [one, two, three] = [aMessage(), aMessage(), aMessage()];
    expect(texts(await append(store(), session.id, one, two, one))).toEqual(texts([one, two]));
    expect(texts(await append(store(), session.id, two, three))).toEqual([three.content]);
    await Promise.all(Array.from({ length: 10 }, () => append(store(), session.id, three, one, two)));
    expect(texts(await store().messages.list(session.id))).toEqual(texts([one, two, three]));
    expect((await current(store(), session.id)).totalMessages).toBe(3);
  });

  test("S8: the same entry in another session is that session's own; the origin can be asked for", async () => {
    const [origin, fork, stranger] = [await stored(store()), await stored(store()), await stored(store())];
    const entry = aMessage();
    await append(store(), origin.id, entry);
    expect(await append(store(), fork.id, entry)).toHaveLength(1);
    expect(await store().messages.holders(entry.sourceId)).toEqual([fork.id, origin.id]);
    expect(await store().messages.holders("never seen")).toEqual([]);
    await append(store(), stranger.id, aMessage({ sourceId: "only here" }));
    expect(await store().messages.holders("only here")).toEqual([stranger.id]);
  });

  test("S8: knows whether a session holds any of some entries", async () => {
    const [session, other] = [await stored(store()), await stored(store())];
    await append(store(), session.id, aMessage({ sourceId: "held" }));
    const held = (sessionId: string, ...sourceIds: string[]) => store().messages.count({ sessionId, sourceIds });
    expect(await held(session.id, "x", "held")).toBe(1);
    expect(await held(session.id, "x")).toBe(0);
    expect(await held(session.id)).toBe(0);
    expect(await held(other.id, "held")).toBe(0);
    const found = await store().messages.list(session.id, { sourceIds: ["x", "held"] });
    expect(found.map(({ sourceId }) => sourceId)).toEqual(["held"]);
  });

  test("S8: gives the prompts of one turn and no other", async () => {
    const session = await stored(store());
    const long = "a very long prompt ".repeat(500);
    await append(
      store(),
      session.id,
      aMessage({ turnId: "t1", content: "first" }),
      aMessage({ turnId: "t1", content: long }),
      aMessage({ turnId: "t1", kind: "text", role: "assistant" }),
      aMessage({ turnId: "t2", content: "second" }),
    );
    const promptsOf = async (turnId: string) =>
      texts(await store().messages.list(session.id, { kinds: ["prompt"], turnId }));
    expect(await promptsOf("t1")).toEqual(["first", long]);
    expect(await promptsOf("t3")).toEqual([]);
    expect(await store().messages.list(session.id, { turnId: "t1" })).toHaveLength(3);
  });

  test("S8: gives the messages whose source begins with something, in order", async () => {
    const [session, other] = [await stored(store()), await stored(store())];
    const sources = ["uuid-1", "prompt:t1:aa", "reply:t1:bb", "prompter", "tool_use:x", "replay:1", "reply:", "uuid-2"];
    await append(store(), session.id, ...sources.map((sourceId) => aMessage({ sourceId })));
    await append(store(), other.id, aMessage({ sourceId: "prompt:t1:aa" }));
    const sourcePrefixes = ["prompt:", "reply:"];
    const reported = await store().messages.list(session.id, { sourcePrefixes });
    expect(reported.map(({ sourceId }) => sourceId)).toEqual(["prompt:t1:aa", "reply:t1:bb", "reply:"]);
    expect(reported.every(({ sessionId }) => sessionId === session.id)).toBe(true);
    expect(await store().messages.count({ sourcePrefixes })).toBe(4);
    expect(await store().messages.list(session.id, { sourcePrefixes: [] })).toEqual([]);
  });

  test("M5: the last texts, without tool output", async () => {
    const session = await stored(store());
    const long = "long ".repeat(2000);
    await append(
      store(),
      session.id,
      aMessage({ kind: "prompt", content: "one" }),
      aMessage({ kind: "tool_result", content: "printed" }),
      aMessage({ kind: "text", content: long }),
      aMessage({ kind: "summary", content: "four" }),
    );
    const lastSaid = async (sessionId: string, after: number, limit: number) =>
      texts(
        await store().messages.list(sessionId, { after, limit, kinds: ["prompt", "text", "summary"], fromEnd: true }),
      );
    expect(await lastSaid(session.id, 0, 10)).toEqual(["one", long, "four"]);
    expect(await lastSaid(session.id, 0, 1)).toEqual(["four"]);
    expect(await lastSaid(session.id, 1, 10)).toEqual([long, "four"]);
    expect(await lastSaid("unknown", 0, 10)).toEqual([]);
  });

  test("C1: lists in the order of the ledger; the window, the kinds and the end of it can be chosen", async () => {
    const session = await stored(store());
    const kinds = ["prompt", "text", "tool_use", "prompt", "text", "prompt"] as const;
    // Times run backwards: the ledger's order is the order of arrival.
    await append(
      store(),
      session.id,
      ...kinds.map((kind, n) => aMessage({ kind, content: `${n + 1}`, createdAt: at(-n) })),
    );
    const listed = async (filter: Parameters<ReturnType<StoreOf>["messages"]["list"]>[1]) =>
      texts(await store().messages.list(session.id, filter)).join("");
    expect(await listed({})).toBe("123456");
    expect(await listed({ after: 2, before: 6 })).toBe("345");
    expect(await listed({ limit: 2 })).toBe("12");
    expect(await listed({ limit: 2, fromEnd: true })).toBe("56");
    expect(await listed({ kinds: ["prompt"] })).toBe("146");
    expect(await listed({ kinds: ["prompt"], limit: 2, fromEnd: true, before: 6 })).toBe("14");
    expect(await listed({ after: 99 })).toBe("");
    expect(await listed({ until: at(-2) })).toBe("3456");
    expect(await listed({ kinds: [] })).toBe("");
  });

  test("C1: counts the messages of all sessions", async () => {
    await append(store(), (await stored(store())).id, aMessage(), aMessage());
    await append(store(), (await stored(store())).id, aMessage());
    expect((await store().totals()).messages).toBe(3);
  });
}
