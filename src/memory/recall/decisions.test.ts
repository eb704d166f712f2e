import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { isoTime, ManualClock } from "../../core/index.ts";
import { Stage } from "../../engine.test-kit.ts";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const DECIDED =
  "We decided to drop JWT and keep sessions in Redis, because revoking a JWT before it expires needs a blocklist anyway.";

let stage: Stage;
let made = 0;
beforeEach(async () => {
  stage = await Stage.open({}, new ManualClock("2026-06-15T12:00:00.000Z"));
});
afterEach(() => stage.engine.close());

type Turn = readonly ["user" | "assistant", string];
async function session(...turns: readonly Turn[]): Promise<void> {
  const { session } = await stage.engine.sessions.create({ key: `key ${++made}`, project: "/p" });
  for (const [role, content] of turns) {
    stage.clock.advance(MINUTE);
    const kind = role === "user" ? "prompt" : "text";
    const createdAt = isoTime(stage.clock.now());
    const message = { role, kind, content, createdAt, sourceId: `source ${++made}` } as const;
    await stage.store.transaction(({ messages }) => messages.append(session.id, [message]));
  }
}
const recalled = async (query: string) =>
  (await stage.engine.memory.recall({ query, project: "/p", limit: 8 })).map(({ content }) => content);

describe("M2: decisions come before new prompts about other subjects", () => {
  beforeEach(async () => {
    await session(
      ["user", "The sessions are lost when the pod restarts."],
      ["assistant", DECIDED],
      ["user", "fine"],
      ["assistant", "Committed."],
    );
    stage.clock.advance(30 * DAY);
    await session(
      ["user", "why did we get a 500 on /orders?"],
      ["assistant", "Let me look."],
      ["user", "how did we decide to name the branches?"],
      ["assistant", "Done, have a look."],
      ["user", "did we drop the index?"],
      ["assistant", "Not yet."],
      ["user", "Write a CSS animation for the spinner"],
    );
    stage.clock.advance(MINUTE);
  });

  test.each(["why did we drop JWT", "what did we decide about JWT", "JWT", "why did we decide against JWT"])(
    "%j",
    async (query) => {
      const found = await recalled(query);
      expect(found[0], found.join(" | ")).toBe(DECIDED);
    },
  );

  test("a yes, and what has no word of its own, answer nothing", async () => {
    const found = await recalled("why did we drop JWT");
    expect(found).not.toContain("fine");
    expect(found).not.toContain("Not yet.");
  });
});

test("M2: what only asks gains nothing by being new, and what is new by as much as it is about what is asked", async () => {
  await session(
    ["user", "Is the otter harbour closed?"],
    ["assistant", "The otter harbour is closed until May."],
    ["user", "And is the otter harbour safe?"],
    ["user", "Paint the fence behind the shed in a shade of green."],
  );
  const found = await stage.engine.memory.recall({ query: "otter harbour", project: "/p", explain: true, limit: 8 });
  const gainOf = (text: string) => found.find(({ content }) => content.includes(text))?.explanation?.recent ?? 0;
  expect(gainOf("until May")).toBeGreaterThan(0.1);
  expect(gainOf("Is the otter")).toBe(0);
  expect(gainOf("fence")).toBe(0);
});

test("M2: who has an acronym before a colon does not speak", async () => {
  await session(
    ["user", "Which format should the settings have?"],
    ["assistant", "TOML: it has comments, and indentation cannot break it."],
    ["user", "Paint the fence."],
    ["assistant", "The fence is green."],
  );
  expect((await recalled("what was the reason for TOML"))[0]).toContain("it has comments");
});
