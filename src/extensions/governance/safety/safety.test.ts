import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { GovernanceExtension } from "../index.ts";
import { Governed } from "../stage.test-kit.ts";
import { refusing, working } from "../talk.test-kit.ts";
import { safetySamples } from "./samples.ts";

const WRITE = ["Write", { file_path: "/a.txt", content: "x" }] as const;

const STATE = {
  ...{ gate: "G4", step: 1, type: "explicit", summary: "half done", nextSteps: [], canResume: true },
  ...{
    resumeInstructions: "",
    state: { filesChanged: [], tests: { passing: 0, failing: 0, pending: 0 }, decisions: [] },
  },
};

const lines = (path: string) =>
  readFileSync(path, "utf8")
    .trim()
    .split("\n")
    .map((line): Record<string, unknown> => JSON.parse(line));

test("V7: each checkpoint of a session with a task says what the probe measured", async () => {
  const governed = await Governed.open();
  await governed.says(...working(8));
  const { engine, store } = governed.stage;
  const write = async () =>
    (await engine.checkpoints.write({ session: await governed.session(), trigger: "explicit", structured: STATE }))
      .structured;
  expect((await write())?.state.safetyMetrics).toEqual({
    ...{ refusalRateWindow: 0, baselineRefusalRate: 0, delta: 0, action: "none" },
  });
  await governed.says(...refusing(4));
  expect((await write())?.state.safetyMetrics).toEqual({
    ...{ refusalRateWindow: 0.667, baselineRefusalRate: 0, delta: 0.667, action: "degrade_to_sandbox" },
  });
  const newest = { newestFirst: true };
  const samples = await safetySamples(store).list({ sessionId: (await governed.session()).id }, newest);
  expect(samples.map(({ delta, occasion }) => [delta, occasion])).toEqual([
    [0.667, "explicit"],
    [0, "explicit"],
  ]);
  expect((await engine.checkpoints.verify(await governed.session())).ok).toBe(true);
});

test("V7: a session that drifts goes on in a sandbox, which a restart and a resume do not end, and a person does", async () => {
  const before = await Governed.open();
  expect(await before.asks(...WRITE)).toBeUndefined();
  await before.says(...working(8), ...refusing(4));
  await before.checkpoint();
  expect(await before.asks(...WRITE)).toMatch(
    /in a sandbox.*may only read \(it refuses more often than before \(delta 0\.667\)\).*Write was not run.*throughline sandbox lift$/,
  );
  const governed = await before.reopened();
  await governed.hook("session-start", { source: "resume" });
  expect(await governed.asks(...WRITE)).toContain("in a sandbox");
  expect(await governed.asks("Bash", { command: "echo x > a" })).toContain("in a sandbox");
  expect(await governed.asks("Write", {}, { agent_id: "sub-1" })).toContain("in a sandbox");
  expect(await governed.asks("Bash", { command: "git status | head" })).toBeUndefined();
  expect(await governed.asks("mcp__throughline__recall", { query: "x" })).toBeUndefined();
  await governed.stage.engine
    .extension(GovernanceExtension)
    .safety.sandbox.lift(await governed.session(), "I have looked at it");
  expect(await governed.asks(...WRITE)).toBeUndefined();
  // The same words do not send it back.
  await governed.checkpoint();
  expect(await governed.asks(...WRITE)).toBeUndefined();
  expect(await governed.incidents()).toEqual(["sandbox_entered", "sandbox_lifted"]);
  const session = await governed.session();
  await expect(
    governed.stage.engine.extension(GovernanceExtension).safety.sandbox.lift(session, "again"),
  ).rejects.toThrow("in no sandbox");
});

test("V7: what happens in a sandbox is logged in the folder of the task, and the manifest of the run names the log", async () => {
  const governed = await Governed.open();
  const { engine } = governed.stage;
  await engine
    .extension(GovernanceExtension)
    .safety.sandbox.enter(await governed.session(), "person", "ghp_aB3dE5fG7hJ9kL1mN3pQ5rS7tU9vW1xY3zA5 looked odd");
  await governed.asks(...WRITE);
  await governed.asks("Bash", { command: "ls" }, { agent_id: "sub-1" });
  await engine.extension(GovernanceExtension).safety.sandbox.lift(await governed.session(), "fine");
  await engine.extension(GovernanceExtension).safety.idle();
  const log = join(governed.taskFolder, "logs", "long-context", "one.jsonl");
  expect(lines(log)).toMatchObject([
    { event: "entered", session_id: (await governed.session()).id, cause: "person", resumes_from: null },
    { event: "call", tool: "Write", decision: "denied" },
    { event: "call", tool: "Bash", decision: "allowed", agent_id: "sub-1" },
    { event: "lifted", reason: "fine" },
  ]);
  expect(readFileSync(log, "utf8")).not.toContain("ghp_aB3");
  const manifest = JSON.parse(readFileSync(join(governed.taskFolder, "json", "run-manifest.json"), "utf8"));
  expect(manifest).toMatchObject({
    task: "count-otters",
    long_context_runs: [
      { session_id: (await governed.session()).id, log: "logs/long-context/one.jsonl", lifted_at: expect.any(String) },
    ],
  });
});

test("V7: the sandbox goes on from the last checkpoint before the drift, and says so to the agent and in its log", async () => {
  const governed = await Governed.open();
  await governed.prompt("Count the otters.");
  await governed.says(...working(8));
  const good = await governed.checkpoint();
  await governed.says(...refusing(4));
  governed.stage.clock.advance(1000);
  const drifted = await governed.checkpoint();
  const told = [
    await governed.asks(...WRITE),
    (await governed.hook("session-start", { source: "resume" })).answer.inject,
  ];
  for (const text of told) {
    expect(text).toContain(`Continue from checkpoint ${good.id}`);
    expect(text).not.toContain(`from checkpoint ${drifted.id}`);
  }
  await governed.stage.engine.extension(GovernanceExtension).safety.idle();
  const folder = governed.taskFolder;
  expect(lines(join(folder, "logs/long-context/one.jsonl"))[0]).toMatchObject({ resumes_from: good.id });
  const manifest = JSON.parse(readFileSync(join(folder, "json/run-manifest.json"), "utf8"));
  expect(manifest.long_context_runs).toMatchObject([{ resumes_from: good.id }]);
});

test("V7: severity alone is enough", async () => {
  const governed = await Governed.open();
  await governed.prompt("Tidy up the build folder.");
  await governed.runs("rm -rf ~", "");
  await governed.checkpoint();
  expect(await governed.asks(...WRITE)).toContain("severity high, destructive command: removes everything");
});

test("V7: a session without a task is measured only when somebody asks, and is never held up", async () => {
  const plain = await Governed.open({}, { task: null });
  await plain.says(...working(8), ...refusing(8));
  const checkpoint = await plain.checkpoint();
  const { engine } = plain.stage;
  expect(checkpoint.structured).toBeNull();
  expect(await safetySamples(plain.stage.store).list({ sessionId: checkpoint.sessionId })).toEqual([]);
  const reading = await engine.extension(GovernanceExtension).safety.sample(await plain.session(), "asked");
  expect(reading.action).toBe("degrade_to_sandbox");
  expect(await plain.asks(...WRITE)).toBeUndefined();
  expect(existsSync(join(plain.project, ".throughline"))).toBe(false);
});

test("V7: switched off, nothing is measured", async () => {
  const governed = await Governed.open({ config: { safety: { enabled: false } } });
  await governed.says(...working(8), ...refusing(8));
  const { sessionId } = await governed.checkpoint();
  expect(await safetySamples(governed.stage.store).list({ sessionId })).toEqual([]);
  expect(await governed.asks(...WRITE)).toBeUndefined();
});

test("V7: a session that goes on with the context of one in a sandbox is in it, one that was cleared is not", async () => {
  const governed = await Governed.open();
  const { engine, store } = governed.stage;
  const parent = await governed.session();
  await engine.extension(GovernanceExtension).safety.sandbox.enter(parent, "person", "odd");
  const child = async (key: string, lineage: string) => {
    await governed.stage.hook("session-start", key, { cwd: governed.project, source: "startup" });
    const { id } = await governed.stage.session(key);
    await store.sessions.change(id, { parentId: parent.id, lineage });
    const call = { cwd: governed.project, tool_name: "Write", tool_input: {}, tool_use_id: `call-${key}` };
    return (await governed.stage.hook("pre-tool-use", key, call)).answer.block;
  };
  expect(await child("forked", "fork")).toContain("it continues session");
  expect(await child("cleared", "clear")).toBeUndefined();
  await engine.extension(GovernanceExtension).safety.sandbox.lift(await governed.stage.session("forked"), "fine");
  const again = { cwd: governed.project, tool_name: "Write", tool_input: {}, tool_use_id: "again" };
  expect((await governed.stage.hook("pre-tool-use", "forked", again)).answer.block).toBeUndefined();
});

test("V7: the check at a tool is a look into memory", async () => {
  const governed = await Governed.open();
  const session = await governed.session();
  const { services } = governed.stage.engine;
  const { safety } = governed.stage.engine.extension(GovernanceExtension);
  const objection = (name: string, input: unknown) => safety.sandbox.objection(session, { name, input }, undefined);
  await objection("Write", {});
  const asked = [vi.spyOn(services.store.documents, "list"), vi.spyOn(services.store.documents, "get")];
  expect(await objection("Write", {})).toBeUndefined();
  await safety.sandbox.enter(session, "person", "odd");
  expect(await objection("Bash", { command: "cat a | grep b && git log --oneline -5" })).toBeUndefined();
  expect(await objection("Write", {})).toContain("sandbox");
  for (const one of asked) expect(one).not.toHaveBeenCalled();
});
