import { expect, test } from "vitest";
import { forkWith } from "./fork.ts";
import { intentsOf } from "./intents.ts";

/** Why what was said is a fork of a decision, if it is. */
function because(said: string, text: string, ...alternatives: string[]): string | undefined {
  const forks = intentsOf(said).flatMap((intent) => forkWith(intent, [{ text, alternatives }]) ?? []);
  return forks[0]?.because;
}

test("L8: taking what was turned down is a fork", () => {
  const said = "I looked at the session code. I'll use stateless JWTs for the session. Then I'll run the tests.";
  const decision = { text: "Use rotating refresh tokens", alternatives: ["stateless tokens"], id: 7 };
  const forks = intentsOf(said).flatMap((intent) => forkWith(intent, [decision]) ?? []);
  expect(forks).toEqual([
    { decision, statement: "I'll use stateless JWTs for the session.", because: "rejected alternative" },
  ]);
});

test("L8: what a decision turns down in its own words counts as turned down", () => {
  expect(because("I'll use MySQL for the orders.", "Use Postgres instead of MySQL")).toBe("rejected alternative");
  expect(because("Let me install the packages with npm.", "Use pnpm, not npm")).toBe("rejected alternative");
});

test("L8: another thing of the same class for the same subject is a fork, for another subject it is none", () => {
  expect(because("I'll use camelCase in the JSON.", "Use snake_case in JSON")).toBe(
    "other choice for the same subject",
  );
  expect(because("I'll use camelCase in TypeScript.", "Use snake_case for columns")).toBeUndefined();
  expect(because("I'll set up MySQL for the job queue.", "We use Postgres for the billing data")).toBeUndefined();
});

test("L8: another value of the same parameter is a fork; the same in other units is none", () => {
  expect(because("I'll set the timeout to 5 seconds.", "The timeout is 30 seconds")).toBe("other value");
  expect(because("I'll set the timeout to 2 minutes.", "The timeout is 30 seconds")).toBe("other value");
  expect(because("I'll set the timeout to 30000 ms.", "The timeout is 30 seconds")).toBeUndefined();
  expect(because("I'll set the timeout to 300 ms.", "The timeout is 0.3 seconds")).toBeUndefined();
  expect(
    because("I'll set the timeout of the health check to 5 seconds.", "The timeout is 30 seconds"),
  ).toBeUndefined();
  expect(because("I'll work on phase 3.", "Work on phase 2")).toBeUndefined();
});

test("L8: doing what is forbidden, and undoing what was decided, are forks", () => {
  expect(because("I'll commit directly to main.", "Never commit to main")).toBe("negates");
  expect(because("I'll forbid anonymous access.", "Allow anonymous access")).toBe("negates");
  expect(because("I'll store the backups unencrypted.", "Backups are encrypted")).toBe("negates");
  expect(because("I'll remove the 15-minute grace period.", "Add a 15-minute grace period")).toBe("negates");
  expect(because("I won't use rotating refresh tokens.", "Use rotating refresh tokens")).toBe("negates");
});

test.each([
  ["Disable telemetry by default", "I'll turn telemetry on by default so that we get figures.", "negates"],
  ["Animations are off by default", "I'll turn the animations on by default.", "negates"],
  ["Never delete messages", "I'll delete messages that are older than a year.", "negates"],
  ["Lock an account after 5 failed attempts", "I'll lock the account after 10 failed attempts.", "other value"],
  ["The cache holds 1000 entries", "I'll let the cache hold 5000 entries.", "other value"],
  ["Passwords have at least 12 characters", "I'll set the minimum password length to 8.", "other value"],
  ["The lease lasts 5 minutes", "I'll make the lease last one hour.", "other value"],
] as const)("L8: %s, and: %s", (decided, said, reason) => {
  expect(because(said, decided)).toBe(reason);
});

test.each([
  ["Disable telemetry by default", "I'll add a command that turns telemetry on for who wants it."],
  ["Never delete messages", "I'll delete the messages tab."],
  ["Passwords have at least 12 characters", "I'll set the maximum password length to 64."],
  ["Passwords have at least 12 characters", "I'll set the minimum username length to 3 characters."],
  ["The lease lasts 5 minutes", "I'll make the lease last one test longer."],
])("L8: %s, but not: %s", (decided, said) => {
  expect(because(said, decided)).toBeUndefined();
});

test.each([
  ["Use PostgreSQL for persistence", "MongoDB", "Let me set up a MongoDB collection for the orders."],
  ["Write tests with Vitest", "Jest", "I'll scaffold a Jest config and port the specs."],
  ["Use gRPC between services", "REST", "I'll expose a REST endpoint for the inventory service."],
  ["The API is versioned in the path", "Accept header", "I'll version the API through the Accept header."],
  ["Log in JSON", "plain text", "I'll switch the logger to plain text output."],
  ["Use cursor pagination", "page numbers", "I'm adding page numbers to the list."],
])(
  "L8: what was turned down is taken by its parts and by the decision's own verb: %s [%s], and: %s",
  (decided, alternative, said) => {
    expect(because(said, decided, alternative)).toBe("rejected alternative");
  },
);

test.each([
  ["Use PostgreSQL for persistence", "MongoDB", "I'll write the MongoDB-to-PostgreSQL import for the old orders."],
  ["Use gRPC between services", "REST", "I'll keep the public REST API for the browser as it is."],
  ["The API is versioned in the path", "Accept header", "I'll read the Accept header to choose between JSON and CSV."],
  ["Log in JSON", "plain text", "I'll print the help as plain text."],
])("L8: but speaking of it for another purpose is none: %s [%s], and: %s", (decided, alternative, said) => {
  expect(because(said, decided, alternative)).toBeUndefined();
});

test.each([
  "I'll remove the stateless tokens.",
  "I'll avoid stateless tokens.",
  "I'll keep stateless tokens out of the design.",
  "I'll document why we turned down stateless tokens.",
  "I'll rotate the refresh token each time it is used.",
  "I'll rotate the logs every night.",
  "I'll use rotating refresh tokens, not stateless tokens.",
])("L8: speaking of what was turned down is no fork: %s", (said) => {
  expect(because(said, "Use rotating refresh tokens", "stateless tokens")).toBeUndefined();
});

test.each([
  "I'll use MySQL in the tests.",
  "In the analytics service I'll use MySQL.",
  "I'll write a script that imports the MySQL dump.",
  "I'll read the data from MySQL and load it.",
])("L8: another scope is no fork: %s", (said) => {
  expect(because(said, "Use Postgres for the main database", "MySQL")).toBeUndefined();
});

test("L8: a decision without a subject holds for everything but tests, demos and the like", () => {
  expect(because("I'll use MySQL for the orders.", "Use Postgres", "MySQL")).toBe("rejected alternative");
  expect(because("I'll use MySQL in the demo.", "Use Postgres", "MySQL")).toBeUndefined();
  expect(because("I'll use MySQL for the orders.", "Use Postgres in the demo", "MySQL")).toBeUndefined();
});

test("L8: what only bears the name of a thing is another thing", () => {
  expect(because("I'll create the MySQL logo.", "Use Postgres", "MySQL")).toBeUndefined();
  expect(because("I'll use the database passwords.", "Sign people in by passkeys", "passwords")).toBeUndefined();
  expect(because("I'll commit the main menu.", "Never commit main")).toBeUndefined();
});

test("L8: who takes what was chosen may speak of the other as well", () => {
  expect(because("I'll use MySQL and Postgres side by side.", "Use Postgres", "MySQL")).toBeUndefined();
  expect(because("I'll use Jest matchers, but run it in Vitest.", "Use Vitest for unit tests")).toBeUndefined();
  expect(because("I'll use MySQL instead of Postgres.", "Use Postgres", "MySQL")).toBe("rejected alternative");
});

test("L8: where and when a decision holds, it holds", () => {
  expect(because("I'll enable the button.", "The button is disabled while loading")).toBeUndefined();
  expect(because("I'll use pnpm.", "On Windows, use npm instead of pnpm")).toBeUndefined();
});

test("L8: a decision that turns round within itself does not fork with itself", () => {
  const text = "Add the debug panel and then remove the debug panel";
  expect(forkWith({ statement: text, act: text, isNegative: false }, [{ text }])).toBeUndefined();
});

test("L8: what is asked, weighed, quoted, reported or advised is no intent", () => {
  const said = [
    ..."Should we use MySQL?|We could use MySQL.|If it is slow, I'll use MySQL.|The old service uses MySQL.".split("|"),
    ..."> I'll use MySQL.|The user wrote: I'll use MySQL.|Mia said that we should use MySQL.".split("|"),
    "I found this in the notes: “I'll use MySQL here.”",
    "Let's say we use MySQL.",
    "```\nI'll use MySQL\n```",
    "# Use MySQL",
    "- Use MySQL if you need replication in your cluster.",
  ];
  for (const text of said) expect(intentsOf(`${text}\n\nThat was it.`), text).toEqual([]);
});

test("L8: an agent commits itself in many ways", () => {
  const said = [
    ..."I'll use MySQL.|We will use MySQL.|I'm going to use MySQL.|Let's use MySQL.|We should switch to MySQL.".split(
      "|",
    ),
    ..."I plan to use MySQL.|I've decided to use MySQL.|I'm switching to MySQL.|Switching to MySQL now.".split("|"),
    ..."- Use MySQL|1. Switch the database to MySQL|Next, I'll use MySQL.|I won't use Postgres.".split("|"),
    ..."Ich werde MySQL verwenden.|Voy a usar MySQL.|Je vais utiliser MySQL.|我将使用MySQL。|MySQLを使います。".split(
      "|",
    ),
  ];
  for (const text of said) expect(intentsOf(`That is clear.\n\n${text}`), text).toHaveLength(1);
});
