import { expect, test } from "vitest";
import { lastIncidents } from "../../../audit/index.ts";
import { GovernanceExtension } from "../index.ts";
import { Governed } from "../stage.test-kit.ts";

test("V7: a denial that came too late for its hook is an incident: once, however often the spool brings its call", async () => {
  const governed = await Governed.open();
  const { engine, clock, store } = governed.stage;
  await governed.prompt("Begin.");
  await engine.extension(GovernanceExtension).safety.sandbox.enter(await governed.session(), "person", "it looks odd");
  const call = (tool_name: string, tool_input: object, hookPid: string) => ({
    ...{ event: "pre-tool-use" as const, harness: "claude-code", runtime: "hooks", hookPid },
    body: JSON.stringify({ session_id: governed.key, cwd: governed.project, tool_name, tool_input }),
  });
  const writing = call("Write", { file_path: "a.txt", content: "a" }, "late");
  const reading = call("Read", { file_path: "a.txt" }, "late, too");
  expect((await engine.hooks.handle(writing)).answer.block).toContain("in a sandbox");
  await engine.hooks.handle(reading);
  const spooledAt = clock.now();
  clock.advance(1000);
  // Lifted since: it is judged as it stood then.
  await engine.extension(GovernanceExtension).safety.sandbox.lift(await governed.session(), "I have looked");
  clock.advance(1000);
  for (const again of [writing, reading, writing])
    expect(await engine.hooks.handle({ ...again, spooledAt })).toMatchObject({
      outcome: "duplicate",
      clientOutput: "",
    });
  await engine.hooks.handle({ ...call("Write", { file_path: "b.txt" }, "after"), spooledAt: clock.now() });
  const told = (await lastIncidents(store, 50)).filter(({ kind }) => kind === "went_unasked");
  expect(told).toMatchObject([{ detail: expect.stringMatching(/a call bypassed the check.*in a sandbox: Write/) }]);
});
