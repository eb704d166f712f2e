import { expect, test } from "vitest";
import { ManualClock } from "../core/index.ts";
import { openThroughline, type Throughline } from "../throughline.ts";

async function grown(messages: number): Promise<Throughline> {
  const engine = await openThroughline({ store: "memory", config: {}, clock: new ManualClock() });
  for (let n = 1; n <= messages; n++) await say(engine, `Sentence ${n} about the lighthouse at ${n} o'clock.`);
  return engine;
}

const say = (engine: Throughline, content: string) =>
  engine.conversation.append({ agent: "ada", role: "user", content });

test("D3: two triggers at once run once", async () => {
  const engine = await grown(149);
  const [session] = await engine.services.store.sessions.list({ agent: "ada", type: "primary" });
  if (!session) throw new Error("no session");
  const [one, two, three] = await Promise.all([
    say(engine, "the 150th"),
    engine.distillation.distill(session),
    engine.distillation.distill(session),
    say(engine, "the 151st"),
    engine.runDueWork(),
  ]);
  expect(two.id).toBe(three.id);
  expect(await engine.distillation.receipts({ sessionId: session.id })).toHaveLength(1);
  expect(one.distillation === null || one.distillation.id === two.id).toBe(true);
  await engine.close();
});

test("D3: a turn that arrives during a distillation is neither lost nor blocked, and is in the new thread", async () => {
  const engine = await grown(149);
  const order: string[] = [];
  let arriving: Promise<unknown> = Promise.resolve();
  engine.services.events.listen((event) => {
    if (event.type !== "distillation.step") return;
    order.push(event.step);
    if (event.step === "flushed") arriving = say(engine, "I came in between.").then(() => order.push("arrived"));
  });
  await say(engine, "the 150th");
  await arriving;
  expect(order.indexOf("arrived")).toBeLessThan(order.indexOf("done"));
  const [session] = await engine.services.store.sessions.list({ agent: "ada", type: "primary" });
  expect(session).toMatchObject({ totalMessages: 151, messageCount: 11, horizonSeq: 140 });
  const { messages } = await engine.conversation.context("ada");
  expect(messages.at(-1)?.content).toBe("I came in between.");
  const [receipt] = await engine.distillation.receipts({ sessionId: session?.id });
  expect(receipt).toMatchObject({ messagesBefore: 150, messagesAfter: 11 });
  await engine.close();
});
