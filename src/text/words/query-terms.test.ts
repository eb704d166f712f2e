import fc from "fast-check";
import { expect, test } from "vitest";
import { ManualClock } from "../../core/index.ts";
import { openThroughline } from "../../throughline.ts";
import { queryTerms } from "./query-terms.ts";

test.each([
  ["Please fix the login bug in src/auth.ts", ["fix", "login", "bug", "src/auth.ts"]],
  ["the AND of a, b and C++", []],
  ["Use pg_dump --format=custom.", ["use", "pg_dump", "format", "custom"]],
  ["v1.2.3 and foo-bar/baz-", ["v1.2.3", "foo-bar/baz"]],
  ["Zoë's naïve Проект 日本語", ["zoë", "naïve", "проект", "日本語"]],
  ["login Login LOGIN", ["login"]],
  ["", []],
  ["?!… 👍", []],
])("C2: the terms of %j", (text, terms) => {
  expect(queryTerms(text)).toEqual(terms);
});

test("C2: terms are few, each once, never empty, and in the order of the text", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 300 }), fc.integer({ min: 1, max: 30 }), (text, limit) => {
      const terms = queryTerms(text, limit);
      expect(terms.length).toBeLessThanOrEqual(limit);
      expect(new Set(terms).size).toBe(terms.length);
      for (const term of terms) expect(text.toLowerCase()).toContain(term);
    }),
  );
});

test("M2: whatever is asked, recall answers and never fails on syntax", async () => {
  const { memory, services } = await openThroughline({ store: "memory", clock: new ManualClock(), config: {} });
  await memory.remember({ content: "the socket path must stay short", source: "user" });
  const word = fc.constantFrom(
    '"',
    "'",
    "OR",
    "AND",
    "NOT",
    "NEAR(",
    ")",
    "*",
    "^",
    ":",
    "-",
    "\0",
    "{",
    "+",
    "socket",
    "日本語",
  );
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(
        fc.string({ unit: "binary", minLength: 1 }),
        fc.array(word, { minLength: 1, maxLength: 12 }).map((words) => words.join(" ")),
      ),
      async (query) => {
        const found = await memory.recall({ query });
        for (const { score } of found) {
          expect(score).toBeGreaterThanOrEqual(0);
          expect(score).toBeLessThanOrEqual(1);
        }
        if (query.split(" ").includes("socket")) expect(found).toHaveLength(1);
      },
    ),
  );
  await services.store.close();
});
