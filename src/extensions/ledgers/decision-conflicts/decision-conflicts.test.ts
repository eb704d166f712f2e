import fc from "fast-check";
import { expect, test } from "vitest";
import { callContent } from "../../../capture/index.ts";
import { conflictsInCall } from "./find-conflicts-in-call.ts";
import { conflictsInText } from "./find-conflicts-in-text.ts";

const decided = (decision: string, ...alternatives: string[]) => ({ decision, alternatives });
const because = (text: string, decision: string, ...alternatives: string[]) =>
  conflictsInText(text, [decided(decision, ...alternatives)])[0]?.because;

test("L8: only the sentence that takes what was rejected is a conflict, with the decision that rejected it", () => {
  const text = "I looked at the session code. I'll use stateless tokens for the session. Then I'll run the tests.";
  const decision = { ...decided("Use rotating refresh tokens", "stateless tokens"), id: 7 };
  expect(conflictsInText(text, [decided("Use Postgres", "MySQL"), decision])).toEqual([
    { decision, statement: "I'll use stateless tokens for the session.", because: "rejected alternative" },
  ]);
});

test.each([
  ["Use Postgres", "MySQL", "I'll use MySQL for the orders."],
  ["Use Postgres", "MySQL: no partial indexes", "Let's switch to MySQL."],
  ["Use Postgres", "MySQL", "I'll use MySQL instead of Postgres."],
  ["Use Postgres for the main database", "MySQL", "Let's switch the main database to MySQL."],
  ["Cache sessions in Redis", "Memcached", "Let me put the sessions into Memcached."],
  ["Hash passwords with argon2id", "bcrypt", "Next, I'll hash the passwords with `bcrypt`."],
  ["Use UUIDv7 for primary keys", "auto-increment integers", "I'll add an auto-increment integer as the primary key."],
])("L8: a rejected alternative is taken: %s [%s], and: %s", (decision, alternative, text) => {
  expect(because(text, decision, alternative)).toBe("rejected alternative");
});

test.each([
  ["Use Postgres", "MySQL", "I'll use MySQL and Postgres side by side."],
  ["Use Postgres", "MySQL", "I'll use Postgres, not MySQL."],
  ["Use Postgres", "MySQL", "I'll remove MySQL from the compose file."],
  ["Use Postgres", "MySQL", "I won't use MySQL."],
  ["Use Postgres", "MySQL", "If it is slow, I'll use MySQL."],
  ["Use Postgres", "MySQL", "Should we use MySQL?"],
  ["Use Postgres", "MySQL", "The old service uses MySQL."],
  ["Use Postgres", "MySQL", "> I'll use MySQL."],
  ["Use Postgres", "MySQL", "```\nI'll use MySQL\n```"],
  ["Use Postgres", "MySQL", "I'll use MySQL in the demo."],
  ["Use Postgres", "MySQL", "I'll create the MySQL logo."],
  ["Use Postgres for the main database", "MySQL", "I'll write a script that imports the MySQL dump."],
  ["Use Postgres for the main database", "MySQL", "I'll use MySQL for the analytics service."],
  ["Store timestamps in UTC", "local time", "I'll show the timestamps in local time on the page."],
  ["Keep the session token in a cookie", "localStorage", "I'll keep the theme preference in localStorage."],
  ["Use spaces for indentation", "tabs", "I'll add tabs to the settings page."],
])("L8: mentioning a rejected alternative is no conflict: %s [%s], but: %s", (decision, alternative, text) => {
  expect(because(text, decision, alternative)).toBeUndefined();
});

test.each([
  ["Lock an account after 5 failed attempts", "I'll lock the account after 10 failed attempts."],
  ["The timeout is 30 seconds", "I'll set the timeout to 5 seconds."],
  ["Use Node 20", "I'll use Node 22."],
  ["Use RSA256 for JWT signing", "I'll use HS256 for JWT signing."],
  ['Name the table "orders_v2"', 'I\'ll name the table "orders".'],
])("L8: another value in the same place: %s, and: %s", (decision, text) => {
  expect(because(text, decision)).toBe("other value");
});

test.each([
  ["The timeout is 30 seconds", "I'll set the timeout to 30 seconds."],
  ["The timeout is 30 seconds", "I'll set the timeout to 30000 ms."],
  ["The timeout is 30 seconds", "I'll set the timeout of the health check to 5 seconds."],
  ["Keep backups for 7 days", "I'll keep the logs for 30 days."],
  ["Work on phase 2", "I'll work on phase 3."],
  ["Use port 8080", "I'll use port 3000 for the mock server."],
])("L8: the same value, another thing or a label is no conflict: %s, but: %s", (decision, text) => {
  expect(because(text, decision)).toBeUndefined();
});

const ran = (command: string) => callContent("Bash", { command });
const wrote = (path: string, content: string) => callContent("Write", { file_path: path, content });

test.each([
  ["Use Postgres", "mysql2", ran("cd api && npm install mysql2@3 zod"), "npm install mysql2@3 zod"],
  ["Use pnpm", "npm", ran("npm install zod"), "npm install zod"],
  [
    "Fechas con date-fns",
    "moment",
    wrote("src/a.ts", 'import x from "y";\nimport m from "moment";'),
    'import m from "moment";',
  ],
  ["Use httpx", "requests", wrote("app.py", "import requests\n"), "import requests"],
  ["Configure in throughline.yaml", "config.toml", wrote("/p/config.toml", "a = 1"), "/p/config.toml"],
])(
  "L8: a tool call that brings in what was rejected is a conflict: %s [%s]",
  (decision, alternative, call, statement) => {
    const one = decided(decision, alternative);
    expect(conflictsInCall(call, [one])).toEqual([{ decision: one, because: "rejected alternative", statement }]);
  },
);

test("L8: a tool call that pins another version than decided is a conflict; a patch of the same is none", () => {
  const decisions = [decided("Pin typescript@5.4 until the plugin is ready")];
  expect(conflictsInCall(ran("npm i typescript@5.6.2"), decisions)).toMatchObject([{ because: "other value" }]);
  expect(conflictsInCall(ran("npm i typescript@5.4.5"), decisions)).toEqual([]);
});

test.each([
  ["Use pnpm", "npm", ran("npm install -g pnpm")],
  ["Use pnpm", "npm", ran("npm run build")],
  ["Use Postgres", "mysql", ran("mysqldump orders > old.sql; grep -r mysql src")],
  ["Use date-fns", "moment", wrote("docs/choice.md", 'import m from "moment"')],
  [
    "Use date-fns",
    "moment",
    callContent("Edit", { file_path: "a.ts", old_string: 'import m from "moment"', new_string: "" }),
  ],
  ["Use date-fns", "moment", callContent("Read", { file_path: "moment" })],
  ["Use date-fns", "moment", "not a call"],
])("L8: a tool call that only has to do with it is no conflict: %s [%s]: %s", (decision, alternative, call) => {
  expect(conflictsInCall(call, [decided(decision, alternative)])).toEqual([]);
});

const WORDS =
  "I'll|use|not|instead of|to|with|the|tokens|stateless|Postgres|15|30|minutes|port|8080|,|.|?|\uD800|😀|(|`|\"".split(
    "|",
  );
const phrase = fc.array(fc.constantFrom(...WORDS), { maxLength: 16 }).map((words) => words.join(" "));
const anyText = fc.oneof(phrase, fc.string({ unit: "binary", maxLength: 120 }));

test("L8: a decision never conflicts with its own text, whatever it is", () => {
  fc.assert(
    fc.property(anyText, (decision) => {
      expect(conflictsInText(`I'll ${decision}`, [decided(decision)])).toEqual([]);
    }),
  );
});

test("L8: no text is too strange, and none is read for long", () => {
  fc.assert(
    fc.property(anyText, anyText, (text, decision) => {
      conflictsInText(text, [decided(decision, text)]);
      conflictsInCall(callContent("Bash", { command: text }), [decided(decision, text)]);
      conflictsInCall(text, [decided(decision, text)]);
    }),
  );
});
