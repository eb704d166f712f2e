import { afterEach, beforeEach, expect, test } from "vitest";
import { Stage } from "../../engine.test-kit.ts";
import type { NewMessage } from "../../store/index.ts";
import { contextOf } from "./context.ts";

const AT = "2026-01-02T03:04:05.000Z";
let stage: Stage;

beforeEach(async () => {
  stage = await Stage.open();
});
afterEach(() => stage.engine.close());

const said = (sourceId: string, content: string, more: Partial<NewMessage> = {}): NewMessage => ({
  ...{ sourceId, content, role: "assistant", kind: "text", createdAt: AT },
  ...more,
});

/** What is in the context of a session that was compacted after three things were said, by the client's note of it. */
async function contextAfter(harness: string, note: unknown, more: Partial<NewMessage> = {}) {
  const { session } = await stage.engine.sessions.create({ harness, key: "k" });
  await stage.store.messages.append(session.id, [
    said("e1", "first", { role: "user", kind: "prompt", turnId: "m1" }),
    said("e2", "second", { turnId: "m2", ...more }),
    said("e3:1", "third", { turnId: "m2" }),
    said("b", JSON.stringify(note), { role: "system", kind: "boundary" }),
    said("s", "SUMMARY", { role: "system", kind: "summary" }),
    said("e4", "fourth"),
  ]);
  const { messages, ...rest } = await contextOf(stage.store, session);
  return { ...rest, contents: messages.map(({ content }) => content) };
}

test.each([
  ["openclaw", { firstKeptEntryId: "e2" }],
  ["opencode", { tail_start_id: "m2" }],
  ["claude-code", { compactMetadata: { preservedMessages: { allUuids: ["e2", "e3"] } } }],
  ["claude-code", { compactMetadata: { preservedSegment: { headUuid: "e2", tailUuid: "e3" } } }],
])("R7: %s keeps messages from one on, and they stand behind the summary", async (harness, note) => {
  expect(await contextAfter(harness, note)).toEqual({
    ...{ contents: ["SUMMARY", "second", "third", "fourth"], compacted: 1, isKeptUncertain: false },
  });
});

test("R7: a call that was kept is known by standing before what is known", async () => {
  const note = { compactMetadata: { preservedMessages: { allUuids: ["line-of-the-call", "e3"] } } };
  const call = { kind: "tool_use", sourceId: "tool_use:t1", toolUseId: "t1" } as const;
  expect((await contextAfter("claude-code", note, call)).contents).toEqual(["SUMMARY", "second", "third", "fourth"]);
});

test("R7: Codex keeps what the user said", async () => {
  expect((await contextAfter("codex", {})).contents).toEqual(["SUMMARY", "first", "fourth"]);
});

test("R7: where it is unknown what was kept, that is reported, and only the summary is carried", async () => {
  const uncertain = { contents: ["SUMMARY", "fourth"], compacted: 3, isKeptUncertain: true };
  expect(await contextAfter("openclaw", { firstKeptEntryId: "gone" })).toEqual(uncertain);
  await stage.engine.close();
  stage = await Stage.open();
  expect(await contextAfter("gemini", { compressedInto: "s" })).toEqual(uncertain);
});

test("R7: a client that kept nothing leaves its summary alone", async () => {
  const alone = { contents: ["SUMMARY", "fourth"], compacted: 3, isKeptUncertain: false };
  expect(await contextAfter("opencode", "no object")).toEqual(alone);
});
