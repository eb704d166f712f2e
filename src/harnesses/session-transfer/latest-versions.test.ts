import { expect, test } from "vitest";
import { latestVersions } from "./latest-versions.ts";
import type { Recorded } from "./session-writer.ts";

const AT = "2026-01-02T03:04:05.000Z";

function recorded(content: string, sourceId: string, fields: Partial<Recorded> = {}): Recorded {
  return {
    ...{
      id: sourceId,
      sessionId: "s",
      seq: 1,
      role: "assistant",
      kind: "text",
      channel: null,
      content,
      toolName: null,
    },
    ...{ toolUseId: null, isError: null, turnId: null, createdAt: AT, tokens: 1, sourceId, hash: "h" },
    ...{ harness: "gemini" },
    ...fields,
  };
}

const latest = (...messages: Recorded[]): string[] => latestVersions(messages).map(({ content }) => content);
const [FIRST, LAST] = ["m-1:00000000000000aa", "m-1:00000000000000bb"];

test("H4: a message that was rewritten after it had been stored is carried once, in its last version", () => {
  const other = recorded("another", "m-2:00000000000000cc");
  expect(latest(recorded("par", FIRST), other, recorded("partial then whole", LAST))).toEqual([
    "another",
    "partial then whole",
  ]);
});

test("H4: what only looks like that is carried each time: other sessions, clients and kinds, and texts with other ids", () => {
  const others: Partial<Recorded>[] = [{ sessionId: "t" }, { kind: "prompt" }, { harness: "codex" }];
  for (const fields of others)
    expect(latest(recorded("one", FIRST, fields), recorded("two", LAST))).toEqual(["one", "two"]);
  const replies = [recorded("one", "reply:t:00000000000000aa"), recorded("two", "reply:t:00000000000000bb")];
  expect(latest(...replies.map((one) => ({ ...one, harness: "claude-code" })))).toEqual(["one", "two"]);
  const thoughts = [recorded("one", FIRST, { kind: "thinking" }), recorded("two", LAST, { kind: "thinking" })];
  expect(latest(...thoughts)).toEqual(["one", "two"]);
});
