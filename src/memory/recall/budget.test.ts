import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { estimateTokens, ManualClock } from "../../core/index.ts";
import { Stage } from "../../engine.test-kit.ts";
import type { RecallInput } from "../input.ts";

let stage: Stage;
beforeEach(async () => {
  stage = await Stage.open({}, new ManualClock("2026-06-15T12:00:00.000Z"));
});
afterEach(() => stage.engine.close());

const recall = (input: RecallInput) => stage.engine.memory.recall(input);

test("M2: what is over and fits best does not push what holds out of the answer", async () => {
  const remember = (content: string) => stage.engine.memory.remember({ content, source: "user", project: "/p" });
  const { id } = await remember("The zebra migrations live in db/zebra since Maya moved the herd.");
  await stage.engine.memory.edit(id, { content: "All of it lives elsewhere now.", source: "user" });
  const holds = "Whoever runs migrations in the morning tells the others beforehand, in the channel for announcements.";
  await remember(holds);
  const asked = { query: "Where do the zebra migrations live since Maya moved the herd?", project: "/p" };
  expect((await recall({ ...asked, limit: 5 }))[0]?.content).toBe(holds);
  expect((await recall(asked))[0]?.content).toBe(holds);
});

describe("M3: after a distillation", () => {
  const ANSWER = "My daughter Zoë was born on March 3rd, and we always bake her a cake with lemons from the garden.";
  let primedBy = "";
  beforeEach(async () => {
    const append = (content: string) => stage.engine.conversation.append({ agent: "ada", role: "user", content });
    await append(ANSWER);
    for (let n = 0; n < 12; n++)
      await append(`We decided to paint fence number ${n} green because the neighbour of house ${n} likes it.`);
    for (let n = 0; n < 20; n++) await append(`Short talk ${n}.`);
    const [primary] = await stage.store.sessions.list({ agent: "ada", type: "primary" });
    if (!primary) throw new Error("no session");
    primedBy = (await stage.engine.distillation.distill(primary)).id;
  });
  const due = async () => (await stage.store.memories.list({ receiptId: primedBy })).map(({ content }) => content);

  test("what answers the question keeps its room in a small budget, and what was extracted has its own", async () => {
    for (const budget of [60, 80, 120, 200, 400]) {
      const found = await recall({ query: "When was Zoë born?", agent: "ada", primedBy, budget });
      const contents = found.map(({ content }) => content);
      expect(contents.join("\n"), String(budget)).toContain("Zoë was born on March 3rd");
      expect(
        contents.some((text) => text.includes("fence")),
        String(budget),
      ).toBe(true);
      expect(contents.reduce((sum, text) => sum + estimateTokens(text), 0)).toBeLessThanOrEqual(budget);
    }
  });

  test("nothing comes twice, as it was said and as it was extracted", async () => {
    const extracted = await due();
    const found = await recall({
      query: "Why did we paint fence number 7 green? When was Zoë born?",
      agent: "ada",
      primedBy,
    });
    const contents = found.map(({ content }) => content);
    expect(new Set(contents).size).toBe(contents.length);
    for (const text of extracted) expect(contents.filter((one) => one.includes(text)).length).toBeLessThanOrEqual(1);
  });

  test("also where few are asked for", async () => {
    const found = await recall({ query: "When was Zoë born?", agent: "ada", primedBy, limit: 3 });
    expect(found).toHaveLength(3);
    expect(found[0]?.content).toContain("Zoë");
    expect(found.some(({ content }) => content.includes("fence"))).toBe(true);
  });
});

test("M1: what holds everywhere holds for every agent, what is another's does not", async () => {
  const remember = (content: string, agent?: string) =>
    stage.engine.memory.remember({ content, source: "user", ...(agent !== undefined && { agent }) });
  await remember("Answer in British English, whatever the color of the spelling.");
  await remember("Bob spells color without a u.", "bob");
  const found = await recall({ query: "spelling of color", agent: "ada" });
  expect(found.map(({ content }) => content)).toEqual([expect.stringContaining("British English")]);
  await stage.engine.conversation.append({ agent: "ada", role: "user", content: "How is color spelling done here?" });
  const context = await stage.engine.conversation.context("ada");
  expect(JSON.stringify(context)).toContain("British English");
});
