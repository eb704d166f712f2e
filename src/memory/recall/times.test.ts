import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { isoTime, ManualClock } from "../../core/index.ts";
import { Stage } from "../../engine.test-kit.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** A Monday. */
const NOW = "2026-06-15T12:00:00.000Z";
const THEN = "from the time that was asked for";

let stage: Stage;
let session = "";
let made = 0;
beforeEach(async () => {
  stage = await Stage.open({}, new ManualClock(NOW));
  session = (await stage.engine.sessions.create({ key: "times", project: "/p" })).session.id;
});
afterEach(() => stage.engine.close());

/** Said so many days before now. */
async function say(ago: number, content: string): Promise<void> {
  const createdAt = isoTime(Date.parse(NOW) - ago * DAY);
  const message = { role: "user", kind: "prompt", createdAt, sourceId: `source ${++made}`, content } as const;
  await stage.store.transaction(({ messages }) => messages.append(session, [message]));
}
/** Remembered so many days before now. */
async function remember(ago: number, content: string): Promise<void> {
  const now = stage.clock.now();
  stage.clock.advance(Date.parse(NOW) - ago * DAY - now);
  await stage.engine.memory.remember({ content, source: "user", project: "/p" });
  stage.clock.advance(now - stage.clock.now());
}
const recall = (query: string) => stage.engine.memory.recall({ query, project: "/p", explain: true });

describe("M2: where a time is asked for", () => {
  test("what is from another day neither says that it is from then nor gains by being new", async () => {
    await say(0.1, "We repaired the harbour crane with tape.");
    await say(3, "We repaired the harbour crane with glue.");
    await say(5, "We repaired the harbour crane with wire.");
    const found = await recall("What did we repair on Friday?");
    expect(found[0]).toMatchObject({
      content: expect.stringContaining("glue"),
      reasons: expect.arrayContaining([THEN]),
    });
    for (const { reasons, explanation } of found.slice(1)) {
      expect(reasons).not.toContain(THEN);
      expect(reasons).not.toContain("from the last day");
      expect(explanation).not.toHaveProperty("recent");
    }
  });

  test("and nothing was said then, nothing pretends to be from then", async () => {
    for (const ago of [1, 5, 9, 12]) await say(ago, `The lantern ${ago} is lit.`);
    expect(await recall("What happened last month?")).toEqual([]);
    for (const { reasons } of await recall("Which lantern was lit last month?")) expect(reasons).not.toContain(THEN);
  });

  test("without an asked time, new messages gain as usual", async () => {
    await say(0.1, "We repaired the harbour crane with tape.");
    const [found] = await recall("harbour crane");
    expect(found?.explanation?.recent).toBeGreaterThan(0.1);
  });
});

describe("M4: a question about a past time is answered with what held then", () => {
  test("though it was superseded since, with the time that it held", async () => {
    await remember(150, "The staging port is 8080.");
    await remember(40, "The staging port is 9090.");
    await remember(0.5, "The staging port is 9443.");
    const [march] = await recall("What was the staging port in March?");
    expect(march).toMatchObject({
      content: "The staging port is 8080.",
      reasons: expect.arrayContaining(["held from 2026-01-16 to 2026-05-06"]),
    });
    const [lastMonth] = await recall("What was the staging port last month?");
    expect(["The staging port is 8080.", "The staging port is 9090."]).toContain(lastMonth?.content);
    const contents = (await recall("What was the staging port in March?")).map(({ content }) => content);
    expect(contents).not.toContain("The staging port is 9090.");
    const now = (await recall("What is the staging port?")).map(({ content }) => content);
    expect(now).toEqual(["The staging port is 9443."]);
  });

  test("what came only afterwards does not come before it, though it has more of the words", async () => {
    await remember(150, "The staging port is 8080.");
    await remember(20, "The staging port is 9090, the staging port was moved in May.");
    expect((await recall("What was the staging port in March?"))[0]?.content).toBe("The staging port is 8080.");
  });
});
