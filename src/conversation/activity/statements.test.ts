import { expect, test } from "vitest";
import { constraintsIn, decisionsIn } from "./statements.ts";

const DECISIONS = [
  ...[
    "We decided to use rotating refresh tokens.",
    "Decision: keep SQLite as the default store",
    "I've decided against GraphQL.",
  ],
  ...[
    "We have finally agreed on port 8443.",
    "Let's go with Hono for the server.",
    "we'll use pnpm from now on",
    "They chose Redis.",
  ],
  ...[
    "Use Postgres instead of MySQL for the ledger.",
    "Use pino rather than winston.",
    "use Vitest over Jest",
    "It was decided to ship on Monday.",
  ],
  ...[
    "Keep the old endpoint because mobile clients still call it.",
    "We settled on UUID v7.",
    "We decided not to cache it.",
  ],
  ...[
    "Wir haben uns für Kysely entschieden.",
    "On a décidé de garder SQLite.",
    "Nous avons décidé.",
    "Decidimos usar Kysely.",
  ],
  ...["我们决定使用 SQLite 存储。", "SQLite を使うことにしました。"],
];

const NOT_DECISIONS = [
  ...[
    "We have not decided yet.",
    "I haven't decided on the name.",
    "We never agreed on that.",
    "The team is undecided.",
  ],
  ...[
    "Should we go with Redis?",
    "Should we go with Redis",
    "If we go with Redis, we need a cluster.",
    "Which one did they choose?",
  ],
  ...[
    "Fix the login page.",
    "Use the mouse to move over the button.",
    "The decision tree has three leaves.",
    "How we decided this is unclear.",
  ],
  ...["Run the tests again.", "ok, let's go with it?"],
];

const CONSTRAINTS = [
  ...[
    "Never push to main.",
    "You must keep the public API stable.",
    "Always run the linter first.",
    "Don't touch the migrations.",
  ],
  ...[
    "Please do not rename files.",
    "We cannot break the old clients.",
    "Make sure the tests pass.",
    "You may not use eval here.",
  ],
  ...[
    "And don't forget the changelog.",
    "Only use the standard library.",
    "It must stay under 2,000 characters.",
    "Fix it without changing the schema.",
  ],
  ...[
    "I want you to never force-push.",
    "Auf keinen Fall die Datenbank löschen.",
    "Il faut garder Node 20.",
    "Nunca borres la base.",
    "不要修改数据库。",
    "必ずテストを書いて。",
  ],
];

const NOT_CONSTRAINTS = [
  ...[
    "I can't find the file.",
    "It always fails on CI.",
    "I don't know why it breaks.",
    "This never worked.",
    "They still can't log in.",
  ],
  ...[
    "It will never connect.",
    "Can't you see it?",
    "Fix the login page.",
    "We don't think so.",
    "Don't worry about it.",
  ],
];

test.each(DECISIONS)("C4: a decision: %s", (text) => {
  expect(decisionsIn(text)).toHaveLength(1);
});
test.each(NOT_DECISIONS)("C4: no decision: %s", (text) => {
  expect(decisionsIn(text)).toEqual([]);
});
test.each(CONSTRAINTS)("R4: a constraint: %s", (text) => {
  expect(constraintsIn(text)).toHaveLength(1);
});
test.each(NOT_CONSTRAINTS)("R4: no constraint: %s", (text) => {
  expect(constraintsIn(text)).toEqual([]);
});

test("C4: each statement is its own sentence, list marks and emphasis off, in order", () => {
  const text =
    "Some talk first. **We decided to use v7 ids.** Fine!\n- Let's use `src/a.b.ts` for it.\n1. Decision: ship v1.2.3 on 2026-01-01.";
  expect(decisionsIn(text)).toEqual([
    "We decided to use v7 ids.",
    "Let's use `src/a.b.ts` for it.",
    "Decision: ship v1.2.3 on 2026-01-01.",
  ]);
});

test("C4: nothing is read out of code, of what a client wrapped, of a fragment or of a wall of text", () => {
  expect(decisionsIn("```\n// we decided to use v7\n```")).toEqual([]);
  expect(constraintsIn("<system-reminder>You must never do this.</system-reminder>")).toEqual([]);
  expect(constraintsIn("never")).toEqual([]);
  expect(constraintsIn(`never ${"x ".repeat(300)}`)).toEqual([]);
});

test("C4: a megabyte of hostile text is read in no time", () => {
  const hostile = [
    `use ${"a ".repeat(500_000)}`,
    "we ".repeat(300_000),
    "```".repeat(300_000),
    `${"- ".repeat(500_000)}never`,
  ];
  const before = performance.now();
  for (const text of hostile) [decisionsIn(text), constraintsIn(text)];
  expect(performance.now() - before).toBeLessThan(3000);
});

test.each([
  "I'll use the brainstorming skill to explore this feature properly.",
  "I will use the reviewer agent for a thorough review.",
])("R4: what the agent takes to hand is no decision about the work: %s", (text) => {
  expect(decisionsIn(text)).toEqual([]);
});

test("R4: what it takes for the work is one", () => {
  expect(decisionsIn("I'll use a table for the tools.")).toHaveLength(1);
});
