import { expect, test } from "vitest";
import { recallText } from "./recall-text.ts";

const now = Date.parse("2026-06-15T12:00:00.000Z");
const one = {
  ...{ id: "0198aaaa-0000-7000-8000-0000000000a1", agent: null, project: "/p", content: "The port is 9090.\n" },
  ...{ kind: "fact", source: "user", createdAt: "2026-06-12T12:00:00.000Z", lastUsedAt: null, supersededBy: null },
  ...{ score: 0.8213, reasons: [] },
};

test("M4: an agent gets score, age, source, id and text", () => {
  expect(recallText([one], now)).toBe(
    "[0.82] 3 d ago; fact, from user; id 0000000000a1\nThe port is 9090.\n\n`expand` with an id gives the whole text.",
  );
  expect(recallText([], now)).toBe("Nothing found.");
});

test("M4: the text shows who said it, what was cut and, on request, why it was found", () => {
  const message = { ...one, kind: "message", source: "message m1 (assistant)", wholeTokens: 900 };
  expect(recallText([message], now)).toContain("; said by assistant; id 0000000000a1; cut, 900 tokens whole\n");
  const read = { ...one, source: "message m1 (user)", explanation: { words: 0.5, asks: -0.8 } };
  expect(recallText([read], now)).toContain(
    "; fact, read from what the user said; id 0000000000a1; asks -0.80, words +0.50",
  );
});

test("K4: an older memory says which is newer", () => {
  const older = { ...one, id: "0198aaaa-0000-7000-8000-0000000000b2", newer: one.id };
  expect(recallText([one, older], now)).toContain("id 0000000000b2; older than 0000000000a1 on the same subject");
});
