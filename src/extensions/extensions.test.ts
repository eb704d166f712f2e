import { pino } from "pino";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { ManualClock } from "../core/index.ts";
import { Stage } from "../engine.test-kit.ts";
import type { EngineExtension } from "../engine-extension.ts";
import { defineOperation, type Extension } from "../operation/index.ts";
import { operations } from "../operations/index.ts";
import type { SessionRecord } from "../store/index.ts";
import { type OpenOptions, openThroughline } from "../throughline.ts";
import { EXTENSIONS, governance, grounding, LedgersExtension, ledgers } from "./index.ts";

const RULE = "Always run the linter before you commit.";

/** A session that works, is compacted and ends; returns what the next one is given. */
async function workFor(stage: Stage): Promise<string> {
  await stage.start("one");
  await stage.prompt("one", RULE);
  const call = { tool_name: "Edit", tool_use_id: "t1", tool_input: { file_path: "/projects/alpha/src/a.ts" } };
  await stage.hook("pre-tool-use", "one", { hook_event_name: "PreToolUse", ...call });
  await stage.hook("post-tool-use", "one", { hook_event_name: "PostToolUse", ...call, tool_response: "ok" });
  await stage.hook("pre-compaction", "one", { hook_event_name: "PreCompact", trigger: "manual" });
  await stage.start("one", "compact");
  await stage.hook("turn-end", "one", { hook_event_name: "Stop" });
  await stage.pass(5000);
  await stage.end("one");
  await stage.engine.runDueWork();
  return stage.start("two");
}

describe("the engine runs without extensions", () => {
  const without: readonly (readonly [string, readonly Extension[]])[] = [
    ["all of them", EXTENSIONS],
    ["without governance", [ledgers, grounding]],
    ["without grounding", [ledgers, governance]],
    ["without ledgers, and what needs them", []],
  ];

  test.each(without)("K5: the next session is given the work: %s", async (_name, extensions) => {
    const stage = await Stage.open({ extensions });
    expect(await workFor(stage)).toContain(RULE);
    expect(await stage.triggers("one")).toContain("pre_compaction");
    await stage.engine.close();
  });

  test("one that is not there is named with what to do", async () => {
    const engine = await openThroughline({ store: "memory", config: {}, clock: new ManualClock(), extensions: [] });
    expect(() => engine.ledger).toThrow("this engine was opened without LedgersExtension");
    expect(engine.find(LedgersExtension)).toBeUndefined();
    await engine.close();
  });

  test("what it can be asked to do is its own and what its extensions bring", async () => {
    const namesWith = async (extensions: readonly Extension[]) => {
      const engine = await openThroughline({ store: "memory", config: {}, clock: new ManualClock(), extensions });
      const names = (await engine.operations()).map(({ name }) => name);
      await engine.close();
      return names;
    };
    const alone = await namesWith([]);
    expect(alone).toContain("recall");
    expect(alone).not.toContain("decide");
    expect(await namesWith([ledgers])).toEqual([...alone, ...(await ledgers.operations()).map(({ name }) => name)]);
    expect(await namesWith(EXTENSIONS)).toEqual(operations.map(({ name }) => name));
  });

  test("one that needs another is refused without it", async () => {
    const options: OpenOptions = { store: "memory", config: {}, extensions: [grounding] };
    await expect(openThroughline(options)).rejects.toThrow("this engine was opened without LedgersExtension");
  });
});

test("an extension of somebody else adds its lines to a start, its work to an end and its operations", async () => {
  const ended: string[] = [];
  class Standup implements EngineExtension {
    readonly name = "standup";
    readonly recoverySections = [async (folder: string) => `Stand-up notes of ${folder}: none yet.`];
    readonly interceptors = [{ name: "standup", order: 100, atEnd: async (one: SessionRecord) => ended.push(one.key) }];
  }
  const notes = defineOperation({
    ...{ name: "standup.notes", summary: "show notes", scope: "read", http: { method: "get", path: "/api/standup" } },
    ...{ input: z.strictObject({}), output: z.object({ notes: z.number() }) },
    run: async (engine) => ({ notes: engine.find(Standup) ? 0 : 1 }),
  });
  const standup: Extension = { kind: Standup, operations: async () => [notes] };
  const stage = await Stage.open({ extensions: [standup] });
  expect(await workFor(stage)).toContain("Stand-up notes of /projects/alpha: none yet.");
  expect(ended).toEqual(["one"]);
  expect((await stage.engine.operations()).map(({ name }) => name)).toContain("standup.notes");
  await stage.engine.close();
});

describe("an extension that is switched off", () => {
  test("does nothing automatically, and its commands still work", async () => {
    const stage = await Stage.open({ config: { extensions: { ledgers: false, governance: false } } });
    const { engine } = stage;
    const content = { decision: "Use SQLite, not Redis.", rationale: "", alternatives: ["Redis"] };
    const location = await engine.services.locationOf("/projects/alpha");
    await engine.ledger.decide(location, { ...content, evidence: [], testScenarios: [] });
    expect(await workFor(stage)).toContain(RULE);
    const entries = await engine.ledger.trajectory.entries({ project: location.project, phases: ["delta_sync"] });
    expect(entries).toEqual([]);
    expect(await engine.ledger.decided(location)).toMatchObject([{ decision: "Use SQLite, not Redis." }]);
    await engine.close();
  });
});

test("the texts of an extension that have no place in an answer are warned of, with the names that have one", async () => {
  const warnings: string[] = [];
  const log = pino(
    { level: "warn" },
    { write: (line) => warnings.push(z.object({ msg: z.string() }).parse(JSON.parse(line)).msg) },
  );
  class Standup {
    readonly name = "standup";
    readonly interceptors = [
      { name: "standup", order: 100, speakers: [{ name: "standup", speak: async () => ({ text: "x" }) }] },
    ];
  }
  // As a program without types would pass it.
  const extensions = JSON.parse("[]");
  extensions.push({ kind: Standup, operations: async () => [] });
  const stage = await Stage.open({ extensions, log });
  expect(await stage.start("one")).toBe("");
  expect(warnings).toEqual([expect.stringMatching(/"standup" are never given to an agent: .*reminder, notice/)]);
  await stage.engine.close();
});
