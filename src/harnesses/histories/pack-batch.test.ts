import { expect, test } from "vitest";
import { type Entry, Preparation } from "../../capture/index.ts";
import type { Batch } from "./history-contract.ts";
import { packBatch, unpackBatch } from "./pack-batch.ts";

const message = (sourceId: string, content: string): Entry => ({
  ...{ sourceId, content, role: "tool", kind: "tool_result", createdAt: "2026-01-02T03:04:05.000Z" },
  ...{ toolName: null, isError: false, usage: { inputTokens: 7 } },
});

const batch: Batch = {
  ...{ mark: "m", bytes: 12, broken: [{ where: "line 3", why: "it is not JSON" }] },
  entries: [
    message("short", "a \ud83d\ude00 b \0 c"),
    { ...message("echo", ""), isEcho: true, isReminder: true },
    { ...message("note", ""), isNote: true, usage: { model: "m" } },
    {
      ...message("prompt", "do it"),
      isPrompt: true,
      turnId: "t",
      channel: "c",
      toolName: "n",
      toolUseId: "u",
      isError: true,
    },
    message("long", "one line of it é\n".repeat(400)),
    message("empty", ""),
    message("long again", "another line of it\n".repeat(400)),
  ],
};

/** What an entry says; what it does not say, it may leave out or say that it does not. */
const definedFields = (entry: Entry) => Object.fromEntries(Object.entries(entry).filter(([, value]) => value));

test("H4: a batch that goes from one thread to the other arrives as it was", () => {
  const preparation = new Preparation();
  const entries = batch.entries.flatMap((entry) => preparation.prepare(entry) ?? []);
  const ready: Batch = { ...batch, entries };
  const sent = structuredClone(packBatch(ready));
  const arrived = unpackBatch(sent);
  expect(arrived.entries.map((entry) => entry.content)).toEqual(entries.map(({ content }) => content));
  expect(arrived.entries.map(definedFields)).toEqual(entries.map(definedFields));
  expect({ ...arrived, entries }).toEqual(ready);
});
