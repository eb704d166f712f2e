import { describe, expect, test } from "vitest";
import { kindOf, ownWords } from "./own-words.ts";

describe("K1: what the user pasted is not what they said", () => {
  test.each([
    [
      "a review, with an opinion on it",
      "Marta's review, have a look:\n\n# Review of PR 412\n- Never use default exports.\n- We chose MobX.\n\nI agree.",
      "Marta's review, have a look:\nI agree.",
    ],
    [
      "a mail, with the answer to it",
      "From: Ada <a@b.example>\nSubject: wishes\n\nHi,\nnever use red.\nBest, A.\n\nI told her no.",
      "I told her no.",
    ],
    [
      "lines of a log between two of the user's",
      "the log says\n2026-11-01T10:00:00Z ERROR must never be null: id\n2026-11-01 10:00:01 WARN always retry\nwhy?",
      "the log says\nwhy?",
    ],
    [
      "a document, with what to do with it",
      "# CLAUDE.md\n\nAlways run make lint.\nNever edit vendor/.\n\nplease summarise",
      "please summarise",
    ],
  ])("%s", (_name, prompt, own) => {
    expect(ownWords(prompt)).toBe(own);
  });

  test("several paragraphs of one's own stay", () => {
    const prompt = "Build the login form.\n\nNever store the password.\n\nThanks: Ada";
    expect(ownWords(prompt)).toBe("Build the login form.\nNever store the password.\nThanks: Ada");
  });
});

test.each([
  'translate "Never give up. Always be kind." into French',
  "write a test that checks the message 'Password must never be empty'",
  "you never answered my question about ports",
])("K1: no rule is in %s", (text) => {
  expect(kindOf(text)).toBeUndefined();
});

test.each([
  "never write 'cheers' at the end",
  'always answer with "dear customer" first',
  "don't use moment, don't add it",
])("K1: a rule is in %s", (text) => {
  expect(kindOf(text)).toBe("rule");
});
