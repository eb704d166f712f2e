import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { GovernedProject } from "../support/product/governed-project.ts";

let project: GovernedProject;
beforeEach(async () => {
  project = await GovernedProject.open();
});
afterEach(() => project.product.dispose());

const LOG = "logs/session-continuity.log";

describe("V1: the startup ritual", () => {
  test("V5: does its steps in order, runs the smoke command, and leaves the lines of seed 003", async () => {
    project.smokeIs("echo all is well");
    await project.newTask({ nextSteps: ["Write the rotation"] });
    const shown = await project.cli("sessions", "start", "--task", "auth", "--goal", "Rotate on use", "--json");
    expect(shown.code).toBe(0);
    const { session, steps, smoke } = answer.parse(JSON.parse(shown.stdout));
    expect(steps.map(({ step }) => step)).toEqual([
      ...["recall_context", "read_progress", "check_status", "review_history", "health_check", "announce_goal"],
    ]);
    expect(smoke).toBe("passed");
    const lines = project.read(LOG).trim().split("\n");
    const said = lines.map((line) => line.replace(/^\S+ /, ""));
    expect(said).toEqual([
      `[throughline] Session start: ${session.id} resuming from none`,
      "[throughline] Health check: pass",
      "[throughline] Session starting: Rotate on use",
    ]);
    const log = readFileSync(project.product.home.log, "utf8");
    for (const line of said) expect(log).toContain(`"msg":${JSON.stringify(line)}`);
  });

  test("of a task that nobody knows, or from a gate that was not reached, is refused, and nothing begins", async () => {
    await project.newTask();
    const unknown = await project.cli("sessions", "start", "--task", "nope");
    expect(unknown).toMatchObject({ code: 1, stderr: expect.stringMatching(/no task "nope"[\s\S]*task new/) });
    const early = await project.cli("sessions", "start", "--task", "auth", "--from-gate", "G4");
    const why = /no checkpoint of G3 \(Scaffold\)[\s\S]*Passed so far: none/;
    expect(early).toMatchObject({ code: 1, stderr: expect.stringMatching(why) });
    expect((await project.cli("sessions", "start", "--task", "auth", "--from-gate", "G11")).code).toBe(2);
    expect((await project.product.api("GET", "/api/sessions?task=auth")).body).toEqual([]);
  });

  test("keeps a session from new work while the smoke command fails, until it passes or is overridden", async () => {
    await project.newTask();
    project.put(".agentic-governance/config.json", JSON.stringify({ smokeCommand: "cat healthy" }));
    const { session, smoke } = await project.start();
    expect(smoke).toBe("failed");
    expect(project.read(LOG)).toContain("[throughline] Health check: fail");
    expect(project.read(LOG)).not.toContain("Session starting");
    const noted = { kind: "smoke_failed", detail: expect.stringMatching(/^P0: .*cat healthy[\s\S]*No such file/) };
    expect(await project.incidents()).toMatchObject([noted]);
    expect(await project.gate("G0", session.id)).toMatch(/while the smoke command fails[\s\S]*--override/);
    project.put("healthy", "yes\n");
    expect((await project.product.cli(["sessions", "smoke", session.id])).code).toBe(0);
    expect(project.read(LOG)).toMatch(/Health check: fail[\s\S]*Health check: pass[\s\S]*Session starting: /);
    expect(await project.gate("G0", session.id)).toBe("");
    const early = await project.product.api("POST", `/api/sessions/${session.id}/smoke`, { override: "no need" });
    expect(early.status).toBe(409);
    rmSync(join(project.folder, "healthy"));
    expect((await project.product.cli(["sessions", "smoke", session.id])).code).toBe(1);
    const override = ["sessions", "smoke", session.id, "--override", "the disk is being replaced"];
    expect((await project.product.cli(override)).code).toBe(0);
    expect((await project.incidents())[0]).toMatchObject({
      kind: "smoke_overridden",
      detail: expect.stringContaining("the disk is being replaced"),
    });
  });

  test("ends a smoke command that runs too long, with all that it started", async () => {
    const command = "sleep 600 & echo $! > child; sleep 600";
    project.put("throughline.yaml", `governance: { smokeCommand: '${command}', smokeTimeoutSeconds: 1 }\n`);
    await project.newTask();
    const limit = expect.stringContaining("ran over its limit of 1 s");
    expect(await project.start()).toMatchObject({ smoke: "failed", smokeOutput: limit });
    const child = Number(readFileSync(join(project.folder, "child"), "utf8"));
    await project.product.until(async () => (isGone(child) ? true : undefined));
  });

  test("in a client: the next session comes under the task, is told so, and hears of the failure with each prompt", async () => {
    project.smokeIs("cat healthy");
    await project.newTask();
    await project.start({ goal: "Rotate on use" });
    const atStart = await project.begin();
    const said = (words: string, times: number) => async () =>
      project.read(LOG).split(words).length > times ? true : undefined;
    await project.product.until(said("Health check: fail", 2));
    const first = (await project.prompt("Why is CI red?")).stdout;
    expect(first).toMatch(/P0 in task auth[\s\S]*\$ cat healthy/);
    // Where git took too long for the start, it is told with the first prompt.
    expect(`${atStart}${first}`).toMatch(/Task: auth \| Goal: Rotate on use/);
    project.put("healthy", "yes\n");
    await project.tool("Write", { file_path: join(project.folder, "healthy"), content: "yes" }, "File created");
    await project.hook("turn-end", { hook_event_name: "Stop" });
    await project.product.until(said("Health check: pass", 1));
    expect((await project.prompt("Add a settings page.")).stdout).toMatch(/passes now/);
    const { body } = await project.product.api("GET", "/api/sessions?task=auth&state=active");
    expect(body).toMatchObject([{ key: "client-1", task: "auth" }]);
  });

  test("holds up no prompt and no edit while the smoke command fails, and says P0 in a line with each prompt", async () => {
    project.smokeIs("cat healthy");
    await project.newTask();
    await project.start();
    await project.begin();
    await project.product.until(async () =>
      project.read(LOG).split("Health check: fail").length > 2 ? true : undefined,
    );
    await project.prompt("Begin.");
    for (const prompt of [
      ...["Why is CI red?", "The file healthy is missing, put it back.", "Run it and look at the output.", "ok"],
      ...["Schau dir den Fehler an.", "Make the check green again.", "revert my last commit", "看看为什么不通过"],
      ...["What does cat healthy need?", "Ignore the smoke test for now and write the file."],
    ]) {
      const { code, stdout } = await project.prompt(prompt);
      expect([prompt, code, stdout.includes('"block"')]).toEqual([prompt, 0, false]);
      expect(stdout).toMatch(/P0 in task auth: the smoke command fails\. Fix this before[^\n]*cat healthy/);
    }
    const edit = { hook_event_name: "PreToolUse", tool_name: "Write", tool_input: {}, tool_use_id: "use-1" };
    expect((await project.hook("pre-tool-use", edit)).stdout).toBe("");
  });

  test("keeps another task from beginning while the smoke command of one fails, until it passes", async () => {
    project.smokeIs("cat healthy");
    await project.newTask();
    await project.product.cli(["task", "new", "Paint it", "--slug", "paint", "--project", project.folder]);
    const { id } = (await project.start()).session;
    const other = () => project.cli("sessions", "start", "--task", "paint");
    const why = /P0: no other task can start while the smoke command of task auth fails: cat healthy[\s\S]*--override/;
    expect(await other()).toMatchObject({ code: 1, stderr: expect.stringMatching(why) });
    expect((await project.product.api("GET", "/api/sessions?task=paint")).body).toEqual([]);
    project.put("healthy", "yes\n");
    expect((await project.product.cli(["sessions", "smoke", id])).code).toBe(0);
    expect((await other()).code).toBe(0);
  });
});

const answer = z.object({
  session: z.looseObject({ id: z.string() }),
  steps: z.array(z.looseObject({ step: z.string() })),
  smoke: z.string(),
});

function isGone(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return readFileSync(`/proc/${pid}/stat`, "utf8").includes(") Z");
  } catch {
    return true;
  }
}

describe("V3: gates", () => {
  test("are passed in order, each with what it needs; what is missing is told with how to give it", async () => {
    await project.newTask({ testScenarios: [] });
    const { id } = (await project.start()).session;
    const gate = (name: string, ...evidence: string[]) => project.gate(name, id, ...evidence);
    expect(await gate("G0")).toMatch(/acceptance criteria[\s\S]*--test-scenarios/);
    expect(await gate("G1")).toMatch(/G1 cannot be passed before G0 \(Task Init\)/);
    await project.cli("task", "update", "auth", "--test-scenarios", "Fresh (happy_path): works");
    expect(await gate("G0")).toBe("");
    expect(await gate("G0")).toMatch(/G0 is passed already[\s\S]*--from-gate G0/);
    expect(await gate("G1")).toMatch(/research findings; the decision for an approach/);
    await project.decide("Use rotating tokens");
    expect(await gate("G1", "findings: yes")).toMatch(/research findings/);
    expect(await gate("G1", "without a kind")).toMatch(/does not say what it is/);
    expect(await gate("G1", "findings: the provider allows rotation on every use")).toBe("");
    expect(await gate("G2")).toMatch(/implementation checklist/);
    expect(await gate("G2", "plan: docs/plan.md")).toMatch(/implementation checklist.*no file "docs\/plan\.md"/);
    project.put("docs/short.md", "- one\n");
    expect(await gate("G2", "plan: docs/short.md")).toMatch(/implementation checklist of two steps or more\n/);
    project.put("docs/plan.md", "- one\n- two\n");
    expect(await gate("G2", "plan: docs/plan.md")).toBe("");
    expect(await gate("G3")).toMatch(/interface definitions/);
    project.put("src/auth.ts", "export interface Token { id: string }\n");
    expect(await gate("G3")).toBe("");
    expect(await gate("G4", "tests: they pass, believe me")).toMatch(/a test status/);
    expect(await gate("G4", "tests: Tests  1 failed | 12 passed (13)")).toBe("");
    expect(await gate("G5", "tests: Tests  1 failed | 12 passed (13)")).toMatch(/everything passed; the coverage/);
    expect(await gate("G5", "tests: Tests  12 passed (12)", "coverage: 87 % of lines")).toBe("");
    expect(await gate("G6", "review: rename the type of tokens")).toMatch(/how the feedback was resolved/);
    expect(await gate("G6", "review: rename the type of tokens", "resolutions: renamed it as they asked")).toBe("");
    expect(await gate("G7")).toMatch(/a changelog entry/);
    project.put("CHANGELOG.md", "## 1.1\n- Rotation\n");
    expect(await gate("G7")).toBe("");
    expect(await gate("G8", "deployment: it is done now")).toMatch(/evidence of the deployment/);
    expect(await gate("G8", `deployment: ${"0".repeat(40)} is live`)).toMatch(/evidence of the deployment/);
    expect(await gate("G8", `deployment: ${project.git("rev-parse", "HEAD").trim()} is live`)).toBe("");
    expect(await gate("G9", "deployment: https://auth.example.org answers with 1.1")).toBe("");
    expect(await gate("G10", "summary: tokens rotate on every use")).toMatch(/lessons learned/);
    expect(await gate("G10", "summary: tokens rotate on every use", "lessons: write the migration first")).toBe("");
    const passed = project.forms().filter(({ type }) => type === "gate_transition");
    expect(passed).toHaveLength(11);
    expect(JSON.parse(project.read("json/task-status.json"))).toMatchObject({
      current_gate: "G10",
      status: "complete",
    });
  });

  test("are gone on from in another session, once the one before is proven", async () => {
    await project.newTask({ nextSteps: ["One", "Two"] });
    const { id } = (await project.start()).session;
    expect((await project.product.cli(["gate", "G0", "--session", id])).stdout).toMatch(
      /^G0 is passed[\s\S]*acceptance: Fresh/,
    );
    await project.decide("Use rotating tokens");
    expect(await project.gate("G1", id, "findings: the provider allows it")).toBe("");
    await project.product.api("POST", `/api/sessions/${id}/end`, {});
    const next = (await project.start({ fromGate: "G2" })).session;
    expect(next.gate).toBe("G2");
    expect(project.read(LOG)).toMatch(new RegExp(`Session start: ${next.id} resuming from [0-9a-f-]{36}`));
    expect(await project.gate("G3", next.id)).toMatch(/G3 cannot be passed before G2/);
    expect((await project.cli("gate", "G2", "--task", "auth")).code).toBe(0);
    const far = { project: project.folder, task: "auth", fromGate: "G5", session: next.id };
    const refused = await project.product.api("POST", "/api/sessions-under-task", far);
    expect(refused).toMatchObject({
      status: 409,
      body: { error: { message: expect.stringMatching(/no checkpoint of G4/) } },
    });
  });

  test("are refused with what they lack, and with commands that there are", async () => {
    await project.newTask({ nextSteps: ["One", "Two"] });
    const { id } = (await project.start()).session;
    await project.decide("Use rotating tokens");
    expect(await project.gate("G0", id)).toBe("");
    expect(await project.gate("G1", id, "findings: see docs/missing.md")).toMatch(
      /findings.*no file "docs\/missing\.md"/,
    );
    expect(await project.gate("G1", id, "findings: n/a")).not.toMatch(/no file/);
    const both = ["findings: the provider allows it", "findings: more in docs/missing.md"];
    expect(await project.gate("G1", id, ...both)).toMatch(/no file "docs\/missing\.md"/);
    expect(await project.gate("G1", id, "findings: the provider allows it, as README.md says")).toBe("");
    expect(await project.gate("G2", id)).toBe("");
    const far = await project.cli("sessions", "start", "--task", "auth", "--session", id, "--from-gate", "G5");
    expect(far.stderr).toMatch(/no checkpoint of G4[\s\S]*The next is G3: --from-gate G3/);
    project.put("src/auth.ts", "export interface Token { id: string }\n");
    expect(await project.gate("G3", id)).toBe("");
    expect(await project.gate("G4", id, "tests: Tests  12 passed (12)")).toBe("");
    const hint = /--evidence "(tests: .*?)"/.exec(await project.gate("G5", id, "coverage: 187 %"));
    expect(await project.gate("G5", id, hint?.[1] ?? "", "coverage: 187 %")).toMatch(/its figure: 0 to 100 %/);
    expect(await project.gate("G5", id, hint?.[1] ?? "", "coverage: 87 %")).toBe("");
    const vague = ["review: looks good to me overall", "resolutions: all done and fixed now"];
    expect(await project.gate("G6", id, ...vague)).toMatch(
      /a finding, or the file[\s\S]*how the feedback was resolved/,
    );
    project.smokeIs("exit 7");
    await project.product.cli(["sessions", "smoke", id]);
    expect(await project.gate("G6", id)).toContain(`throughline sessions smoke ${id} --override "why"`);
  });

  test("that were passed by hand are passed for the client that takes the session up, at the gate where it is", async () => {
    await project.newTask({ nextSteps: ["One", "Two"] });
    const first = (await project.start({ goal: "Rotate on use" })).session;
    await project.decide("Use rotating tokens");
    expect(await project.gate("G0", first.id)).toBe("");
    expect(await project.gate("G1", first.id, "findings: the provider allows it")).toBe("");
    const { id } = (await project.start({ goal: "Rotate on use", fromGate: "G1" })).session;
    expect(await project.gate("G1", id, "findings: the provider allows it")).toBe("");
    expect(await project.gate("G2", id)).toBe("");
    const atStart = await project.begin();
    const told = atStart + (await project.prompt("Go on.")).stdout;
    expect(told).toMatch(/Task: auth \| Goal: Rotate on use \| Gate: G2/);
    const { body } = await project.product.api("GET", "/api/sessions?task=auth&state=active");
    expect(body).toMatchObject([{ key: "client-1", task: "auth", gate: "G2" }]);
    const ended = await project.product.api("GET", `/api/sessions/${id}`);
    expect(ended.body).toMatchObject({ state: "complete", endReason: expect.stringMatching(/^taken up by session/) });
    project.put("src/auth.ts", "export interface Token { id: string }\n");
    expect((await project.cli("gate", "G3", "--task", "auth")).stdout).toMatch(/^G3 is passed/);
  });
});
