import { afterEach, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { estimateTokens, ManualClock } from "../core/index.ts";
import { Stage } from "../engine.test-kit.ts";
import { operations } from "./index.ts";

const ANSWER = `My daughter Zoë was born on March 3rd, ${"and we bake her a cake with lemons from the garden, ".repeat(3)}as usual.`;
const found = z.array(
  z.object({ content: z.string(), reasons: z.array(z.string()), wholeTokens: z.number().optional() }),
);

let stage: Stage;
beforeEach(async () => {
  stage = await Stage.open({}, new ManualClock("2026-06-15T12:00:00.000Z"));
  const append = (content: string) => stage.engine.conversation.append({ agent: "ada", role: "user", content });
  await append(ANSWER);
  for (let n = 0; n < 12; n++) await append(`We decided to paint fence ${n} green because house ${n} likes it.`);
  for (let n = 0; n < 20; n++) await append(`Short talk ${n}.`);
  const [primary] = await stage.store.sessions.list({ agent: "ada", type: "primary" });
  if (primary) await stage.engine.distillation.distill(primary);
});
afterEach(() => stage.engine.close());

test.each([30, 70, 100, 1500])(
  "M3: within %i tokens the answer comes first, cut if needed, before what was just distilled",
  async (budget) => {
    const recall = operations.find(({ name }) => name === "recall");
    const given = { query: "When was Zoë born?", agent: "ada", budget };
    const [first, ...others] = found.parse(await recall?.invoke(stage.engine, given, {}));
    expect(first?.content).toMatch(/^My daughter/);
    expect(others.some(({ reasons }) => reasons.includes("just distilled"))).toBe(true);
    const tokens = [first, ...others].reduce((sum, one) => sum + estimateTokens(one?.content ?? ""), 0);
    expect(tokens).toBeLessThanOrEqual(budget);
  },
);
