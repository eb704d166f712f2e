import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { GovernedProject } from "../support/product/governed-project.ts";

let project: GovernedProject;
beforeEach(async () => {
  project = await GovernedProject.open();
});
afterEach(() => project.product.dispose());

const LOG = "logs/session-continuity.log";

test("V3: a start that names no gate goes on from the last one only while what it stood on is there; a client is told", async () => {
  await project.newTask();
  await project.begin();
  const { id } = (await project.start()).session;
  project.put("src/auth.ts", "export const a = 1;\n");
  const file_path = join(project.folder, "src/auth.ts");
  await project.tool("Write", { file_path, content: "export const a = 1;" }, "File created successfully");
  expect(await project.gate("G0", id)).toBe("");
  await project.product.api("POST", `/api/sessions/${id}/end`, {});
  rmSync(file_path);
  const start = (...more: string[]) => project.cli("sessions", "start", "--task", "auth", ...more);
  const why = /cannot go on at G1: what stood at G0 is gone: src\/auth\.ts[\s\S]*--override "why"/;
  expect(await start()).toMatchObject({ code: 1, stderr: expect.stringMatching(why) });
  expect((await project.product.api("GET", "/api/sessions?task=auth&state=active")).body).toEqual([]);
  expect((await start("--override", "it moved into the library")).code).toBe(0);
  // The client that takes it up has started already.
  const client = { session_id: "client-2", cwd: project.folder, hook_event_name: "SessionStart", source: "startup" };
  const atStart = await project.product.injection("session-start", client);
  const prompt = { ...client, hook_event_name: "UserPromptSubmit", prompt: "Go on." };
  const told = atStart + (await project.product.hook("user-prompt-submit", prompt)).stdout;
  expect(told).toMatch(/Look at this first: .*at G1: what stood at G0 is gone: src\/auth\.ts/);
  expect((await project.incidents()).map(({ kind }) => kind)).toContain("preconditions_broken");
});

test("V3: what was deleted later, by the session or in a commit, keeps nobody from going on", async () => {
  await project.newTask();
  await project.begin();
  const { id } = (await project.start()).session;
  for (const name of ["src/a.ts", "src/b.ts"]) {
    project.put(name, "export const a = 1;\n");
    await project.tool("Write", { file_path: join(project.folder, name), content: "x" }, "File created successfully");
  }
  project.git("add", "src/b.ts");
  project.git("commit", "-q", "-m", "Add b");
  expect(await project.gate("G0", id)).toBe("");
  rmSync(join(project.folder, "src/a.ts"));
  await project.tool("Bash", { command: "rm src/a.ts" }, { stdout: "", exit_code: 0 });
  project.git("rm", "-q", "src/b.ts");
  project.git("commit", "-q", "-m", "Remove b");
  await project.product.api("POST", `/api/sessions/${id}/end`, {});
  expect(await project.cli("sessions", "start", "--task", "auth")).toMatchObject({ code: 0, stderr: "" });
});

/** The same repository with its tasks on a machine that has another store. */
async function onAnotherMachine(): Promise<GovernedProject> {
  const other = await GovernedProject.open();
  cpSync(project.folder, other.folder, { recursive: true });
  return other;
}

test("V3: the gate survives a change of machine, by the files of the task", async () => {
  await project.newTask();
  const { id } = (await project.start()).session;
  expect(await project.gate("G0", id)).toBe("");
  await project.product.api("POST", `/api/sessions/${id}/end`, {});
  const last = project.forms().find(({ type }) => type === "session_end");
  const other = await onAnotherMachine();
  try {
    const { session } = await other.start();
    expect(session.gate).toBe("G0");
    expect(other.read(LOG)).toContain(`Session start: ${session.id} resuming from ${last?.checkpoint_id}`);
    expect(await other.gate("G0", session.id)).toMatch(/G0 is passed already/);
  } finally {
    await other.product.dispose();
  }
  const third = await onAnotherMachine();
  try {
    rmSync(join(third.task, "json/checkpoints"), { recursive: true });
    rmSync(join(third.task, "json/checkpoint-index.json"));
    expect((await third.start()).session.gate).toBe("G0");
  } finally {
    await third.product.dispose();
  }
});

test("V6: verify names checkpoints that came with the repository and were altered, and no gate is gone on from by them", async () => {
  await project.newTask();
  const { id } = (await project.start()).session;
  expect(await project.gate("G0", id)).toBe("");
  await project.product.api("POST", `/api/sessions/${id}/end`, {});
  const proof = project.forms().find(({ type }) => type === "gate_transition")?.checkpoint_id;
  const other = await onAnotherMachine();
  try {
    const verify = () => other.cli("checkpoint", "verify", "--task", "auth");
    expect(await verify()).toMatchObject({ code: 0, stdout: expect.stringMatching(/intact/) });
    const file = join(other.task, `json/checkpoints/${proof}.json`);
    const original = readFileSync(file, "utf8");
    writeFileSync(file, original.replace('"can_resume": true', '"can_resume": false'));
    const altered = new RegExp(`broken[\\s\\S]*${proof}\\.json was altered`);
    expect(await verify()).toMatchObject({ code: 1, stdout: expect.stringMatching(altered) });
    const refused = await other.cli("sessions", "start", "--task", "auth");
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringMatching(/do not hold[\s\S]*checkpoint verify/) });
    rmSync(file);
    expect(await verify()).toMatchObject({ code: 1, stdout: expect.stringMatching(/is missing/) });
    writeFileSync(file, original);
    const index = join(other.task, "json/checkpoint-index.json");
    const listed = readFileSync(index, "utf8");
    writeFileSync(index, listed.replace('"gate": "G0"', '"gate": "G9"'));
    expect(await verify()).toMatchObject({ code: 1, stdout: expect.stringMatching(/says of it was altered/) });
    writeFileSync(index, listed);
    expect((await verify()).code).toBe(0);
    expect((await other.start()).session.gate).toBe("G0");
  } finally {
    await other.product.dispose();
  }
});

test("V5: every session with a task leaves its lines, also one that was made by hand, and where no smoke command is set", async () => {
  await project.newTask();
  const made = await project.product.api("POST", "/api/sessions", { project: project.folder, task: "auth" });
  const { id } = z.looseObject({ id: z.string() }).parse(made.body);
  const lines = () =>
    project
      .read(LOG)
      .trim()
      .split("\n")
      .map((line) => line.replace(/^\S+ /, ""));
  await project.product.until(async () =>
    existsSync(join(project.task, LOG)) && lines().length >= 4 ? true : undefined,
  );
  expect(lines()).toEqual([
    `[throughline] Session start: ${id} resuming from none`,
    "[throughline] No smoke command is set: nothing was run",
    "[throughline] Health check: pass",
    "[throughline] Session starting: Rotate the refresh tokens",
  ]);
  await project.product.cli(["checkpoint", "save", "--session", id]);
  await project.product.api("POST", `/api/sessions/${id}/end`, {});
  expect(lines().slice(4).join("\n")).toMatch(
    new RegExp(`Checkpoint created: [0-9a-f-]{36}\\n[\\s\\S]*Session end: ${id} outcome=partial$`),
  );
});
