import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readLine } from "./transcript.ts";

const fixture = (name: string): string[] =>
  readFileSync(join(import.meta.dirname, "..", "..", "..", "test", "fixtures", "claude-code", name), "utf8")
    .split("\n")
    .filter((line) => line !== "");

const summaryOf = (name: string) =>
  fixture(name)
    .flatMap((line) => readLine(line))
    .filter((entry) => !entry.isEcho)
    .map((entry) => `${entry.role} ${entry.kind}${entry.isPrompt ? "*" : ""}: ${entry.content.slice(0, 40)}`);

test("H2: a transcript that Claude Code wrote is read whole: what was said is kept, its bookkeeping is not", () => {
  expect(summaryOf("claude-code-with-compaction.jsonl")).toMatchSnapshot();
});

test("H2: a subagent's transcript holds no prompt of the user's", () => {
  const entries = summaryOf("claude-code-subagent.jsonl");
  expect(entries).toMatchSnapshot();
  expect(entries.filter((entry) => entry.includes("*"))).toEqual([]);
});

test("H2: an unknown kind of line is kept unchanged", () => {
  const line = JSON.stringify({ type: "telepathy", uuid: "u-1", timestamp: "2026-01-02T03:04:05.000Z", thought: "x" });
  expect(readLine(line)).toEqual([
    expect.objectContaining({ sourceId: "u-1", kind: "other", role: "system", content: line }),
  ]);
});

test.each([
  ["user", { a: 1 }, '{"a":1}'],
  ["assistant", { a: 1 }, '{"a":1}'],
  ["user", [7, "seven"], '{"type":"unknown","value":7}'],
  ["assistant", ["seven"], "seven"],
])("H4: words of the %s in a form that nobody has seen before (%j) are kept", (type, content, kept) => {
  const line = JSON.stringify({ type, uuid: "u-1", message: { role: type, content } });
  expect(readLine(line)[0]).toMatchObject({ content: kept });
});

test.each([null, undefined, "words", { role: "user" }, { content: null }])(
  "H4: a line without a message (%j) is an error",
  (message) => {
    for (const type of ["user", "assistant"])
      expect(() => readLine(JSON.stringify({ type, uuid: "u-1", message }))).toThrow(TypeError);
  },
);

test("H2: what was typed while the agent was busy is a prompt", () => {
  const attachment = { type: "queued_command", prompt: "and the tests too", commandMode: "prompt" };
  const line = JSON.stringify({ type: "attachment", uuid: "u-2", timestamp: "2026-01-02T03:04:05.000Z", attachment });
  expect(readLine(line)).toMatchObject([{ kind: "prompt", isPrompt: true, content: "and the tests too" }]);
});

test("H2: a slash command of the user's own is kept as it was typed; the client's own are no prompts", () => {
  const user = (content: string) =>
    JSON.stringify({ type: "user", uuid: "u", promptId: "p", message: { role: "user", content } });
  const own =
    "<command-message>ride</command-message>\n<command-name>/ride</command-name>\n<command-args>fast car</command-args>";
  expect(readLine(user(own))).toMatchObject([{ kind: "prompt", isPrompt: true, content: "/ride fast car" }]);
  expect(readLine(user("<command-name>/compact</command-name>"))).toMatchObject([{ kind: "command" }]);
  expect(readLine(user("<command-name>/compact</command-name>"))[0]?.isPrompt).toBeUndefined();
});
