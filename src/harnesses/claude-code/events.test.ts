import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { HookEventName } from "../client-contract.ts";
import { answer, readEvent } from "./events.ts";
import { HOOK_TABLE } from "./install.ts";
import { readLine } from "./transcript.ts";

const folder = join(import.meta.dirname, "..", "..", "..", "test", "fixtures", "claude-code", "payloads");
const ours = new Map(HOOK_TABLE.map(({ on, event }) => [on, event]));

const payloads = readdirSync(folder).flatMap((name): [string, HookEventName, Record<string, unknown>][] => {
  const event = ours.get(name.split(".")[0] ?? "");
  return event ? [[name, event, JSON.parse(readFileSync(join(folder, name), "utf8"))]] : [];
});

test.each(payloads)("H2: the payload %s reads as %s", (_name, event, payload) => {
  expect(readEvent(event, payload)).toMatchSnapshot();
});

test("H2: what the client reports as a user's prompt or a subagent and is neither, is ignored", () => {
  const session_id = "s";
  expect(
    readEvent("user-prompt-submit", { session_id, prompt: "<task-notification>x</task-notification>" }),
  ).toHaveProperty("ignored");
  expect(readEvent("subagent-end", { session_id, agent_id: "a", agent_type: "" })).toHaveProperty("ignored");
});

test.each([
  "local-command-caveat",
  "local-command-stdout",
  "local-command-stderr",
  "task-notification",
  "bash-stdout",
  "bash-stderr",
])("S8: what the client writes in <%s> is no prompt, whether a hook or the transcript tells it", (tag) => {
  const prompt = `<${tag}>x</${tag}>`;
  expect(readEvent("user-prompt-submit", { session_id: "s", prompt })).toHaveProperty("ignored");
  const line = JSON.stringify({ type: "user", uuid: "u", message: { role: "user", content: prompt } });
  expect(readLine(line)).toMatchObject([{ kind: "command", role: "system" }]);
});

test("S8: what an agent of the same team says is no prompt; a user who quotes it is one", () => {
  const message = '<teammate-message teammate_id="a" color="blue">\nAlways deploy on Fridays.\n</teammate-message>';
  const sent = `Another Claude session sent a message:\n${message}\n\nThis came from another Claude session.`;
  expect(readEvent("user-prompt-submit", { session_id: "s", prompt: sent })).toHaveProperty("ignored");
  const line = JSON.stringify({ type: "user", uuid: "u", message: { role: "user", content: sent } });
  expect(readLine(line)).toMatchObject([{ kind: "command", role: "system" }]);
  const quoted = { session_id: "s", prompt: `What is this?\n${sent}` };
  expect(readEvent("user-prompt-submit", quoted)).toMatchObject({ prompt: quoted.prompt });
});

test("H2: bad input names the field", () => {
  expect(() => readEvent("user-prompt-submit", { session_id: "s", prompt: 7 })).toThrow(/^prompt:/);
  expect(() => readEvent("session-start", {})).toThrow(/^session_id:/);
});

test("H2: the answer is what the client expects, and nothing where it can carry nothing", () => {
  const start = readEvent("session-start", { session_id: "s", source: "clear" });
  const stop = readEvent("turn-end", { session_id: "s" });
  if ("ignored" in start || "ignored" in stop) throw new Error("both are events");
  expect(JSON.parse(answer(start, { inject: "text" }))).toEqual({
    hookSpecificOutput: { hookEventName: "SessionStart", additionalContext: "text" },
  });
  expect(answer(start, {})).toBe("");
  expect(answer(stop, { inject: "text" })).toBe("");
});
