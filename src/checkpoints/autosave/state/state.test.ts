import fc from "fast-check";
import { expect, test } from "vitest";
import { extractState } from "./extract-state.ts";
import { applyUpdate, formatState, NO_STATE, parseState } from "./state.ts";

const line = fc
  .string({ minLength: 1, maxLength: 60 })
  .map((text) => text.replace(/\s+/gu, " ").trim())
  .filter((text) => text !== "");
const state = fc.record({
  session: line,
  updated: line,
  task: line,
  goal: line,
  decisions: fc.array(line, { maxLength: 5 }),
  corrections: fc.array(line, { maxLength: 5 }),
  preferences: fc.array(line, { maxLength: 5 }),
});

test("N8: what is written is read again as it was", () => {
  fc.assert(
    fc.property(state, (written) => {
      expect(parseState(formatState(written))).toEqual({ state: written, others: [] });
    }),
  );
  expect(parseState(formatState(NO_STATE))).toEqual({ state: NO_STATE, others: [] });
});

test("N8: whatever somebody writes between the markers, its words are kept", () => {
  const words = fc.constantFrom(
    "# Own",
    "## Decisions",
    "- mine",
    "  and more",
    "plain",
    "**Task:** other",
    "> said",
    "## Files",
  );
  fc.assert(
    fc.property(fc.array(words, { maxLength: 12 }), (lines) => {
      const { state: read, others } = parseState(lines.join("\n"));
      const kept = `${formatState(read)}\n${others.join("\n")}`;
      for (const text of ["mine", "and more", "plain", "other", "> said", "# Own", "## Files"])
        if (lines.some((one) => one.includes(text))) expect(kept).toContain(text);
    }),
  );
});

test("N8: the task is what the work began with, the goal what was asked for last", async () => {
  const of = { session: "claude-code a", updated: "now", task: "" };
  const first = applyUpdate(NO_STATE, extractState("Build the login page with OAuth fallback.", undefined, true), of);
  const then = applyUpdate(
    first,
    extractState("Now write its tests. I prefer short test names.", undefined, false),
    of,
  );
  expect(then).toMatchObject({
    task: "Build the login page with OAuth fallback.",
    goal: "Now write its tests.",
    preferences: ["I prefer short test names."],
  });
});

test("N8: the task is the whole first prompt, clipped, not its first sentence", () => {
  const of = { session: "claude-code a", updated: "now", task: "" };
  const prompt = "Build the loom driver. It has to work without a display.";
  const first = applyUpdate(NO_STATE, extractState(prompt, undefined, true), of);
  expect(first.task).toBe(prompt);
  expect(applyUpdate(first, extractState("Now its tests. Keep them short.", undefined, false), of).task).toBe(prompt);
  const long = applyUpdate(NO_STATE, extractState(`Build it. ${"It is long. ".repeat(400)}`, undefined, true), of).task;
  expect(long).toMatch(/^Build it\. It is long\./);
  expect(long.length).toBeLessThanOrEqual(300);
});

test("N8: decisions and corrections are extracted, and an answer with its question", async () => {
  expect(extractState("No, that's wrong: use argon2id instead of bcrypt.", undefined, false)).toMatchObject({
    corrections: ["No, that's wrong: use argon2id instead of bcrypt."],
  });
  const { decisions } = extractState(
    "Postgres, because we need several writers",
    "Should I use Postgres or SQLite?",
    false,
  );
  expect(decisions).toEqual(["Should I use Postgres or SQLite? → Postgres, because we need several writers"]);
});

test.each(["ok thanks", "what does git rebase do?", "goodnight"])(
  "N8: says nothing about the work: %s",
  async (prompt) => {
    const update = extractState(prompt, undefined, true);
    expect(update).toEqual({ request: "", decisions: [], corrections: [], preferences: [] });
  },
);

test("N8: a secret never reaches the state", async () => {
  const { preferences } = extractState("Always use the key AKIAZ7Q4WMX2LTV9KJ3D for S3.", undefined, false);
  expect(preferences.join()).not.toContain("AKIAZ7Q4WMX2LTV9KJ3D");
});

test("N8: a message that begins with the work and decides along the way yields both", async () => {
  const prompt = "Implement the tokenizer in tok.py; we decided on a DFA because regexes were slow";
  const update = extractState(prompt, undefined, true);
  expect(update.request).toBe("Implement the tokenizer in tok.py");
  expect(update.decisions).toHaveLength(1);
  expect(extractState("We decided on a DFA because regexes were slow.", undefined, true).request).toBe("");
});
