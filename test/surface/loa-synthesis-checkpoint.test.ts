import { chmodSync, existsSync, rmSync } from "node:fs";
import { delimiter } from "node:path";
import { describe, expect, test } from "vitest";
import { cite, LoaProject } from "../support/loa/project.ts";

const STEPS = [
  "Step 1: Grounding Verification",
  "Step 2: Negative Grounding",
  "Step 3: Update Decision Log",
  "Step 4: Update Bead",
  "Step 5: Log Session Handoff",
  "Step 6: Decay Raw Output",
  "Step 7: Verify EDD",
];

const checkpoint = (project: LoaProject, ...args: string[]) => project.run(["synthesis-checkpoint", ...args]);

const PASSED = { code: 0, stdout: expect.stringMatching(/SYNTHESIS CHECKPOINT: PASSED\n\/clear is permitted\n$/) };
const FAILED = { code: 1, stdout: expect.stringMatching(/SYNTHESIS CHECKPOINT: FAILED\n\/clear is BLOCKED\n$/) };

/** The lines below a step's title. */
const step = (output: string, number: number): string => {
  const [from, to] = [STEPS[number - 1] ?? "", STEPS[number] ?? "\n===="];
  return output.slice(output.indexOf(from), output.lastIndexOf(to));
};

describe("G8: synthesis-checkpoint", () => {
  test("a session without claims passes; header and all steps are there, in order", () => {
    const project = new LoaProject();
    const answer = checkpoint(project, "test-agent", "2026-01-15");
    expect(answer).toMatchObject(PASSED);
    const places = [
      "SYNTHESIS CHECKPOINT",
      "Agent: test-agent",
      "Date: 2026-01-15",
      "Enforcement: warn",
      "Step 1: Grounding Verification",
      "Threshold: 0.95",
      "Status: PASSED",
      "Step 2: Negative Grounding",
      "Unverified ghosts: 0",
      "Step 3: Update Decision Log",
      "Decisions to sync: 0",
      "Step 4: Update Bead",
      "SKIPPED",
      "Step 5: Log Session Handoff",
      "Step 6: Decay Raw Output",
      "ADVISORY",
      "Step 7: Verify EDD",
      "Test scenarios documented: 0",
    ].map((text) => answer.stdout.indexOf(text));
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(places).not.toContain(-1);
  });

  test("the handoff goes to that agent's file of that day, as one line", () => {
    const project = new LoaProject();
    rmSync(project.path("grimoires"), { recursive: true });
    checkpoint(project, "my agent", "2026-01-15");
    expect(project.entries("my agent", "2026-01-15")).toEqual([
      {
        timestamp: expect.stringMatching(/^\d{4}-.*Z$/),
        phase: "session_handoff",
        agent: "my agent",
        grounding_ratio: 1,
        checkpoint_status: "complete",
      },
    ]);
  });

  test("low grounding warns by default, blocks where the project is strict, is not looked at where it is disabled", () => {
    const project = new LoaProject();
    project.log([cite("citation"), cite("assumption", { claim: "Perhaps OAuth" })]);
    const warned = checkpoint(project);
    expect(warned).toMatchObject(PASSED);
    expect(step(warned.stdout, 1)).toContain("WARNING");

    project.config("grounding:\n  enforcement: strict\n");
    const blocked = checkpoint(project);
    expect(blocked).toMatchObject(FAILED);
    expect(step(blocked.stdout, 1)).toContain("Perhaps OAuth");
    for (const title of STEPS) expect(blocked.stdout).toContain(title);
    expect(project.entries().at(-1)).toMatchObject({ grounding_ratio: 0.5, checkpoint_status: "blocked" });

    project.config("grounding_enforcement: disabled\ngrounding:\n  enforcement: strict\n");
    const skipped = checkpoint(project);
    expect(skipped).toMatchObject(PASSED);
    expect(step(skipped.stdout, 1)).toContain("SKIPPED (enforcement disabled)");
  });

  test.each([
    ["grounding: { threshold: 0.8 }", "Threshold: 0.80", 0],
    ["synthesis_checkpoint: { grounding_threshold: '0.8' }", "Threshold: 0.80", 0],
    ["grounding: { threshold: 0.9 }\nsynthesis_checkpoint: { grounding_threshold: 0.5 }", "Threshold: 0.90", 1],
    ["grounding: { threshold: 1.8 }", "Threshold: 0.95", 1],
  ])("the threshold is read from the settings: %j", (config, line, code) => {
    const project = new LoaProject();
    project.config(`${config}\ngrounding_enforcement: strict\n`);
    project.log([...Array(4).fill(cite("citation")), cite("assumption")]);
    const answer = checkpoint(project);
    expect(answer.stdout).toContain(line);
    expect(answer.code).toBe(code);
  });

  test.each(["negative_grounding", "ghost"])("ghosts of phase %s block in strict mode, ambiguous ones too", (phase) => {
    const project = new LoaProject();
    project.log([
      { phase, status: "unverified" },
      { phase, status: "verified" },
      { phase: "cite", status: "unverified", grounding: "citation" },
    ]);
    const warned = checkpoint(project);
    expect(warned).toMatchObject(PASSED);
    expect(step(warned.stdout, 2)).toMatch(/Unverified ghosts: 1\n[\s\S]*WARNING/);
    project.config("grounding_enforcement: strict\n");
    expect(checkpoint(project)).toMatchObject(FAILED);
    project.config("grounding_enforcement: strict\ngrounding: { negative: { enabled: false } }\n");
    expect(checkpoint(project)).toMatchObject(PASSED);

    const other = new LoaProject();
    other.config("grounding_enforcement: strict\n");
    other.log([{ phase, status: "high_ambiguity" }]);
    const ambiguous = checkpoint(other);
    expect(ambiguous).toMatchObject(FAILED);
    expect(step(ambiguous.stdout, 2)).toContain("Unverified ghosts: 0");
    expect(step(ambiguous.stdout, 2)).toContain("High ambiguity: 1");
  });

  test("decisions and test scenarios are counted; too few scenarios only warn", () => {
    const project = new LoaProject();
    project.config("grounding_enforcement: strict\n");
    project.log([cite("citation"), cite("citation"), { type: "test_scenario", name: "Happy path" }]);
    const few = checkpoint(project);
    expect(few).toMatchObject(PASSED);
    expect(few.stdout).toContain("Decisions to sync: 2");
    expect(step(few.stdout, 7)).toMatch(/Test scenarios documented: 1\n[\s\S]*WARNING/);
    project.log([{ type: "test_scenario" }, { type: "test_scenario" }]);
    expect(step(checkpoint(project).stdout, 7)).not.toContain("WARNING");
  });

  test("an installation that lost its grounding-check is broken, and nothing is cleared", () => {
    const project = new LoaProject();
    project.write(".claude/scripts/synthesis-checkpoint.sh", "#!/bin/sh\n");
    const expectBroken = (): void => {
      const { code, stdout } = checkpoint(project);
      expect(code).toBe(2);
      expect(step(stdout, 1)).toContain("ERROR");
      expect(stdout).toContain("SYNTHESIS CHECKPOINT: FAILED\n/clear is BLOCKED");
      for (const title of STEPS) expect(stdout).toContain(title);
    };
    expectBroken();
    const other = project.write(".claude/scripts/grounding-check.sh", "#!/bin/sh\n");
    chmodSync(other, 0o644);
    expectBroken();
    chmodSync(other, 0o755);
    expect(checkpoint(project)).toMatchObject(PASSED);
  });

  test("a check that cannot run fails closed", () => {
    const project = new LoaProject();
    project.write(`${project.trajectoryName()}/a-folder-in-the-files-place`, "");
    const { code, stdout } = checkpoint(project);
    expect(code).toBe(2);
    expect(stdout).toContain("/clear is BLOCKED");
  });

  test.each([["a/b"], ["..\\up"]])("the agent name %j is refused and nothing is cleared", (agent) => {
    const project = new LoaProject();
    const { code, stdout } = checkpoint(project, agent);
    expect({ code, stdout }).toEqual({ code: 2, stdout: expect.stringContaining("/clear is BLOCKED") });
    expect(checkpoint(project, "agent", "yesterday").code).toBe(2);
  });

  test("where br is installed and a bead is in work, the handoff is noted on it", () => {
    const project = new LoaProject();
    const br = project.write("bin/br", `#!/bin/sh\nprintf '%s|' "$@" > "${project.path("asked")}"\n`);
    chmodSync(br, 0o755);
    const PATH = `${project.path("bin")}${delimiter}${process.env.PATH}`;
    const run = () => project.run(["synthesis-checkpoint"], { PATH });
    expect(step(run().stdout, 4)).toContain("SKIPPED");
    expect(existsSync(project.path("asked"))).toBe(false);
    project.notes("## Session Continuity\n\n### Active Context\n- **Current Bead**: beads-x7y8 (refresh)\n");
    expect(step(run().stdout, 4)).toContain("beads-x7y8");
    expect(project.read("asked")).toMatch(/^comments\|add\|beads-x7y8\|HANDOFF:[\s\S]*Grounding ratio: 1\.00\|$/);
  });
});
