import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { GovernedProject } from "../support/product/governed-project.ts";

let project: GovernedProject;
beforeEach(async () => {
  project = await GovernedProject.open();
  await project.newTask();
});
afterEach(() => project.product.dispose());

const POLICY = ".agentic-governance/config.json";
const LOG = "logs/session-continuity.log";
const failures = () => project.read(LOG).split("Health check: fail").length - 1;
const failuresAre = (count: number) => project.product.until(async () => (failures() >= count ? true : undefined));

/** A client's session that is held up by a smoke command that fails. */
async function held(): Promise<string> {
  project.put(POLICY, '{"smokeCommand":"exit 7"}');
  await project.start({ goal: "Rotate on use" });
  await project.begin();
  await failuresAre(2);
  return project.product.until(async () => {
    const { body } = await project.product.api("GET", "/api/sessions?task=auth&state=active");
    return Array.isArray(body) && body.length === 1 ? String(body[0].id) : undefined;
  });
}

/** The agent says that it fixed it, and ends its turn. */
async function turnEnds(): Promise<void> {
  const before = failures();
  await project.prompt("Fix the failing smoke test.");
  await project.tool("Bash", { command: "ls" }, "a");
  await project.hook("turn-end", { hook_event_name: "Stop" });
  await failuresAre(before + 1);
}

const newWork = async () => (await project.prompt("Add a settings page.")).stdout;

describe("V1: what was found to fail is not forgotten", () => {
  test.each(['{"smokeCommand":"exit 7",}', "{bad json", '{"smokeCommand":["a","b"]}'])(
    "when its configuration becomes %s",
    async (broken) => {
      const session = await held();
      project.put(POLICY, broken);
      await turnEnds();
      expect(await newWork()).toMatch(/P0[\s\S]*cannot be read from [\s\S]*config\.json: /);
      expect(await project.gate("G0", session)).toMatch(/no gate is passed while the smoke command fails/);
      const why = expect.stringMatching(/^P0: [\s\S]*cannot be read from .*config\.json: \S/);
      expect((await project.incidents())[0]).toMatchObject({ kind: "smoke_failed", detail: why });
      project.put(POLICY, '{"smokeCommand":"exit 0"}');
      expect((await project.product.cli(["sessions", "smoke", session])).code).toBe(0);
      expect(await newWork()).toMatch(/\(exit 0\) passes now/);
    },
  );

  test("when the command is taken away, also after it was taken up again, until somebody overrides it", async () => {
    const session = await held();
    rmSync(join(project.folder, POLICY));
    await turnEnds();
    expect(await newWork()).toMatch(/P0[\s\S]*there is no smoke command any more/);
    expect(await project.gate("G0", session)).toMatch(/while the smoke command fails[\s\S]*--override/);
    await project.hook("session-start", { hook_event_name: "SessionStart", source: "resume" });
    await failuresAre(4);
    expect(await newWork()).toMatch(/P0/);
    const override = ["sessions", "smoke", session, "--override", "the check moved to CI"];
    expect((await project.product.cli(override)).code).toBe(0);
    expect(await newWork()).not.toMatch(/P0/);
  });

  test("and one whose project file is refused is held from its start, by file and line", async () => {
    project.put("throughline.yaml", "governance: { smokeCommand: [a] }\n");
    const { session, smoke } = await project.start();
    expect(smoke).toBe("failed");
    expect(await project.gate("G0", session.id)).toMatch(/while the smoke command fails/);
    const shown = await project.product.cli(["sessions", "smoke", session.id]);
    expect(shown.stdout + shown.stderr).toMatch(/cannot be read from \S*throughline\.yaml:1: /);
  });
});

test("V2: a session that ends while it is held says that it is blocked, by what, and that this comes next", async () => {
  const session = await held();
  await newWork();
  await project.product.api("POST", `/api/sessions/${session}/end`, {});
  const log = project.read("work/implementation-log.md");
  expect(log).toMatch(/\*\*Blocked\*\*: the smoke command fails: exit 7: \(exit code 7\)/);
  expect(log).toMatch(/\*\*Next\*\*: Fix what the smoke command finds: exit 7: .*; Asked for and not begun: Add a set/);
  const status = JSON.parse(project.read("json/task-status.json"));
  expect(status).toMatchObject({ status: "blocked", blockers: [expect.stringContaining("exit 7")] });
  const end = project.forms().find(({ type }) => type === "session_end");
  expect(end).toMatchObject({ resume_instructions: expect.stringMatching(/^Continue from .*Fix what the smoke/) });
});
