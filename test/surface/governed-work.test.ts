import { chmodSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { GovernedProject } from "../support/product/governed-project.ts";

let project: GovernedProject;
beforeEach(async () => {
  project = await GovernedProject.open();
});
afterEach(() => project.product.dispose());

const FIELDS = [
  ...["checkpoint_id", "session_id", "timestamp", "gate", "step", "type", "summary", "state"],
  ...["next_steps", "can_resume", "resume_instructions"],
];
const until = (type: string) => project.product.until(async () => project.forms().find((form) => form.type === type));
const inFile = (name: string) => join(project.folder, name);

describe("C8: structured checkpoints", () => {
  test("stand beside the task in the form of seed 003, filled from what was captured, and are found by recall", async () => {
    await project.newTask({ nextSteps: ["Implement refresh token logic"] });
    await project.begin();
    const { id } = (await project.start()).session;
    await project.prompt("Use JWT for session tokens instead of cookies because they are stateless.");
    project.put("src/auth.ts", "export const a = 1;\n");
    await project.tool(
      "Write",
      { file_path: inFile("src/auth.ts"), content: "export const a = 1;" },
      "File created successfully",
    );
    await project.tool("Edit", { file_path: inFile("README.md"), new_string: "x" }, "has been updated");
    rmSync(inFile(".gitignore"));
    await project.tool("Bash", { command: "rm .gitignore" }, { stdout: "", exit_code: 0 });
    await project.tool("Bash", { command: "npx vitest run" }, " Tests  12 passed | 2 skipped (14)\n");
    await project.decide("Use rotating tokens", { alternatives: ["Session cookies"] });
    expect(await project.gate("G0", id)).toBe("");
    const form = await until("gate_transition");
    const asWritten = project.read(`json/checkpoints/${form.checkpoint_id}.json`);
    expect(Object.keys(JSON.parse(asWritten))).toEqual(FIELDS);
    expect(form).toMatchObject({
      ...{ session_id: id, gate: "G0", step: 1, can_resume: true, next_steps: ["Implement refresh token logic"] },
      resume_instructions: "Continue from G0 step 2, Implement refresh token logic",
      state: {
        files_changed: expect.arrayContaining([
          { path: "src/auth.ts", action: "created" },
          { path: ".gitignore", action: "deleted" },
        ]),
        tests: { passing: 12, failing: 0, pending: 2 },
        decisions: expect.arrayContaining([
          {
            decision: "Use rotating tokens",
            rationale: "A stolen one is seen.",
            alternatives_considered: ["Session cookies"],
          },
          expect.objectContaining({
            decision: expect.stringContaining("instead of cookies because they are stateless"),
          }),
        ]),
      },
    });
    const index = JSON.parse(project.read("json/checkpoint-index.json"));
    expect(index.checkpoints).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ checkpoint_id: form.checkpoint_id, path: `checkpoints/${form.checkpoint_id}.json` }),
      ]),
    );
    const shown = await project.product.api("GET", `/api/checkpoint/${form.checkpoint_id}`);
    expect(shown.body).toMatchObject({ gate: "G0", type: "gate_transition", canResume: true });
    const found = async () => {
      const { body } = await project.product.api(
        "GET",
        `/api/memories/recall?q=${encodeURIComponent("Implement refresh token logic")}&project=${encodeURIComponent(project.folder)}`,
      );
      return JSON.stringify(body).includes("checkpoint") ? true : undefined;
    };
    await project.product.until(found);
  });

  test("V6: a file that somebody altered, or took away, is named by verify; one that is broken is set aside", async () => {
    await project.newTask();
    const { id } = (await project.start()).session;
    expect(await project.gate("G0", id)).toBe("");
    const verify = () => project.product.cli(["checkpoint", "verify", "--task", "auth"]);
    expect((await verify()).code).toBe(0);
    const form = await until("gate_transition");
    const file = join(project.task, "json/checkpoints", `${form.checkpoint_id}.json`);
    const original = readFileSync(file, "utf8");
    writeFileSync(file, original.replace('"can_resume": true', '"can_resume": false'));
    expect(await verify()).toMatchObject({ code: 1, stdout: expect.stringMatching(/was altered/) });
    writeFileSync(file, original);
    expect((await verify()).code).toBe(0);
    const index = join(project.task, "json/checkpoint-index.json");
    const listed = readFileSync(index, "utf8");
    for (const [tampered, why] of [
      [listed.replace(form.checkpoint_id, "another"), /is not in \S+checkpoint-index\.json/],
      ["{{{", /is not in \S+checkpoint-index\.json/],
      [listed.replace('"gate": "G0"', '"gate": "G9"'), /says of it was altered/],
    ] as const) {
      writeFileSync(index, tampered);
      expect(await verify()).toMatchObject({ code: 1, stdout: expect.stringMatching(why) });
    }
    expect(await project.product.cli(["checkpoint", "verify"])).toMatchObject({
      ...{ code: 1, stdout: expect.stringMatching(/broken .*says of it was altered/) },
    });
    const away = `${project.folder}-away`;
    renameSync(project.folder, away);
    expect(await project.product.cli(["checkpoint", "verify"])).toMatchObject({
      ...{ code: 0, stdout: expect.stringMatching(/intact .*its task's files were not checked: \S+ is gone/) },
    });
    renameSync(away, project.folder);
    writeFileSync(index, listed);
    expect((await project.product.cli(["checkpoint", "verify"])).code).toBe(0);
    const forged = join(project.task, "json/checkpoints/forged.json");
    writeFileSync(forged, original);
    expect(await verify()).toMatchObject({ code: 1, stdout: expect.stringMatching(/no index knows it/) });
    rmSync(forged);
    rmSync(file);
    expect(await verify()).toMatchObject({ code: 1, stdout: expect.stringMatching(/is missing/) });
    writeFileSync(join(project.task, "json/checkpoint-index.json"), "{ my notes");
    await project.product.api("POST", `/api/sessions/${id}/end`, {});
    expect((await verify()).code).toBe(0);
    expect(project.read("json/checkpoint-index.damaged.json")).toBe("{ my notes");
    expect((await project.incidents()).map(({ kind }) => kind)).toContain("task_files_damaged");
    expect(await project.product.cli(["checkpoint", "verify", "--task", "nope"])).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/no session of task "nope"/),
    });
  });

  test("files that cannot be written are one incident each, hold nothing up, and follow later", async () => {
    await project.newTask();
    const { id } = (await project.start()).session;
    writeFileSync(join(project.task, "json"), "in the way");
    expect(await project.gate("G0", id)).toBe("");
    const behind = (await project.incidents()).filter(({ kind }) => kind === "task_files_behind");
    expect(behind.map(({ detail }) => detail).sort()).toEqual([
      expect.stringMatching(/checkpoint-index\.json is out of date/),
      expect.stringMatching(/task-status\.json is out of date/),
    ]);
    rmSync(join(project.task, "json"));
    await project.product.api("POST", `/api/sessions/${id}/end`, {});
    expect(
      project
        .forms()
        .map(({ type }) => type)
        .sort(),
    ).toEqual(["gate_transition", "session_end"]);
  });
});

describe("C9: mandatory checkpoints happen by themselves", () => {
  test("a file created, an error recovered, a decision: each is kept, and a burst is one", async () => {
    await project.newTask();
    await project.begin();
    await project.start();
    for (let n = 1; n <= 12; n++) {
      project.put(`src/part${n}.ts`, "export {};\n");
      await project.tool(
        "Write",
        { file_path: inFile(`src/part${n}.ts`), content: "export {};" },
        "File created successfully",
      );
    }
    expect(await until("file_edit")).toMatchObject({ summary: expect.stringMatching(/^Changed src\/part1\.ts/) });
    await project.tool("Bash", { command: "npm run lint" }, "Exit code 1\nerror: unused variable", true);
    await project.tool("Bash", { command: "npm run lint" }, "Exit code 0\nfine");
    await project.decide("Use rotating tokens");
    expect(await until("decision")).toMatchObject({
      summary: expect.stringMatching(
        /Decided: Use rotating tokens; `npm run lint` passes again after: error: unused variable/,
      ),
    });
    expect(project.forms().filter(({ type }) => type === "file_edit").length).toBeLessThanOrEqual(2);
  });
});

describe("V2: the shutdown ritual", () => {
  const end = (id: string, fields: Record<string, unknown> = {}) =>
    project.product.api("POST", `/api/sessions/${id}/end`, fields);
  const patches = () => readdirSync(join(project.task, "work/patches"));

  test("keeps the work as a patch, writes the log, the checkpoint, the memory and the status, and is done once", async () => {
    await project.newTask({ nextSteps: ["Write the migration"] });
    const { id } = (await project.start({ goal: "Rotate on use" })).session;
    writeFileSync(join(project.task, "json-by-hand.md"), "mine");
    project.put("src/auth.ts", "export const a = 1;\n");
    project.put("logo.bin", Buffer.from([0, 1, 255, 0]));
    project.put(".throughline/tasks/auth/work/implementation-log.md", "# My own words");
    expect((await end(id)).status).toBe(200);
    const log = project.read("work/implementation-log.md");
    expect(log).toMatch(
      /^# My own words\n\n## Session \d{4}-\d\d-\d\d \([^)]+\)\n\n\*\*Goal\*\*: Rotate on use\n\*\*Completed\*\*: .*patch work\/patches\/.*\n\*\*Blocked\*\*: none\n\*\*Next\*\*: Write the migration\n$/,
    );
    expect(JSON.parse(project.read("json/task-status.json"))).toMatchObject({
      ...{ last_session: id, last_activity: expect.any(String), current_gate: null, status: "in-progress" },
    });
    expect(project.forms()).toMatchObject([{ type: "session_end" }]);
    expect(project.read("logs/session-continuity.log")).toMatch(
      new RegExp(`Checkpoint created: \\S+\\n[\\s\\S]*Session end: ${id} outcome=partial`),
    );
    const [patch = ""] = patches();
    project.git("stash", "-u", "-q");
    project.git("apply", join(project.task, "work/patches", patch));
    expect(readFileSync(inFile("logo.bin"))).toEqual(Buffer.from([0, 1, 255, 0]));
    expect(readFileSync(inFile("src/auth.ts"), "utf8")).toBe("export const a = 1;\n");
    const { body } = await project.product.api("GET", `/api/memories?project=${encodeURIComponent(project.folder)}`);
    expect(body).toMatchObject([
      { content: expect.stringMatching(/^Task auth \(partial\): .*Next: Write the migration/) },
    ]);
    const patchPath = join(project.task, "work/patches", patch);
    const again = await end(id, { outcome: "success", reason: "once more" });
    const kept = { commit: null, patch: patchPath, appliesTo: project.git("rev-parse", "HEAD").trim() };
    expect(again).toMatchObject({
      status: 200,
      body: { hadEnded: true, endReason: "complete", outcome: "partial", kept },
    });
    const shown = (await project.product.cli(["sessions", "end", id])).stdout;
    expect(shown).toMatch(/had already ended, .*: complete\. Nothing was changed\. Outcome: partial\./);
    expect(shown).toContain(patch);
    expect((await project.product.api("POST", `/api/sessions/${id}/resume`, {})).status).toBe(409);
    expect(project.read("work/implementation-log.md")).toBe(log);
    expect(patches()).toHaveLength(1);
  });

  test("tells as completed what was done, and not what is still asked for", async () => {
    await project.newTask({ nextSteps: ["Write the migration"] });
    await project.begin();
    const { id } = (await project.start()).session;
    await project.prompt("Write the rotation of otters.");
    project.put("src/auth.ts", "export const a = 1;\n");
    await end(id);
    const log = project.read("work/implementation-log.md");
    expect(log).toMatch(/\*\*Completed\*\*: changed src\/auth\.ts; patch /);
    expect(log).not.toMatch(/Completed.*(?:rotation of otters|Rotate the refresh tokens)/);
  });

  test("commits where that is allowed, with the project's hooks; what a hook refuses goes into a patch", async () => {
    project.put("throughline.yaml", "governance: { autoCommit: true }\n");
    project.git("add", "-A");
    project.git("commit", "-q", "-m", "Settings");
    await project.newTask();
    const first = (await project.start({ goal: "Rotate on use" })).session;
    project.put("src/auth.ts", "export const a = 1;\n");
    const ended = (await project.product.cli(["sessions", "end", first.id, "--outcome", "success"])).stdout;
    expect(ended).toContain(`The work is committed: ${project.git("rev-parse", "HEAD").trim()}`);
    expect(project.git("log", "-1", "--format=%s").trim()).toBe("auth: Rotate on use");
    expect(project.git("status", "--porcelain")).toBe("");
    expect(project.read("logs/session-continuity.log")).toContain("outcome=success");
    const second = (await project.start()).session;
    const hook = join(project.folder, ".git/hooks/pre-commit");
    writeFileSync(hook, "#!/bin/sh\necho lint failed\nexit 1\n", { mode: 0o755 });
    chmodSync(hook, 0o755);
    project.put("src/more.ts", "export const b = 1;\n");
    const refused = (await project.product.cli(["sessions", "end", second.id])).stdout;
    expect(refused).toMatch(/also saved as a patch:\n[\s\S]*It is not committed: lint failed\n/);
    expect((await end(second.id)).body).toMatchObject({ kept: { notCommitted: "lint failed", leftOut: [] } });
    expect(project.git("status", "--porcelain", "-uall").trim()).toBe("?? src/more.ts");
    expect(patches()).toHaveLength(1);
    expect(project.read("work/implementation-log.md")).toMatch(/not committed/);
  });

  test("commits nothing while a file holds a secret: the rest goes into a patch, and the file is named", async () => {
    project.put("throughline.yaml", "governance: { autoCommit: true }\n");
    project.git("add", "-A");
    project.git("commit", "-q", "-m", "Settings");
    await project.newTask();
    const { id } = (await project.start()).session;
    project.put("src/auth.ts", "export const a = 1;\n");
    project.put("conf.ini", `token = "${["ghp", "16C7e42F292c6912E7710c838347Ae178B4a"].join("_")}"\n`);
    await end(id);
    expect(project.git("log", "-1", "--format=%s").trim()).toBe("Settings");
    expect(project.read("work/implementation-log.md")).toMatch(
      /not committed: not safe with what is left out\); left out: conf\.ini: it holds a secret/,
    );
    expect(patches()).toHaveLength(1);
    expect(await project.incidents()).toContainEqual(
      expect.objectContaining({ kind: "patch_incomplete", detail: expect.stringContaining("conf.ini") }),
    );
  });

  test("says on the screen and in JSON what it left out of the patch, and why", async () => {
    await project.newTask();
    const { id } = (await project.start()).session;
    project.put(".env", `TOKEN=${["ghp", "16C7e42F292c6912E7710c838347Ae178B4a"].join("_")}\n`);
    project.put("sub repo/a.txt", "a\n");
    project.git("init", "-q", "sub repo");
    project.put("src/auth.ts", "export const a = 1;\n");
    const leftOut = ["sub repo/: it is a repository of its own", ".env: it holds a secret"];
    const { stdout } = await project.product.cli(["sessions", "end", id]);
    expect(stdout).toMatch(/also saved as a patch:\n/);
    expect(stdout).toContain(`Left out; only in the work tree:\n${leftOut.map((one) => `- ${one}\n`).join("")}`);
    expect((await end(id)).body).toMatchObject({ kept: { leftOut, notCommitted: null } });
    expect(project.read("work/implementation-log.md")).toContain(`left out: ${leftOut.join("; ")}`);
  });

  test("work in a submodule that the patch cannot hold is named, with an incident", async () => {
    const elsewhere = join(project.product.folder, "library");
    project.git("init", "-q", "-b", "main", elsewhere);
    const as = ["-c", "user.name=Ada", "-c", "user.email=ada@example.org"];
    project.git("-C", elsewhere, ...as, "commit", "-q", "--allow-empty", "-m", "Library");
    project.git("-c", "protocol.file.allow=always", "submodule", "add", "-q", elsewhere, "library");
    project.git("commit", "-q", "-m", "Use the library");
    await project.newTask();
    const { id } = (await project.start()).session;
    project.put("library/new.txt", "half done\n");
    project.git("-C", "library", ...as, "commit", "-q", "--allow-empty", "-m", "Only here");
    const { stdout } = await project.product.cli(["sessions", "end", id]);
    expect(stdout).toMatch(
      /- library\/: a submodule with uncommitted work in it\n- library\/: a submodule at a commit that no remote has\n/,
    );
    expect(await project.incidents()).toContainEqual(
      expect.objectContaining({ kind: "patch_incomplete", detail: expect.stringContaining("library/: a submodule") }),
    );
  });

  test("without a git repository says that nothing could be kept, on the screen, in JSON and in the log", async () => {
    rmSync(inFile(".git"), { recursive: true });
    await project.newTask();
    const { id } = (await project.start()).session;
    project.put("src/auth.ts", "export const a = 1;\n");
    const why = "nothing could be kept: there is no git repository";
    expect((await project.product.cli(["sessions", "end", id])).stdout).toContain(`The work: ${why}`);
    expect((await end(id)).body).toMatchObject({ kept: { text: why, commit: null, patch: null } });
    expect(project.read("work/implementation-log.md")).toContain(why);
    expect(project.read("work/implementation-log.md")).not.toContain("nothing uncommitted");
  });

  test("a session that no prompt was given yet can be ended; a later start gives up the place of an earlier one", async () => {
    await project.newTask();
    await project.begin();
    const first = (await project.start()).session;
    expect((await project.product.cli(["sessions", "end", first.id])).code).toBe(0);
    const [held, meant] = [(await project.start()).session, (await project.start({ goal: "again" })).session];
    const { body } = await project.product.api("GET", "/api/sessions?task=auth&state=active");
    expect(z.array(z.looseObject({ id: z.string() })).parse(body)).toMatchObject([{ id: meant.id }]);
    expect(project.read("logs/session-continuity.log")).toContain(`Session end: ${held.id} outcome=partial`);
  });

  test("at a client's own end, and of a session that vanished as far as it can", async () => {
    await project.newTask();
    await project.start();
    await project.begin();
    await project.prompt("Write the rotation.");
    project.put("src/auth.ts", "export const a = 1;\n");
    await project.hook("session-end", { hook_event_name: "SessionEnd", reason: "other" });
    await project.product.until(async () =>
      existsSync(join(project.task, "json/task-status.json")) ? true : undefined,
    );
    await project.product.until(async () =>
      project.read("logs/session-continuity.log").includes("Session end") ? true : undefined,
    );
    expect(project.read("work/implementation-log.md").match(/^## Session /gm)).toHaveLength(1);
    expect(patches()).toHaveLength(1);
  });
});

test("V6: an auditor sees all sessions of a task in one timeline, as text and as JSON", async () => {
  await project.newTask();
  const first = (await project.start({ goal: "One" })).session;
  expect(await project.gate("G0", first.id)).toBe("");
  await project.product.api("POST", `/api/sessions/${first.id}/end`, {});
  const second = (await project.start({ goal: "Two" })).session;
  await project.decide("Use rotating tokens");
  const listed = z
    .array(z.looseObject({ id: z.string() }))
    .parse(await project.product.cliJson(["sessions", "list", "--task", "auth"]));
  expect(new Set(listed.map(({ id }) => id))).toEqual(new Set([first.id, second.id]));
  const json = await project.cli("sessions", "timeline", "--task", "auth", "--json");
  const entries = z
    .array(z.looseObject({ what: z.string(), text: z.string(), at: z.string(), sessionId: z.string().nullable() }))
    .parse(JSON.parse(json.stdout));
  expect(entries.map(({ at }) => at)).toEqual(entries.map(({ at }) => at).sort());
  expect(new Set(entries.map(({ sessionId }) => sessionId))).toEqual(new Set([first.id, second.id, null]));
  expect(entries.map(({ what, text }) => `${what} ${text}`).join("\n")).toMatch(
    /announce_goal: One[\s\S]*checkpoint gate_transition · G0[\s\S]*ended[\s\S]*announce_goal: Two[\s\S]*decision Use rotating tokens/,
  );
  const text = await project.cli("sessions", "timeline", "--task", "auth");
  expect(text.stdout).toMatch(/TIME +SESSION +WHAT +DETAIL[\s\S]*ritual[\s\S]*gate_transition · G0/);
  expect(await project.cli("sessions", "timeline", "--task", "nope")).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/no session of task/),
  });
  expect(await project.product.cli(["sessions", "timeline"])).toMatchObject({ code: 0 });
});

test("V6: a list without sessions says of what there are none; a task that nobody knows is told before any session has one", async () => {
  expect((await project.product.cli(["sessions", "list"])).stdout).toMatch(/`throughline init` connects your agent/);
  expect(await project.product.cli(["sessions", "list", "--task", "typo"])).toMatchObject({
    ...{ code: 1, stdout: "", stderr: expect.stringMatching(/there is no task "typo"\n[\s\S]*task new/) },
  });
  await project.newTask();
  const none = await project.product.cli(["sessions", "list", "--task", "auth"]);
  expect(none).toMatchObject({ code: 0, stdout: expect.stringMatching(/^There is no session of task auth\./) });
  await project.start();
  const { code, stdout } = await project.product.cli(["sessions", "list", "--project", "/tmp/nowhere"]);
  expect({ code, stdout: stdout.trim() }).toEqual({
    code: 0,
    stdout: "There is no session in the project /tmp/nowhere. `throughline sessions list` shows all sessions.",
  });
});

test("V6: a task that nobody knows is told, with the names that there are, the nearest first", async () => {
  await project.newTask({ slug: "billing" });
  await project.newTask();
  expect(await project.cli("sessions", "list", "--task", "auth")).toMatchObject({ code: 0 });
  const why = /there is no task "auht" in this project[\s\S]*auth, billing/;
  expect(await project.cli("sessions", "list", "--task", "auht")).toMatchObject({
    ...{ code: 1, stdout: "", stderr: expect.stringMatching(why) },
  });
  await project.start();
  expect(await project.product.cli(["sessions", "list", "--task", "auht"])).toMatchObject({
    ...{ code: 1, stderr: expect.stringMatching(/there is no task "auht"\n[\s\S]*auth, billing/) },
  });
});
