import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { isSpoken } from "../../capture/index.ts";
import { fence } from "../../text/index.ts";
import { readLine } from "./transcript.ts";

const rollout = readFileSync(
  join(import.meta.dirname, "..", "..", "..", "test", "fixtures", "codex", "codex-rollout-with-compaction.jsonl"),
  "utf8",
)
  .split("\n")
  .filter((line) => line !== "");

const TIME = "2026-01-02T03:04:05.000Z";
const wrapped = (type: string, payload: unknown, fields: object = {}): string =>
  JSON.stringify({ timestamp: TIME, ordinal: 1, type, payload, ...fields });
const item = (payload: object): string => wrapped("response_item", payload);
const message = (role: string, ...texts: string[]): string =>
  item({ type: "message", id: "msg_1", role, content: texts.map((text) => ({ type: "input_text", text })) });

test("H4: a rollout that Codex wrote is read whole: what was said is kept once, its bookkeeping is not", () => {
  const entries = rollout.flatMap((line) => readLine(line));
  expect(
    entries
      .filter(isSpoken)
      .map(({ role, kind, isPrompt, content }) => `${role} ${kind}${isPrompt ? "*" : ""}: ${content.slice(0, 60)}`),
  ).toEqual([
    "user prompt*: Read the whole log.",
    'assistant tool_use: {"name":"exec_command","input":{"cmd":"echo x"}}',
    "tool tool_result: Chunk ID: e38c46\nWall time: 0.0000 seconds\nProcess exited wi",
    'system boundary: {"timestamp":"2026-11-15T01:15:48.030Z","ordinal":21,"type":',
    "system summary: Another language model started to solve this problem and pro",
    "assistant text: Done.",
  ]);
  expect(entries.findLast(({ usage }) => usage?.inputTokens)?.usage).toEqual({ inputTokens: 95_000 });
  expect(entries.findLast(({ usage }) => usage?.model)?.usage).toEqual({ model: "standin-model" });
});

test.each([
  ["<environment_context>\n  <cwd>/home/dev</cwd>\n</environment_context>"],
  ["<user_instructions>\nBe brief.\n</user_instructions>"],
  ["# AGENTS.md instructions for /home/dev\n\n<INSTRUCTIONS>\nBe brief.\n</INSTRUCTIONS>"],
  ["<permissions instructions>\nall\n</permissions instructions>"],
])("H4: what the client writes in the user's name into every session was not said by the user: %s", (text) => {
  expect(readLine(message("user", text))).toEqual([]);
  expect(readLine(message("developer", text))).toEqual([]);
});

test("H4: what happened in the session is kept, though it has the user's role; what the user says of it is a prompt", () => {
  const kinds = (text: string) => readLine(message("user", text)).map(({ role, kind }) => `${role} ${kind}`);
  expect(kinds("<turn_aborted>\nThe user interrupted\n</turn_aborted>")).toEqual(["system command"]);
  expect(kinds("<user_shell_command>\n<command>ls</command>\n</user_shell_command>")).toEqual(["user command"]);
  expect(kinds("Why does <environment_context> appear in my logs?")).toEqual(["user prompt"]);
});

test("H4: where the client tells what a text is, that counts, not what it looks like", () => {
  const entriesOfKind = (kind: string, text: string) =>
    readLine(
      item({
        ...{ type: "message", id: "m", role: "user", content: [{ type: "input_text", text }] },
        internal_chat_message_metadata_passthrough: { turn_id: "t-1", content_item_kinds: [kind] },
      }),
    );
  expect(entriesOfKind("user.text", "<user_instructions> is the tag I mean")).toMatchObject([
    { kind: "prompt", turnId: "t-1" },
  ]);
  expect(entriesOfKind("some.new_instructions", "Always be brief.")).toEqual([]);
});

test("H4: what Throughline injected is recognized and is no one's message", () => {
  const [echo, ...rest] = readLine(message("developer", fence("Where the last session stopped.")));
  expect(rest).toEqual([]);
  expect(echo).toMatchObject({ isEcho: true, content: "" });
});

test("H4: every kind of tool call, and what came back, is bound by the call's id", () => {
  const calls = [
    item({
      type: "function_call",
      name: "recall",
      namespace: "mcp__memory",
      arguments: '{"query":"x"}',
      call_id: "c1",
    }),
    item({ type: "custom_tool_call", name: "apply_patch", input: "*** Begin Patch", call_id: "c2" }),
    item({ type: "local_shell_call", call_id: "c3", action: { type: "exec", command: ["ls", "-l"] } }),
    item({ type: "function_call_output", call_id: "c1", output: [{ type: "input_text", text: "found" }] }),
    item({ type: "custom_tool_call_output", call_id: "c2", output: "Exit code: 1\nOutput:\nno" }),
    item({ type: "function_call_output", call_id: "c3", output: '{"output":"a","metadata":{"exit_code":2}}' }),
    item({ type: "function_call_output", call_id: "c4", output: { content: "denied", success: false } }),
  ];
  expect(
    calls.flatMap((line) => readLine(line)).map(({ sourceId, content, isError }) => [sourceId, content, isError]),
  ).toEqual([
    ["tool_use:c1", '{"name":"mcp__memory__recall","input":{"query":"x"}}', undefined],
    ["tool_use:c2", '{"name":"apply_patch","input":"*** Begin Patch"}', undefined],
    ["tool_use:c3", '{"name":"local_shell","input":{"type":"exec","command":["ls","-l"]}}', undefined],
    ["tool_result:c1", "found", false],
    ["tool_result:c2", "Exit code: 1\nOutput:\nno", true],
    ["tool_result:c3", '{"output":"a","metadata":{"exit_code":2}}', true],
    ["tool_result:c4", "denied", true],
  ]);
});

test("H4: reasoning is kept where it can be read, and left where it is encrypted", () => {
  const summary = [{ type: "summary_text", text: "Look at the parser." }];
  expect(readLine(item({ type: "reasoning", id: "rs_1", summary }))).toMatchObject([
    { kind: "thinking", content: "Look at the parser.", sourceId: "rs_1" },
  ]);
  expect(readLine(item({ type: "reasoning", id: "rs_2", summary: [], encrypted_content: "gAAA" }))).toEqual([]);
});

test("H4: an unknown kind of line or item is kept unchanged", () => {
  const line = wrapped("telepathy", { thought: "x" });
  expect(readLine(line)).toMatchObject([{ kind: "other", role: "system", content: line, createdAt: TIME }]);
  const strange = item({ type: "hologram", id: "h-1" });
  expect(readLine(strange)).toMatchObject([{ kind: "other", content: strange, sourceId: "h-1" }]);
});

test("H4: a message of an unknown form is kept unchanged", () => {
  for (const content of ["words", { a: 1 }, null]) {
    const line = item({ type: "message", role: "user", content });
    expect(readLine(line)).toMatchObject([{ kind: "other", content: line }]);
  }
});

test("H4: an event that only repeats is passed over, one that tells what became of a turn is kept", () => {
  expect(readLine(wrapped("event_msg", { type: "agent_message", message: "Done." }))).toEqual([]);
  expect(readLine(wrapped("event_msg", { type: "turn_aborted", reason: "interrupted" }))).toMatchObject([
    { kind: "other" },
  ]);
});

test("H4: the files of the first versions, whose lines have no time and nothing around them, are read too", () => {
  expect(readLine('{"id":"x","timestamp":"2025-05-07T17:24:21.123Z","instructions":null}')).toEqual([]);
  expect(readLine('{"record_type":"state"}')).toEqual([]);
  const line = '{"type":"message","id":null,"role":"user","content":[{"type":"input_text","text":"hi"}]}';
  expect(readLine(line, TIME)).toMatchObject([{ kind: "prompt", content: "hi", createdAt: TIME }]);
});

test("H4: what is no JSON object is an error", () => {
  for (const line of ["{", "42", "[]", "null"]) expect(() => readLine(line)).toThrow();
  expect(readLine("  ")).toEqual([]);
});
