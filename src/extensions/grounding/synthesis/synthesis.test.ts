import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { Stage } from "../../../engine.test-kit.ts";
import type { ProjectLocation } from "../../../project-files/index.ts";
import { scratchFolder } from "../../../scratch.test-kit.ts";
import { PROJECT_ROOT } from "../../ledgers/index.ts";
import { GroundingExtension } from "../index.ts";
import { Synthesis } from "./synthesis.ts";

let stage: Stage;
let project: string;
let location: ProjectLocation;

async function open(enforcement: "strict" | "warn" | "disabled"): Promise<void> {
  const folder = scratchFolder();
  project = join(folder, "project");
  mkdirSync(join(project, ".git"), { recursive: true });
  mkdirSync(join(project, "src"));
  writeFileSync(join(project, "src", "auth.ts"), "import x\nexport function rotate() {\n  return 1;\n}\n");
  stage = await Stage.open({ home: join(folder, "home"), config: { grounding: { enforcement } } });
  onTestFinished(() => stage.engine.close());
  location = await stage.engine.ledger.at(project);
}
beforeEach(() => open("strict"));

const real = {
  type: "citation",
  path: `${PROJECT_ROOT}/src/auth.ts`,
  line: 2,
  quote: "export function  rotate()",
} as const;
const invented = { ...real, quote: "export function spin()" } as const;
const cite = (basis: Parameters<Stage["engine"]["grounding"]["cite"]>[2]) =>
  stage.engine.grounding.cite(location, "It rotates", basis);
const states = async (mode: "clear" | "compact" = "clear") =>
  (await stage.engine.extension(GroundingExtension).synthesis.run(location, mode)).steps.map(({ state }) => state);
const phases = async (...wanted: string[]) =>
  stage.engine.ledger.trajectory.entries({ project: location.project, phases: wanted });

describe("G1: a claim is grounded when its quote is really there", () => {
  test.each([
    ["at its line, white space folded", real, true, null],
    ["elsewhere in the file by now", { ...real, line: 1 }, true, "moved to line 2"],
    ["nowhere", invented, false, expect.stringContaining("quote not found")],
    [
      "in a file outside the project",
      { ...real, path: "../secrets.ts" },
      false,
      expect.stringContaining("outside the project"),
    ],
    ["in a file that is gone", { ...real, path: "src/gone.ts" }, false, expect.stringContaining("missing")],
  ])("%s", async (_where, basis, grounded, why) => {
    expect(await cite(basis)).toEqual({ claim: "It rotates", grounded, why, behind: [] });
  });

  test("assumptions count against it, no claims at all pass and say so, and equal is enough", async () => {
    expect(await stage.engine.grounding.check(location)).toMatchObject({
      status: "pass",
      message: "no claims recorded",
    });
    for (let n = 0; n < 19; n++) await cite(real);
    expect(await stage.engine.grounding.check(location)).toMatchObject({ ratio: 1, status: "pass" });
    await cite({ type: "assumption" });
    expect(await stage.engine.grounding.check(location)).toMatchObject({ ratio: 0.95, assumptions: 1, status: "pass" });
    await cite({ type: "assumption" });
    expect(await stage.engine.grounding.check(location)).toMatchObject({ status: "fail", ungrounded: [{}, {}] });
  });

  test("one whose quote has moved is grounded, and reported as moved", async () => {
    await cite(real);
    await cite({ ...real, line: 99 });
    expect(await stage.engine.grounding.check(location)).toMatchObject({
      ...{ grounded: 2, ungrounded: [], moved: [{ claim: "It rotates", why: "moved to line 2" }] },
    });
  });

  test("a decision claims its evidence, until it is handed on or taken back", async () => {
    const decide = (decision: string, quote: string) =>
      stage.engine.ledger.decide(location, {
        ...{ decision, rationale: "Safer", alternatives: [], testScenarios: [], task: undefined, session: undefined },
        evidence: [{ path: real.path, line: 2, quote }],
      });
    await decide("Rotate", real.quote);
    expect(await stage.engine.grounding.check(location)).toMatchObject({ total: 1, grounded: 1, status: "pass" });
    await decide("Spin", invented.quote);
    expect(await stage.engine.grounding.check(location)).toMatchObject({
      ...{ total: 2, status: "fail", ungrounded: [{ claim: "Spin", why: expect.stringContaining("quote not found") }] },
    });
    expect((await states())[0]).toBe("failed");
    stage.clock.advance(1000);
    await stage.engine.grounding.retract(location, "Spin");
    expect((await states())[0]).toBe("passed");
    stage.clock.advance(1000);
    expect(await stage.engine.grounding.check(location)).toMatchObject({ total: 0, status: "pass" });
  });

  test("what another program wrote into the layout's trajectory counts like our own, once", async () => {
    const trajectory = join(project, ".throughline", "trajectory");
    mkdirSync(trajectory, { recursive: true });
    const line = (fields: object) => `${JSON.stringify({ phase: "cite", ...fields })}\n`;
    writeFileSync(
      join(trajectory, "other-2024-01-01.jsonl"),
      [
        ...[line({ claim: "before", grounding: "assumption" }), line({ phase: "session_handoff" })],
        ...[line({ claim: "guess", grounding: "assumption" }), line({ claim: "asked", grounding: "user_input" })],
        line({ claim: "seen", grounding: "citation", path: "src/auth.ts", line: 2, quote: "function rotate()" }),
        ...["half a li", "\n"],
      ].join(""),
    );
    await cite(real);
    expect(await stage.engine.grounding.check(location)).toMatchObject({
      ...{ total: 4, grounded: 3, assumptions: 1, ungrounded: [{ claim: "guess" }], status: "fail" },
    });
    expect((await stage.engine.grounding.drift(location)).map(({ claim }) => claim)).toEqual(["It rotates", "seen"]);
    await stage.engine.grounding.retract(location, "guess");
    expect(await stage.engine.grounding.check(location)).toMatchObject({ total: 3, status: "pass" });
  });

  test("a quote of the user must be in the session", async () => {
    await stage.prompt("s1", "Please use rotating tokens, always.");
    await stage.engine.hooks.idle();
    const [session] = await stage.store.sessions.list({ limit: 1 });
    const citeUser = (quote: string) =>
      stage.engine.grounding.cite(location, "c", { type: "user_input", quote }, session);
    expect(await citeUser("use rotating  tokens")).toMatchObject({ grounded: true });
    expect(await citeUser("use no tokens")).toMatchObject({
      grounded: false,
      why: expect.stringContaining("did not say so"),
    });
  });
});

describe("G3: the checkpoint before a context is cleared", () => {
  test("does its seven steps, each leaving its trace, and permits it", async () => {
    await stage.engine.ledger.tasks.add(location, { title: "Auth", nextSteps: ["Go on"] });
    await stage.engine.ledger.tasks.update(location, "auth", { status: "in_progress" });
    await cite(real);
    const { steps, permitted } = await stage.engine.extension(GroundingExtension).synthesis.run(location, "clear");
    expect(steps.map(({ title, state }) => `${title}: ${state}`)).toEqual([
      "Grounding Verification: passed",
      "Negative Grounding: passed",
      "Update Decision Log: done",
      "Update Task: done",
      "Log Session Handoff: done",
      "Decay Raw Output: done",
      "Verify Test Scenarios: warning",
    ]);
    expect(permitted).toBe(true);
    expect(await phases("grounding_check", "session_handoff")).toMatchObject([
      { phase: "grounding_check", grounding_ratio: 1, status: "pass" },
      { phase: "session_handoff", checkpoint_status: "complete", task: "auth" },
    ]);
    expect((await stage.engine.ledger.tasks.show(location, "auth")).handoffs).toMatchObject([{ groundingRatio: 1 }]);
    expect(readFileSync(join(project, ".throughline", "NOTES.md"), "utf8")).toContain("**Current Task**: auth (Auth)");
  });

  test("strict: an invented quote rejects it, says what is missing, is logged as failed, and stays to be proved", async () => {
    await cite(invented);
    for (let n = 0; n < 2; n++) {
      const { permitted, missing } = await stage.engine.extension(GroundingExtension).synthesis.run(location, "clear");
      expect({ permitted, missing }).toEqual({
        permitted: false,
        missing: [expect.stringContaining("quote not found")],
      });
    }
    expect(await phases("session_handoff")).toMatchObject([
      { checkpoint_status: "failed" },
      { checkpoint_status: "failed" },
    ]);
    writeFileSync(join(project, "src", "auth.ts"), "export function spin() {}\n");
    expect(await stage.engine.extension(GroundingExtension).synthesis.run(location, "clear")).toMatchObject({
      permitted: true,
    });
  });

  test("strict: a claim that is taken back is on record and rejects nothing", async () => {
    await cite(invented);
    await expect(stage.engine.grounding.retract(location, "Another")).rejects.toThrow(/there is no claim/);
    await stage.engine.grounding.retract(location, "It rotates");
    expect(await stage.engine.grounding.check(location)).toMatchObject({ total: 0, status: "pass" });
    expect(await stage.engine.extension(GroundingExtension).synthesis.run(location, "clear")).toMatchObject({
      permitted: true,
    });
    expect(await phases("cite", "grounding_check")).toMatchObject([
      { claim: "It rotates" },
      { retracted_claim: "It rotates" },
      {},
    ]);
  });

  test("strict: an exact thing that is only promised rejects it; a feature in prose never does", async () => {
    const prose = "# App\n\n## Features\n\n- Exports the timeline as PDF\n";
    const promise = `${prose}\n## Options\n\n- \`--alpha\`\n- \`--beta\`\n- \`--frobnicate\`\n`;
    const code = "export const options = { alpha: 1, beta: 2 };\n";
    writeFileSync(join(project, "options.ts"), code);
    writeFileSync(join(project, "README.md"), prose);
    expect((await states()).slice(0, 2)).toEqual(["passed", "passed"]);
    const often = `${promise}\n- \`--frobnicate\` once more\n- and \`--frobnicate\`\n`;
    writeFileSync(join(project, "README.md"), often);
    expect((await states()).slice(0, 2)).toEqual(["passed", "warning"]);
    writeFileSync(join(project, "README.md"), promise);
    expect((await states()).slice(0, 2)).toEqual(["passed", "failed"]);
    expect(await phases("negative_grounding")).toMatchObject([{ status: "high_ambiguity" }, { status: "unverified" }]);
    await open("warn");
    writeFileSync(join(project, "options.ts"), code);
    writeFileSync(join(project, "README.md"), promise);
    await cite(invented);
    expect((await states()).slice(0, 2)).toEqual(["warning", "warning"]);
    expect(await stage.engine.extension(GroundingExtension).synthesis.run(location, "clear")).toMatchObject({
      permitted: true,
    });
    await open("disabled");
    await cite(invented);
    expect((await states()).slice(0, 2)).toEqual(["skipped", "skipped"]);
  });

  test("a check that cannot run rejects it, also where enforcement is warn", async () => {
    await open("warn");
    const { services, ledger, grounding } = stage.engine;
    const ghosts = { find: () => Promise.reject(new Error("the disk is gone")) };
    const report = await new Synthesis(services, { ledger, grounding, ghosts }).run(location, "clear");
    expect(report).toMatchObject({ permitted: false, missing: [expect.stringContaining("the disk is gone")] });
  });

  test("files that were worked with become places to look at, those that are still there", async () => {
    const use = (name: string, input: object) =>
      stage.hook("post-tool-use", "s1", {
        ...{ hook_event_name: "PostToolUse", tool_name: name, tool_input: input, tool_response: "ok" },
        ...{ tool_use_id: JSON.stringify(input), cwd: project },
      });
    await use("Edit", { file_path: join(project, "src", "auth.ts"), old_string: "a", new_string: "b" });
    await use("Read", { file_path: join(project, "src", "gone.ts") });
    await stage.engine.hooks.idle();
    const [session] = await stage.store.sessions.list({ limit: 1 });
    await stage.engine.extension(GroundingExtension).synthesis.run(location, "clear", session);
    const notes = readFileSync(join(project, ".throughline", "NOTES.md"), "utf8");
    expect(notes).toContain(`| ${PROJECT_ROOT}/src/auth.ts`);
    expect(notes).not.toContain("gone.ts");
  });
});

test("G3: a compaction that is held up is logged as failed", async () => {
  await stage.prompt("s1", "Go on.");
  await stage.engine.hooks.idle();
  const [session] = await stage.store.sessions.list({ limit: 1 });
  if (!session) throw new Error("no session");
  expect(await stage.engine.extension(GroundingExtension).synthesis.objection(session)).toBeUndefined();
  const own = await stage.engine.ledger.at(session.project ?? "");
  await stage.engine.grounding.cite(own, "It spins", invented, session);
  expect(await stage.engine.extension(GroundingExtension).synthesis.objection(session)).toContain("It spins");
  expect(await stage.engine.ledger.trajectory.entries({ project: own.project, phases: ["compaction"] })).toMatchObject([
    { trigger: "manual", checkpoint_status: "failed", steps: ["Grounding Verification: failed"], session_id: "s1" },
  ]);
});

test("G4: before a compaction three steps do", async () => {
  expect(await states("compact")).toEqual(["done", "skipped", "skipped"]);
  expect(await phases("compaction")).toHaveLength(1);
  rmSync(project, { recursive: true });
  expect(
    (await stage.engine.extension(GroundingExtension).synthesis.run(await stage.engine.ledger.at(project), "compact"))
      .permitted,
  ).toBe(true);
});
