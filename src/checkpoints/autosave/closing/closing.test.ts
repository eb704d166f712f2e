import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { closes, onlyCloses } from "./closing.ts";

const path = fileURLToPath(new URL("../../../../bench/data/closing-development.json", import.meta.url));
const labelled = z
  .array(z.object({ language: z.string(), text: z.string(), closes: z.boolean() }))
  .parse(JSON.parse(readFileSync(path, "utf8")));

describe("N7: close signals, the development half of the labelled messages", () => {
  test.each(labelled.filter((one) => one.closes))("closes ($language): $text", ({ text }) => {
    expect(closes(text)).toBe(true);
  });

  test.each(labelled.filter((one) => !one.closes))("is work talk ($language): $text", ({ text }) => {
    expect(closes(text)).toBe(false);
  });
});

test.each([
  ...["that'll do for tonight", "see ya tmrw", "we'll continue this another day", "taking a break, back in 30"],
  ...[
    "out for the day 👋",
    "so, ich bin raus",
    "Mittagspause, bis gleich",
    "bonne soirée à toi",
    "周末愉快",
    "祝大家周末愉快！",
  ],
])("N7: %s closes", (text) => {
  expect(closes(text)).toBe(true);
});

test.each([
  ...[
    "that'll do for the parser",
    "we'll test this another day format",
    "set it back in 30 lines",
    "log out for the user",
  ],
  ...[
    "nimm den Parameter raus",
    "Mittagspause als Zustand ergänzen",
    "ajoute bonne soirée au texte",
    "把周末愉快加到邮件里",
  ],
  ...["the job runs another day", "roll the migration back in 30 minutes"],
])("N7: %s is work talk", (text) => {
  expect(closes(text)).toBe(false);
});

const parting = labelled
  .filter((one) => one.closes && one.text.length < 20)
  .map((one) => one.text.replace(/[.!！]/gu, ""));

test("N7: words of parting in quotes, in code or behind a colon are what one works on", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...parting),
      fc.constantFrom(
        'show "X" here',
        "rename `X` in the menu",
        "use this text: X",
        "Labels:\n- X",
        "```\nX\n```\nfix it",
      ),
      (words, frame) => {
        expect(closes(frame.replace("X", words))).toBe(false);
      },
    ),
  );
});

test("N7: what asks for one last thing is told from what only says good-bye", () => {
  for (const text of ["bis morgen", "ok bye, thanks", "That's all for today.", "晚安！"])
    expect(onlyCloses(text)).toBe(true);
  for (const text of ["commit this and goodnight", "Push the branch, then good night", "fix it"])
    expect(onlyCloses(text)).toBe(false);
});

test("N7: a megabyte of hostile text is judged in no time", () => {
  const hostile = [
    "good ".repeat(200_000),
    "thanks ok ".repeat(100_000),
    "bye,".repeat(250_000),
    "晚安".repeat(400_000),
  ];
  const before = performance.now();
  for (const prompt of hostile) closes(prompt);
  expect(performance.now() - before).toBeLessThan(1000);
});
