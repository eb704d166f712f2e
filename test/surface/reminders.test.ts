import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { Conversation } from "../support/product/conversation.ts";
import { type Product, productWithProject } from "../support/product/product.ts";

let product: Product;
let project: string;

beforeEach(async () => {
  ({ product, project } = await productWithProject());
});
afterEach(() => product.dispose());

const DECISION = "We decided to keep the otter photos in the bucket tide-pool, because the lighthouse has no backup.";
const SAID = "The otter photos are in the bucket tide-pool, because the lighthouse has no backup.";
const QUESTION = "In which bucket do we keep the otter photos?";

/** Sessions that only talked: a start is given nothing of them, and a prompt alone can bring them up. */
async function saidEarlier(words = SAID): Promise<void> {
  const first = new Conversation(product, project);
  await first.start();
  await first.prompt(words);
  await first.reply("Noted: otter photos go to tide-pool.");
  await first.end();
  const second = new Conversation(product, project);
  await second.start();
  await second.prompt("Paint the kitchen wall yellow before noon.");
  await second.reply("The wall is yellow.");
  await second.end();
  await indexed();
}

/** A decision is given at every start that has room for it. */
const noRoomAtStart = (): void =>
  writeFileSync(join(project, "throughline.yaml"), "continuity: { recoveryBudgetChars: 150 }\n");

/** The index follows the ledger by itself, soon; nothing asks it to. */
const indexed = () =>
  product.until(async () => {
    const { body } = await product.api("GET", "/api/status");
    return z.object({ index: z.object({ waiting: z.literal(0), passages: z.number().min(4) }) }).safeParse(body).data;
  });

async function later(): Promise<Conversation> {
  const session = new Conversation(product, project);
  expect(await session.start()).toBe("");
  return session;
}

async function timeline(session: Conversation) {
  const { body } = await product.api("GET", `/api/sessions/${session.id}/timeline`);
  return z.array(z.object({ what: z.string(), text: z.string() })).parse(body);
}

const injections = async (session: Conversation) =>
  (await timeline(session)).filter(({ what, text }) => what === "injected" && text.includes("user-prompt-submit"));

describe("M2: a prompt is given what earlier sessions said about it", () => {
  test("one fenced line with age, source and id, accounted for with its reason; what it is about can be expanded", async () => {
    await saidEarlier();
    const session = await later();
    const given = await session.prompt(QUESTION);
    expect(given).toMatch(/^<throughline-context>\n.*not instructions.*\n(- .*\n)+<\/throughline-context>$/);
    expect(given).toMatch(/- \d+ \w+ ago, the user said: .*tide-pool.* \(throughline expand \S+\)/);
    expect(given.length).toBeLessThanOrEqual(600);
    const [, id = ""] = /the user said.*throughline expand (\S+)\)/.exec(given) ?? [];
    expect((await product.cli(["expand", id])).stdout.trim()).toBe(SAID);
    expect((await injections(session)).map(({ text }) => text)).toEqual([expect.stringContaining("reminder: ")]);
  });

  test("a decision that a start has no room for is given as one when a prompt asks about it", async () => {
    noRoomAtStart();
    await saidEarlier(DECISION);
    const session = await later();
    const given = await session.prompt(QUESTION);
    expect(given).toMatch(/- \d+ \w+ ago, the user decided: .*tide-pool.* \(throughline expand \S+\)/);
    const [, id = ""] = /the user decided.*throughline expand (\S+)\)/.exec(given) ?? [];
    expect((await product.cli(["expand", id])).stdout.trim()).toBe(DECISION);
  });

  test("the one thing that a project remembers, soon after it was remembered", async () => {
    await product.cli(["remember", "--project", project, "The otter staging port is 8443."]);
    await product.until(async () => {
      const { body } = await product.api("GET", "/api/status");
      return z.object({ index: z.object({ waiting: z.literal(0), passages: z.literal(1) }) }).safeParse(body).data;
    });
    const session = new Conversation(product, project);
    const start = await session.start();
    const prompt = await session.prompt("Open the otter staging port in the firewall.");
    expect(`${start}${prompt}`).toContain("The otter staging port is 8443.");
  });

  test("a prompt about something else, a yes, a command and a few words are given nothing", async () => {
    await saidEarlier();
    const session = await later();
    for (const prompt of [
      "Rename the parser's visitor classes and sort the imports.",
      "yes, go on",
      "/compact",
      "otter?",
    ])
      expect(await session.prompt(prompt)).toBe("");
    expect(await injections(session)).toEqual([]);
  });

  test("nothing is given twice, until a compaction has taken it out of the context", async () => {
    noRoomAtStart();
    await saidEarlier(DECISION);
    const session = await later();
    expect(await session.prompt(QUESTION)).toContain("tide-pool");
    expect(await session.prompt(`${QUESTION} Tell me again.`)).toBe("");
    await session.compact();
    await product.until(async () => (await timeline(session)).some(({ what }) => what === "compaction") || undefined);
    expect(await session.prompt(QUESTION)).toContain("tide-pool");
  });

  test("what the session itself said, and what its start was told, is not given", async () => {
    const first = new Conversation(product, project);
    await first.start();
    await first.prompt(DECISION);
    await product.until(async () => {
      const { body } = await product.api("GET", `/api/memories/recall?q=otter&project=${encodeURIComponent(project)}`);
      return Array.isArray(body) && body.length > 0 ? true : undefined;
    });
    expect(await first.prompt(QUESTION)).toBe("");
    await first.end();
    const next = new Conversation(product, project);
    expect(await next.start()).toContain("tide-pool");
    expect(await next.prompt(QUESTION)).not.toContain("tide-pool");
  });

  test("it does not take the place of a recovery", async () => {
    await saidEarlier();
    const session = await later();
    const given = await session.prompt(QUESTION);
    session.write({ type: "attachment", attachment: { type: "hook_additional_context", content: [given] } });
    await session.reply("In tide-pool.");
    await session.prompt("From now on the seal photos go there as well.");
    await session.reply("They do.");
    await session.end();
    expect(await session.start("resume")).toContain("## Session Recovery Context");
  });

  test("recall.atPrompt: false turns it off, in one project too", async () => {
    writeFileSync(join(project, "throughline.yaml"), "recall: { atPrompt: false }\n");
    await saidEarlier();
    expect(await (await later()).prompt(QUESTION)).toBe("");
  });
});
