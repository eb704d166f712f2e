import { readFileSync } from "node:fs";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { expect, test } from "vitest";
import { calibrations } from "../capture/index.ts";
import { ManualClock } from "../core/index.ts";
import { FRAME_TOKENS } from "../store/index.ts";
import { openThroughline, type Throughline } from "../throughline.ts";

const opened = () => openThroughline({ store: "memory", config: {}, clock: new ManualClock() });

/** What an API would report: the real tokenizer's count of all that is sent, and what frames each message. */
async function reported(engine: Throughline): Promise<number> {
  const { system, messages } = await engine.conversation.context("ada", { budget: 1_000_000 });
  return messages.reduce((sum, { content }) => sum + countTokens(content) + FRAME_TOKENS, countTokens(system));
}

const file = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");
const chunks = (text: string, size: number) =>
  Array.from({ length: Math.ceil(text.length / size) }, (_, n) => text.slice(n * size, (n + 1) * size));

const MATERIAL: Readonly<Record<string, readonly string[]>> = {
  code: chunks(file("src/throughline.ts") + file("src/distillation/compression.ts"), 900),
  prose: chunks(file("CONTRIBUTING.md") + file("README.md"), 700),
  JSON: chunks(file("package-lock.json").slice(0, 30_000), 1200),
};

test.each(Object.keys(MATERIAL))(
  "D2: on %s the computed size is within 10 %% of what the API reports, before and after it is calibrated",
  async (kind) => {
    const texts = MATERIAL[kind] ?? [];
    const engine = await opened();
    await engine.agents.setProfile("ada", { systemPrompt: "You are Ada, and you answer in one sentence." });
    for (const content of texts.slice(0, 30)) {
      const asked = await engine.conversation.append({ agent: "ada", role: "user", content });
      const real = await reported(engine);
      expect(Math.abs(asked.contextTokens - real) / real).toBeLessThan(0.1);
      const usage = { inputTokens: real };
      await engine.conversation.append({ agent: "ada", role: "assistant", content: "I see.", model: "m", usage });
    }
    const calibration = await calibrations(engine.services.store).get("m");
    expect(calibration?.samples).toBeGreaterThan(3);
    await engine.close();
  },
);

test("D2: reports outside half to double of the estimate do not calibrate it; others do, within a turn", async () => {
  const engine = await opened();
  const say = (content: string, inputTokens: number) =>
    engine.conversation.append({ agent: "ada", role: "assistant", content, model: "m", usage: { inputTokens } });
  await engine.conversation.append({ agent: "ada", role: "user", content: "word ".repeat(1000), model: "m" });
  await say("one", 3);
  await say("two", 1_000_000);
  expect(await calibrations(engine.services.store).get("m")).toBeUndefined();
  const { contextTokens } = await say("three", 1300);
  expect(contextTokens).toBeGreaterThan(1250);
  expect(contextTokens).toBeLessThan(1400);
  await engine.close();
});

test("D2: recalled memories count towards the context size, and a context cut to a budget does not spoil the calibration", async () => {
  const engine = await opened();
  for (let n = 0; n < 60; n++)
    await engine.memory.remember({ agent: "ada", content: `Boat ${n} has ${n} sails and a red hull.`, source: "user" });
  const ask = (content: string) => engine.conversation.append({ agent: "ada", role: "user", content });
  const answer = (inputTokens: number) =>
    engine.conversation.append({
      agent: "ada",
      role: "assistant",
      content: "Yes.",
      model: "m",
      usage: { inputTokens },
    });
  await ask("Which boat has a red hull and sails?");
  await answer((await engine.conversation.context("ada")).tokens);
  await ask("Which boat has how many sails?");
  const sent = (await engine.conversation.context("ada")).tokens;
  const { contextTokens } = await answer(sent);
  expect(sent).toBeGreaterThan(200);
  expect(Math.abs(contextTokens - sent) / sent).toBeLessThan(0.1);
  for (let n = 0; n < 20; n++)
    await ask(`Tell me at length about boat ${n}: ${"the sea was calm and wide ".repeat(40)}`);
  const short = await engine.conversation.context("ada", { budget: 1000 });
  await answer(short.tokens);
  expect((await calibrations(engine.services.store).get("m"))?.factor).toBeCloseTo(1, 1);
  await engine.close();
});

test("D1: a heartbeat client that reports 3 input tokens still gets its primary session distilled", async () => {
  const engine = await opened();
  let receipts = 0;
  for (let n = 0; n < 151; n++) {
    const content = `Beat ${n} of the heart.`;
    const usage = { inputTokens: 3 };
    if ((await engine.conversation.append({ agent: "ada", role: "user", content, usage })).distillation) receipts += 1;
  }
  expect(receipts).toBe(1);
  await engine.close();
});

test("D1: a report of 120,000 tokens fires at once, and not again by the same report", async () => {
  const engine = await opened();
  for (let n = 0; n < 20; n++)
    await engine.conversation.append({ agent: "ada", role: "user", content: `Boat ${n} sails on day ${n}.` });
  const usage = { inputTokens: 120_000 };
  const reported = await engine.conversation.append({ agent: "ada", role: "assistant", content: "Ship ahoy.", usage });
  expect(reported.distillation?.reason).toBe("120,000 reported input tokens");
  const next = await engine.conversation.append({ agent: "ada", role: "user", content: "And boat 21?" });
  expect(next.distillation).toBeNull();
  await engine.close();
});

test("D1: a report of 120,000 tokens fires in a thread of few messages; where nothing can be gained, D5 refuses", async () => {
  const engine = await opened();
  const usage = { inputTokens: 120_000 };
  const say = (content: string, reported?: typeof usage) =>
    engine.conversation.append({ agent: "ada", role: "user", content, usage: reported });
  for (let n = 1; n < 10; n++) await say(`Boat ${n} sails on day ${n}. ${"It is blue and slow. ".repeat(10)}`);
  expect((await say("And now?", usage)).distillation).toBeNull();
  expect(await engine.services.store.sessions.list({ agent: "ada", type: "primary" })).toMatchObject([
    { refusedSeq: 10, horizonSeq: 0 },
  ]);
  expect((await say("Well?")).distillation).toMatchObject({
    reason: "120,000 reported input tokens",
    messagesBefore: 11,
    messagesAfter: 10,
  });
  expect((await say("And then?", usage)).distillation).toMatchObject({ messagesBefore: 11, messagesAfter: 10 });
  await engine.close();
});

test("D1: a background session distills at 10,000 reported tokens, whatever its count", async () => {
  const engine = await opened();
  const beat = (n: number, inputTokens: number) =>
    engine.conversation.append({
      ...{ agent: "ada", role: "user", sessionKey: "prosoche" },
      ...{ content: `beat ${n}`, usage: { inputTokens } },
    });
  for (let n = 1; n <= 23; n++) expect((await beat(n, 9_999)).distillation).toBeNull();
  expect((await beat(24, 10_000)).distillation).toMatchObject({
    reason: "10,000 reported input tokens",
    summary: "Distilled prosoche session. 24 → 20 messages.",
  });
  await engine.close();
});

test.each([
  ["background", 15, "beat", 12_000, 7],
  ["background", 15, "A loom needs yarn, and yarn needs sheep. ".repeat(40), 12_000, 7],
  ["background", 2, "A loom needs yarn, and yarn needs sheep. ".repeat(200), 12_000, 1],
  ["primary", 8, "A loom needs yarn, and yarn needs sheep. ".repeat(100), 125_000, 4],
] as const)(
  "D1: a %s session of %i messages distills, too, when its reported tokens are too many",
  async (type, count, content, inputTokens, kept) => {
    const engine = await opened();
    const sessionKey = type === "background" ? "cron:looms" : undefined;
    const say = (n: number, usage?: { inputTokens: number }) =>
      engine.conversation.append({ agent: "ada", role: "user", sessionKey, content: `${n}: ${content}`, usage });
    for (let n = 1; n < count; n++) expect((await say(n)).distillation).toBeNull();
    expect((await say(count, { inputTokens })).distillation).toMatchObject({
      ...{ messagesBefore: count, messagesAfter: kept },
    });
    await engine.close();
  },
);

test("D1: a background session with next to nothing in it keeps a few messages, whatever is reported", async () => {
  const engine = await opened();
  const beat = () =>
    engine.conversation.append({
      ...{ agent: "ada", role: "user", sessionKey: "cron:looms", content: "beat", usage: { inputTokens: 12_000 } },
    });
  for (let n = 0; n < 12; n++) await beat();
  const [session] = await engine.services.store.sessions.list({ type: "background" });
  expect(session?.messageCount).toBe(5);
  await engine.close();
});

test("D2: a factor that reports drive away stays within half to double, and comes back", async () => {
  const engine = await opened();
  const turn = async (times: number) => {
    await engine.conversation.append({ agent: "ada", role: "user", content: "The tide comes and goes. ".repeat(20) });
    const { tokens } = await engine.conversation.context("ada");
    const usage = { inputTokens: Math.round(tokens * times) };
    await engine.conversation.append({ agent: "ada", role: "assistant", content: "Yes.", model: "m", usage });
    return (await calibrations(engine.services.store).get("m"))?.factor ?? 1;
  };
  for (let n = 0; n < 14; n++) expect(await turn(1.5)).toBeLessThanOrEqual(2);
  const raw = async () => {
    const [session] = await engine.services.store.sessions.list({ agent: "ada", type: "primary" });
    return session?.threadTokens ?? 0;
  };
  for (let n = 0; n < 20; n++) {
    await engine.conversation.append({ agent: "ada", role: "user", content: "And the moon? ".repeat(30) });
    await engine.conversation.context("ada");
    const usage = { inputTokens: await raw() };
    await engine.conversation.append({ agent: "ada", role: "assistant", content: "Too.", model: "m", usage });
  }
  expect((await calibrations(engine.services.store).get("m"))?.factor).toBeLessThan(1.2);
  await engine.close();
});
