import { afterEach, beforeEach, expect, test } from "vitest";
import { ClaudeSession } from "./claude-session.ts";
import { Machine } from "./machine.ts";
import { edit, fail, read } from "./story.ts";

let machine: Machine;
let session: ClaudeSession;
beforeEach(async () => {
  machine = new Machine();
  await machine.up();
  machine.useProject("kiln");
  session = new ClaudeSession(machine);
});
afterEach(async () => {
  await session.crash();
  await machine.dispose();
});

async function recordOf(key: string) {
  const record = await machine.engine.services.store.sessions.byKey("claude-code", key);
  if (!record) throw new Error(`there is no session ${key}`);
  return record;
}

async function kindsOf(id: string): Promise<string[]> {
  const messages = await machine.engine.services.store.messages.list(id, {});
  return messages.map(({ role, kind, isError }) => `${role} ${kind}${isError ? " failed" : ""}`);
}

test("S8: what the player writes is captured once, as a real client's session is, across a restart", async () => {
  await session.start("startup");
  await session.prompt("why does the kiln overshoot?");
  await session.act(edit("kiln.py"));
  await session.act(fail("pytest", "1 failed"));
  await session.act({ subagent: "Read kiln.py.", does: [read("kiln.py", "gain = 9")], answers: "The gain is 9." });
  await session.reply("The gain is too high.");
  await session.compact("They talked about a kiln.");
  await session.prompt("and now");
  await session.interrupt();
  await session.end();
  await machine.wait(1);

  const record = await recordOf(session.id);
  expect(record).toMatchObject({ state: "complete", endReason: "prompt_input_exit" });
  expect(await kindsOf(record.id)).toEqual([
    "user prompt",
    ...["assistant tool_use", "tool tool_result"],
    ...["assistant tool_use", "tool tool_result failed"],
    ...["assistant tool_use", "tool tool_result"],
    "assistant text",
    "system boundary",
    "system summary",
    ...["assistant tool_use", "tool tool_result"],
    "user prompt",
    "user other",
  ]);
  const [subagent] = await machine.engine.services.store.sessions.list({ parentIds: [record.id] });
  expect(subagent).toMatchObject({ lineage: "subagent" });
  expect(await kindsOf(subagent?.id ?? "")).toEqual([
    "user text",
    "assistant tool_use",
    "tool tool_result",
    "assistant text",
  ]);
});

test("S7: a killed client leaves an interrupted session, /clear leaves one that ended", async () => {
  await session.start("startup");
  await session.prompt("fire it to 1240 degrees");
  const first = session.id;
  ({ session } = await session.clear());
  await session.prompt("and hold for an hour");
  await session.crash();
  await machine.wait(1);
  expect(await recordOf(first)).toMatchObject({ state: "complete", endReason: "clear" });
  expect(await recordOf(session.id)).toMatchObject({ state: "suspended", lineage: "clear" });
});
