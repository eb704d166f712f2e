import { expect, onTestFinished, test, vi } from "vitest";
import { openThroughline } from "../../throughline.ts";
import { modelServer } from "./model-server.test-kit.ts";

const loaded = vi.hoisted((): string[] => []);
vi.mock("@ai-sdk/anthropic", (original) => {
  loaded.push("anthropic");
  return original();
});
vi.mock("@ai-sdk/openai-compatible", (original) => {
  loaded.push("openai-compatible");
  return original();
});

async function distilWith(summarizer: object): Promise<void> {
  const engine = await openThroughline({ store: "memory", config: { summarizer } });
  onTestFinished(() => engine.close());
  for (let n = 0; n < 30; n++)
    await engine.conversation.append({ agent: "ada", role: "user", content: `The garden has ${n} trees, I counted.` });
  const [session] = await engine.services.store.sessions.list({ agent: "ada" });
  if (session) await engine.distillation.distill(session);
}

test("D10: no library is loaded before a model is called, and then only that model's", async () => {
  const { url, asked } = await modelServer(() => ({ text: "" }));
  await distilWith({ provider: "extractive", model: "m-1", baseUrl: url });
  expect(loaded).toEqual([]);
  await distilWith({ provider: "openai-compatible", model: "m-1", baseUrl: url });
  expect(loaded).toEqual(["openai-compatible"]);
  expect(asked).toHaveLength(1);
});
