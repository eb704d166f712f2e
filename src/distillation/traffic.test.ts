import fc from "fast-check";
import { expect, test } from "vitest";
import { ManualClock } from "../core/index.ts";
import { Stage } from "../engine.test-kit.ts";
import { openThroughline, type Throughline } from "../throughline.ts";

const HOUR = 3_600_000;
const NO_LIMIT = Number.POSITIVE_INFINITY;
const LONGEST = { primary: 200, background: 49, ephemeral: NO_LIMIT, coding: NO_LIMIT };

/** A burst of messages that arrive at once, then some time. */
const burst = fc.record({
  key: fc.constantFrom(undefined, undefined, "webchat:7", "prosoche", "cron:daily", "ask:1", "spawn:x"),
  messages: fc.oneof(fc.integer({ min: 1, max: 60 }), fc.constant(205)),
  words: fc.constantFrom(1, 8, 60),
  reported: fc.constantFrom(undefined, 3, 5000, 130_000),
  hours: fc.constantFrom(0, 0, 1, 30, 200),
});
type Burst = typeof burst extends fc.Arbitrary<infer Value> ? Value : never;

/** Answers with how long the thread was after each message. */
async function arrive(engine: Throughline, { key, messages, words, reported }: Burst, before: number) {
  const append = async (n: number) => {
    const { sessionId } = await engine.conversation.append({
      agent: "ada",
      role: n % 2 === 0 ? "user" : "assistant",
      content: `${before + n}: ${"so it goes on and on ".repeat(words)}`,
      sessionKey: key,
      usage: reported === undefined ? undefined : { inputTokens: reported },
    });
    return engine.services.store.sessions.get(sessionId);
  };
  const sessions = await Promise.all(Array.from({ length: messages }, (_, n) => append(n)));
  return sessions.filter((session) => session !== undefined);
}

test("D1: no primary or background session ever passes 200 messages undistilled, whatever arrives; of a primary one nothing is lost", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(burst, { minLength: 1, maxLength: 12 }), async (bursts) => {
      const clock = new ManualClock();
      const engine = await openThroughline({ store: "memory", config: {}, clock });
      let sent = 0;
      for (const one of bursts) {
        for (const { type, messageCount } of await arrive(engine, one, sent))
          expect(messageCount).toBeLessThanOrEqual(LONGEST[type]);
        if (one.key === undefined || one.key === "webchat:7") sent += one.messages;
        clock.advance(one.hours * HOUR);
        await engine.runDueWork();
        await engine.maintain();
      }
      const [primary] = await engine.services.store.sessions.list({ agent: "ada", type: "primary" });
      const kept = primary ? await engine.conversation.messages(primary.id) : [];
      expect(kept.map(({ content }) => Number.parseInt(content, 10)).sort((a, b) => a - b)).toEqual(
        Array.from({ length: sent }, (_, n) => n),
      );
      expect(primary?.totalMessages ?? 0).toBe(sent);
      expect((await engine.distillation.verify(primary ? [primary] : [])).every(({ ok }) => ok)).toBe(true);
      await engine.close();
    }),
    { numRuns: 10 },
  );
});

test("S3: an ephemeral session is never distilled: it keeps every message until it is deleted", async () => {
  const engine = await openThroughline({ store: "memory", config: {}, clock: new ManualClock() });
  const append = (n: number) =>
    engine.conversation.append({
      ...{ agent: "ada", role: "user", sessionKey: "ask:1" },
      ...{ content: `question ${n}`, usage: { inputTokens: 500_000 } },
    });
  for (let n = 0; n < 250; n++) expect((await append(n)).distillation).toBeNull();
  const [session] = await engine.services.store.sessions.list({ type: "ephemeral" });
  expect(await engine.conversation.messages(session?.id ?? "")).toHaveLength(250);
  await engine.close();
});

test("S6: in a year of all jobs no message of a primary or a coding session is ever removed", async () => {
  const stage = await Stage.open();
  const { engine, clock } = stage;
  await stage.start("coding");
  await stage.prompts("coding", 5);
  await stage.end("coding");
  const counted = async () => {
    const sessions = await engine.services.store.sessions.list();
    const kept = sessions.filter(({ type }) => type === "primary" || type === "coding");
    return Promise.all(kept.map(async ({ id }) => (await engine.conversation.messages(id)).length));
  };
  let before = 0;
  for (let day = 0; day < 365; day++) {
    await engine.conversation.append({ agent: "ada", role: "user", content: `Day ${day}: I planted ${day} beans.` });
    if (day % 7 === 0)
      await engine.conversation.append({ agent: "ada", role: "user", content: "?", sessionKey: `ask:${day}` });
    await engine.conversation.append({ agent: "ada", role: "user", content: "beat", sessionKey: "heartbeat" });
    clock.advance(24 * HOUR);
    await engine.runDueWork();
    await engine.maintain();
    const now = (await counted()).reduce((sum, count) => sum + count, 0);
    expect(now).toBe(before === 0 ? now : before + 1);
    before = now;
  }
  const [primary] = await engine.services.store.sessions.list({ agent: "ada", type: "primary" });
  expect(primary).toMatchObject({ totalMessages: 365 });
  expect((await engine.distillation.receipts({ sessionId: primary?.id })).length).toBeGreaterThan(2);
  const types = (await engine.services.store.sessions.list()).map(({ type }) => type);
  expect(types.filter((type) => type === "ephemeral").length).toBeLessThanOrEqual(1);
});
