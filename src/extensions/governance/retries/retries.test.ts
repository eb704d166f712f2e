import { expect, test } from "vitest";
import { GovernanceExtension } from "../index.ts";
import { Governed } from "../stage.test-kit.ts";

const FAILED = "Exit code 1\nAssertionError: expected 1 to be 2\nTests  1 failed (3)";
const MINUTE = 60_000;

const failing = async (governed: Governed) =>
  governed.stage.engine.extension(GovernanceExtension).retries.failing(await governed.session());
const fixers = async (governed: Governed) =>
  governed.stage.engine.extension(GovernanceExtension).retries.fixers((await governed.session()).id);

test("V4: the agent is given a strategy at the second failure of a step, a fixer's brief at the third, nothing at others", async () => {
  const governed = await Governed.open();
  expect(await governed.runs("npm test", FAILED, { fails: true })).toBe("");
  expect(await governed.runs("npm test 2>&1 | tail -20", FAILED)).toMatch(
    /^<throughline-context>\n“npm test” has failed 2 times in a row \(test failure\)\. Find out why the test fails, fix the cause, then run the step again\.\n<\/throughline-context>$/,
  );
  const told = await governed.runs("cd /x && npm test", FAILED, { fails: true });
  const [fixer] = await fixers(governed);
  expect(told).toContain(`throughline fixer show ${fixer?.id}`);
  expect(fixer).toMatchObject({ step: "npm test", kind: "test", failures: 3, closedAt: null });
  expect(Date.parse(fixer?.deadlineAt ?? "") - Date.parse(fixer?.openedAt ?? "")).toBe(10 * MINUTE);
  for (const part of [
    "Permissions: read only",
    "`cd /x && npm test`",
    "AssertionError: expected 1 to be 2",
    "count-otters",
  ])
    expect(fixer?.brief).toContain(part);
  expect(await governed.runs("npm test", FAILED, { fails: true })).toBe("");
  expect(await fixers(governed)).toHaveLength(1);
  expect(await governed.incidents()).toEqual(["fixer_opened"]);
});

test("V4: a fixer that nobody closes becomes an escalation after ten minutes, and the step is a person's", async () => {
  const governed = await Governed.open();
  for (let n = 0; n < 3; n++) await governed.runs("npm test", FAILED, { fails: true });
  const { engine, clock } = governed.stage;
  clock.advance(10 * MINUTE - 1);
  await engine.extension(GovernanceExtension).retries.sweep();
  expect(await fixers(governed)).toMatchObject([{ outcome: null }]);
  clock.advance(1);
  // Its client is gone meanwhile, which is an incident of its own.
  await engine.runDueWork();
  expect(await fixers(governed)).toMatchObject([
    { outcome: "escalate", note: "ten minutes passed without an outcome" },
  ]);
  expect(await governed.incidents()).toEqual(["fixer_opened", "session_interrupted", "fixer_escalated"]);
  expect(await failing(governed)).toMatchObject([
    { kind: "persistent", strategy: expect.stringContaining("a person") },
  ]);
  const [fixer] = await fixers(governed);
  if (fixer)
    await expect(engine.extension(GovernanceExtension).retries.close(fixer.id, "fix", "late")).rejects.toThrow(
      "closed before",
    );
});

test("V4: success resets the count and ends the fixer; a fix resets it, too", async () => {
  const governed = await Governed.open();
  for (let n = 0; n < 3; n++) await governed.runs("npm test", FAILED, { fails: true });
  await governed.runs("npm test", "Tests  3 passed (3)");
  expect(await fixers(governed)).toMatchObject([{ outcome: "fix", note: "the step succeeded" }]);
  expect(await failing(governed)).toEqual([]);
  expect(await governed.runs("npm test", FAILED, { fails: true })).toBe("");
  expect(await governed.runs("npm test", FAILED, { fails: true })).toContain("failed 2 times");
  expect(await governed.runs("npm test", FAILED, { fails: true })).toContain("fixer show");
  const [fixer] = await fixers(governed);
  governed.stage.clock.advance(1);
  if (fixer)
    await governed.stage.engine.extension(GovernanceExtension).retries.close(fixer.id, "fix", "the mock was stale");
  expect(await failing(governed)).toEqual([]);
  expect(await governed.runs("npm test", FAILED, { fails: true })).toBe("");
  expect(await failing(governed)).toMatchObject([{ failures: 1 }]);
});

test("V4: each kind of failure has its strategy; a logical one goes back to the last checkpoint before it", async () => {
  const governed = await Governed.open();
  governed.stage.clock.advance(1000);
  const { id } = await governed.checkpoint();
  await governed.runs("npx tsc", "Exit code 2\nsrc/a.ts(3,5): error TS2304: Cannot find name 'foo'.", { fails: true });
  await governed.checkpoint();
  await governed.runs("npm ci", "npm error code ECONNRESET", { fails: true });
  await governed.runs("docker build .", "no space left on device", { fails: true });
  await governed.runs("git push", "Permission denied (publickey).", { fails: true });
  expect((await failing(governed)).map(({ kind, strategy }) => [kind, strategy])).toEqual([
    ["logic", `Roll back to checkpoint ${id} (throughline checkpoint show ${id}) and plan again.`],
    ["transient", "Run the same step again: attempt 2 of 3."],
    ["resource", "Wait, free or raise what ran out (disk, memory, quota), then run the step again."],
    ["persistent", "Stop trying: a person has to look at this."],
  ]);
  for (let n = 0; n < 2; n++) await governed.runs("npm ci", "npm error code ECONNRESET", { fails: true });
  expect((await failing(governed)).at(-1)).toMatchObject({ kind: "persistent", failures: 3 });
});

test("V4: a session without a task gets no advice about failing steps", async () => {
  const plain = await Governed.open({}, { task: null });
  for (let n = 0; n < 4; n++) expect(await plain.runs("npm test", FAILED, { fails: true })).toBe("");
  expect(await fixers(plain)).toEqual([]);
});

test("V4: secrets in a step's output do not reach the brief", async () => {
  const governed = await Governed.open();
  const output = "Exit code 1\nerror: bad token ghp_aB3dE5fG7hJ9kL1mN3pQ5rS7tU9vW1xY3zA5";
  for (let n = 0; n < 3; n++) await governed.runs("make deploy", output, { fails: true });
  const [fixer] = await fixers(governed);
  expect(fixer?.brief).toContain("[REDACTED]");
  expect(fixer?.brief).not.toContain("ghp_aB3");
});
