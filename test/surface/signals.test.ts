import { afterEach, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { Conversation } from "../support/product/conversation.ts";
import { type Product, productWithProject } from "../support/product/product.ts";

let product: Product;
let project: string;

beforeEach(async () => {
  ({ product, project } = await productWithProject());
});
afterEach(() => product.dispose());

const served = z.array(
  z.looseObject({
    itemId: z.string(),
    way: z.string(),
    rank: z.number(),
    score: z.number().nullable(),
    features: z.record(z.string(), z.number()),
    usedAt: z.string().nullable(),
  }),
);
const status = z.looseObject({
  signals: z.object({
    ...{ served: z.number(), used: z.number(), usedShare: z.number() },
    ways: z.record(z.string(), z.object({ served: z.number(), used: z.number(), usedShare: z.number() })),
    recovered: z.object({ sessions: z.number(), novelContext: z.number() }),
    cold: z.object({ sessions: z.number(), novelContext: z.number() }),
  }),
});

const list = async (query = "") => served.parse((await product.api("GET", `/api/signals${query}`)).body);
const until = <Found>(look: () => Promise<Found | undefined>) => product.until(look);

async function worked(...prompts: string[]): Promise<void> {
  const session = new Conversation(product, project);
  await session.start();
  for (const words of prompts) {
    await session.prompt(words);
    await session.reply("Done.");
  }
  await session.end();
}

test("M6: what a recovery quotes was served, and is used once the agent's own words have it", async () => {
  await worked(
    "We decided to keep the otter photos in the lighthouse bucket, see infra/otter.tf.",
    "Paint the boathouse wall yellow before noon.",
  );
  const session = new Conversation(product, project);
  expect(await session.start()).toContain("lighthouse bucket");
  await until(async () => ((await list()).length > 0 ? true : undefined));
  expect((await list()).at(-1)).toMatchObject({ way: "recovery", rank: 1, score: null, usedAt: null });
  await session.prompt("Go on with the pictures.");
  await session.tool("Read", { file_path: "infra/otter.tf" }, "resource bucket");
  await session.reply("The lighthouse bucket is there.");
  const used = await until(async () => (await list()).find(({ usedAt }) => usedAt !== null));
  expect(used).toMatchObject({ rank: 1, way: "recovery" });
  const { signals } = status.parse((await product.api("GET", "/api/status")).body);
  expect(signals).toMatchObject({
    served: 2,
    used: 1,
    usedShare: 0.5,
    recovered: { sessions: 1 },
    cold: { sessions: 0 },
  });
  expect(signals.ways).toEqual({ recovery: { served: 2, used: 1, usedShare: 0.5 } });
  const { stdout } = await product.cli(["status"]);
  expect(stdout).toMatch(
    /Given to agents\s+2 items given, 1 used \(50 %\); 1 session with recovery \([\d.]+ novel each\), 0 without/,
  );
});

test("M6: what a recall answers and a prompt brings up is served with its features; what the agent ignores stays unused", async () => {
  // Said in passing: a start gives no such thing, so that the prompt may bring it up.
  await worked("The otter photos are in the lighthouse bucket.");
  await worked("Paint the kitchen wall yellow before noon.");
  const session = new Conversation(product, project);
  await session.start();
  const query = `q=${encodeURIComponent("otter photos")}&session=${session.id}`;
  await product.api("GET", `/api/memories/recall?${query}`);
  const recalled = await until(async () => (await list()).find(({ way, rank }) => way === "recall" && rank === 1));
  expect(recalled.features.words).toBeGreaterThan(0);
  expect(await session.prompt("In which bucket do we keep the otter photos?")).toContain("lighthouse");
  const prompted = await until(async () => (await list()).find(({ way, rank }) => way === "prompt" && rank === 1));
  expect(prompted.features.words).toBeGreaterThan(0);
  await session.reply("I cannot tell.");
  const [newest] = await list(`?session=${session.id}&limit=1`);
  expect(newest).toMatchObject({ way: "prompt", usedAt: null });
  const { stdout } = await product.cli(["signals"]);
  expect(stdout).toMatch(/ITEM\s+KIND\s+SERVED\s+BY\s+RANK\s+SCORE\s+USED\s+SESSION/);
  expect(stdout).toContain(prompted.itemId);
  expect(stdout).toContain("The otter photos are in the lighthouse bucket.");
});

test("M6: a session is told apart by how it began and by what came up in it that nothing served had", async () => {
  await worked("We decided to look at infra/otter.tf first.");
  const session = new Conversation(product, project);
  await session.start();
  await session.prompt("Compare infra/otter.tf with infra/seal.tf and infra/whale.tf.");
  const shape = z.array(z.object({ sessionId: z.string(), start: z.string().nullable(), novelContext: z.number() }));
  const found = await until(async () => {
    const { body } = await product.api("GET", `/api/signals/sessions?session=${session.id}`);
    const [one] = shape.parse(body);
    return one && one.novelContext > 0 ? one : undefined;
  });
  expect(found).toMatchObject({ start: "recovered", novelContext: 2 });
  expect((await product.cli(["signals", "--sessions"])).stdout).toMatch(/recovered\s+2/);
});

test("M6: signals are purged with their session", async () => {
  await worked("We decided to keep the otter photos in the lighthouse bucket.");
  const session = new Conversation(product, project);
  await session.start();
  await until(async () => ((await list()).length > 0 ? true : undefined));
  await session.end();
  await product.cli(["purge", "--session", session.id, "--yes"]);
  expect(await list()).toEqual([]);
});
