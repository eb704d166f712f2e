import { afterEach, beforeEach, expect, test } from "vitest";
import { Stage } from "../engine.test-kit.ts";

let stage: Stage;
beforeEach(async () => {
  stage = await Stage.open();
});
afterEach(() => stage.engine.close());

async function say(content: string, role: "user" | "assistant" = "user"): Promise<void> {
  stage.clock.advance(1000);
  await stage.engine.conversation.append({ agent: "ada", role, content });
}

/** Enough talk that everything before it leaves the thread. */
async function distilled(): Promise<void> {
  for (let n = 0; n < 30; n++)
    await say(`Tell me something about painter number ${n}, and do it at some length, please.`);
  const [session] = await stage.store.sessions.list({ agent: "ada", type: "primary" });
  if (session) await stage.engine.distillation.distill(session);
}

const remember = (content: string) => stage.engine.memory.remember({ content, agent: "ada", source: "user" });
const rent = async () =>
  (await stage.engine.memory.history({ agent: "ada" }))
    .filter(({ content, forgottenAt }) => content.includes("rent") || forgottenAt !== null)
    .map(({ content, supersededWhy }) => ({ content, supersededWhy }));

const [LESS, MORE] = ["The rent is $1,450 a month.", "The rent is $1,600 a month."];

test("M1: of two things that the user said in one conversation, the later one holds", async () => {
  await say(LESS);
  await say(MORE);
  await distilled();
  expect(await rent()).toEqual([
    { content: MORE, supersededWhy: null },
    { content: LESS, supersededWhy: expect.stringContaining("→") },
  ]);
});

test("M1: of three things that the user said in one conversation, each is superseded by the next", async () => {
  for (const amount of [850, 900, 950]) await say(`The rent is $${amount} a month.`);
  await distilled();
  expect(await rent()).toEqual([
    { content: "The rent is $950 a month.", supersededWhy: null },
    { content: "The rent is $900 a month.", supersededWhy: "The rent: $900 → $950" },
    { content: "The rent is $850 a month.", supersededWhy: "The rent: $850 → $900" },
  ]);
});

test("M1: what the user said later supersedes what was remembered on purpose", async () => {
  await remember(LESS);
  await say(MORE);
  await distilled();
  expect(await rent()).toEqual([
    { content: MORE, supersededWhy: null },
    { content: LESS, supersededWhy: expect.stringContaining("→") },
  ]);
});

test("M1: a message that is older, but distilled later, does not undo what was remembered since", async () => {
  await say(LESS);
  stage.clock.advance(1000);
  await remember(MORE);
  await distilled();
  const all = await rent();
  expect(all.filter(({ supersededWhy }) => supersededWhy === null)).toEqual([{ content: MORE, supersededWhy: null }]);
  const { recalled } = await stage.engine.conversation.context("ada", { query: "How much is the rent?" });
  expect(recalled.filter(({ kind }) => kind !== "message").map(({ content }) => content)).not.toContain(LESS);
});

test("M1: what was forgotten after its message is not remembered again", async () => {
  await say(LESS);
  const { id } = await remember(LESS);
  await stage.engine.memory.forget(id);
  await distilled();
  expect(await rent()).toEqual([{ content: "", supersededWhy: null }]);
});
