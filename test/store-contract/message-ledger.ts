import { expect, test } from "vitest";
import { FRAME_TOKENS, type MessageRecord, messageHash } from "../../src/store/index.ts";
import { aMessage, append, current, type StoreOf, stored } from "./kit.ts";

/** The head of the chain, recomputed from what a reader can see. */
function recomputed(messages: readonly MessageRecord[]): string | null {
  let head: string | null = null;
  for (const message of messages) {
    head = messageHash(head, message);
    expect(message.hash).toBe(head);
  }
  return head;
}

const AWKWARD: Readonly<Record<string, string>> = {
  empty: "",
  "white space": " \t\r\n ",
  "line ends": "a\r\nb\rc\nd\u2028e\u2029",
  "zero bytes": "before\0after\0",
  emoji: "👩‍👩‍👧‍👦 🏳️‍🌈 𝒳 🇩🇪",
  "other scripts": "Проект · 日本語 · العربية · हिन्दी · é (NFC) · é (NFD)",
  "control characters": Array.from({ length: 32 }, (_, code) => String.fromCharCode(code)).join(""),
  "a byte order mark": "\uFEFFtext\uFFFE\uFFFF",
  "SQL and JSON": `'; DROP TABLE messages; -- \\" {"a": "\\u0000"} %_`,
};

export function messageLedgerContract(store: StoreOf): void {
  test.each(Object.entries(AWKWARD))("C1: returns what was stored byte for byte: %s", async (_what, text) => {
    const session = await stored(store());
    const contents = [text, `${"long enough to be kept apart ".repeat(200)}${text}`];
    const added = await append(store(), session.id, ...contents.map((content) => aMessage({ content })));
    const kept = await store().messages.list(session.id);
    expect(kept).toEqual(added);
    expect(kept.map((message) => message.content)).toEqual(contents);
    recomputed(kept);
  });

  test("C1: returns 5 MB byte for byte", async () => {
    const session = await stored(store());
    const text = Array.from({ length: 120_000 }, (_, n) => `${n}: 日本語 \0 🙂 line of a long file`).join("\n");
    expect(Buffer.byteLength(text)).toBeGreaterThan(4_500_000);
    await append(store(), session.id, aMessage({ content: text, kind: "tool_result", role: "tool" }));
    const [kept] = await store().messages.list(session.id);
    expect(kept?.content === text).toBe(true);
  });

  test("C1: half a surrogate pair, which no encoding can hold, is the same in the answer, the store and the hash", async () => {
    const session = await stored(store());
    const contents = ["cut \uD83D here", `${"x".repeat(5000)}\uDE00`];
    const added = await append(store(), session.id, ...contents.map((content) => aMessage({ content })));
    const kept = await store().messages.list(session.id);
    expect(kept.map((message) => message.content)).toEqual(added.map((message) => message.content));
    recomputed(kept);
  });

  test("C1: places are dense from 1 in each session, whatever was refused between", async () => {
    const [one, two] = [await stored(store()), await stored(store())];
    const repeated = aMessage();
    await append(store(), one.id, aMessage(), repeated);
    await append(store(), two.id, aMessage());
    await append(store(), one.id, repeated, aMessage(), repeated, aMessage());
    await store()
      .transaction(async (tables) => {
        await tables.messages.append(one.id, [aMessage()]);
        throw new Error("rolled back");
      })
      .catch(() => undefined);
    await append(store(), one.id, aMessage());
    expect((await store().messages.list(one.id)).map((message) => message.seq)).toEqual([1, 2, 3, 4, 5]);
    expect((await store().messages.list(two.id)).map((message) => message.seq)).toEqual([1]);
  });

  test("C1: the hash chain of a session is what a reader computes, and its head is on the session", async () => {
    const session = await stored(store());
    expect((await current(store(), session.id)).messageHead).toBeNull();
    for (let batch = 0; batch < 4; batch++) await append(store(), session.id, aMessage(), aMessage({ channel: "x" }));
    const messages = await store().messages.list(session.id);
    expect(recomputed(messages)).toBe((await current(store(), session.id)).messageHead);
  });

  test("S1: the counters on the session are what is stored, also after a hundred appended at once", async () => {
    const session = await stored(store());
    await Promise.all(Array.from({ length: 100 }, () => append(store(), session.id, aMessage(), aMessage())));
    const messages = await store().messages.list(session.id);
    const tokens = messages.reduce((sum, message) => sum + message.tokens + FRAME_TOKENS, 0);
    expect(await current(store(), session.id)).toMatchObject({
      messageCount: 200,
      totalMessages: 200,
      contextTokens: tokens,
      cumulativeTokens: tokens,
      threadTokens: tokens,
    });
    expect(await store().messages.tokens(session.id)).toBe(tokens);
    expect(await store().messages.tokens(session.id, { after: 199 })).toBe((messages[199]?.tokens ?? 0) + FRAME_TOKENS);
    expect(await store().messages.tokens(session.id, { after: 200 })).toBe(0);
    expect(messages.map((message) => message.seq)).toEqual(messages.map((_, index) => index + 1));
    recomputed(messages);
  });

  test("C1: the same long text in many messages and sessions reads back whole from each", async () => {
    const text = "the same file, read again and again\n".repeat(1000);
    const sessions = await Promise.all(Array.from({ length: 5 }, () => stored(store())));
    await Promise.all(
      sessions.map((session) => append(store(), session.id, aMessage({ content: text }), aMessage({ content: text }))),
    );
    for (const session of sessions) {
      const messages = await store().messages.list(session.id);
      expect(messages.map((message) => message.content === text)).toEqual([true, true]);
    }
  });

  test("C1: a session that is not there cannot be appended to", async () => {
    await expect(append(store(), "none", aMessage())).rejects.toThrow();
    expect((await store().totals()).messages).toBe(0);
  });
}
