import { appendFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { fileLog, newId } from "../core/index.ts";
import { Stage } from "../engine.test-kit.ts";
import { scratchFolder } from "../scratch.test-kit.ts";

test("D11: a governed session's context is refreshed every so many tokens, and reported once when it fills its window", async () => {
  const folder = scratchFolder();
  const [transcript, logged] = [join(folder, "t.jsonl"), join(folder, "log")];
  const stage = await Stage.open({
    config: { safety: { refreshEveryTokens: 5000 }, models: { "m-*": { contextWindow: 10_000 } } },
    log: fileLog(logged, "info"),
  });
  await stage.engine.sessions.create({ harness: "claude-code", key: "k", task: "auth" });
  const say = async (text: string, inputTokens: number) => {
    const usage = { input_tokens: inputTokens, output_tokens: 1 };
    const message = { id: newId(), role: "assistant", model: "m-1", content: [{ type: "text", text }], usage };
    const line = { type: "assistant", uuid: newId(), timestamp: "2026-01-01T00:00:00.000Z", message };
    appendFileSync(transcript, `${JSON.stringify(line)}\n`);
    // This hook answers when everything has been read.
    await stage.hook("pre-compaction", "k", { hook_event_name: "PreCompact", transcript_path: transcript });
    return readFileSync(logged, "utf8").match(/\[throughline\] Context[^"]*/g) ?? [];
  };
  expect(await say("word ".repeat(2000), 2000)).toEqual([]);
  const refreshed = expect.stringMatching(/^\[throughline\] Context refresh complete \(tokens_flushed=\d{4,5}\)$/);
  expect(await say("other ".repeat(4000), 7000)).toEqual([refreshed]);
  expect(await say("more", 8000)).toEqual([refreshed, "[throughline] Context budget reached"]);
  expect(await say("still more", 9000)).toEqual([refreshed, "[throughline] Context budget reached"]);
  expect(await stage.triggers("k")).toContain("context_refresh");
});
