import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { Conversation } from "../support/product/conversation.ts";
import { McpAgent } from "../support/product/mcp-agent.ts";
import { Product } from "../support/product/product.ts";

let product: Product;
let project: string;
beforeEach(async () => {
  product = new Product();
  project = join(product.folder, "project");
  mkdirSync(project);
  execFileSync("git", ["init", "-q", "-b", "main", project]);
  await product.ensureDaemon();
});
afterEach(() => product.dispose());

const put = (path: string, text: string) => {
  mkdirSync(dirname(join(project, path)), { recursive: true });
  writeFileSync(join(project, path), text);
};
const checkpoint = (args: readonly string[], input?: string) => {
  const words = ["checkpoint", ...args, "--project", project];
  return input === undefined ? product.cli(words) : product.cliProcess(words, { input });
};
const checkpointJson = (...args: string[]) => product.cliJson(["checkpoint", ...args, "--project", project]);
const fileOf = (name: string) => join(project, ".throughline", "checkpoints", `${name}.md`);

const STATE = `# SESSION-STATE
## Active Task
Build login page with OAuth fallback
## Progress
- Wrote src/auth.py lines 2-3, login flow complete
## Next Action
Run \`git status\` to verify login
## Blockers
- Git conflict in src/main.py lines 80-95
## Decisions
- Sessions in Redis, because two servers share them
## Preferences
- User prefers verbose error messages
`;
function prepared(): void {
  put("src/auth.py", "one\ntwo\nthree\nfour\n");
  put(".throughline/SESSION-STATE.md", STATE);
}

describe("N1: checkpoint save", () => {
  test("fills the file from SESSION-STATE.md, and names file, task and next action", async () => {
    prepared();
    const { code, stdout } = await checkpoint(["save", "build-login-page"]);
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: `Saved checkpoint build-login-page: ${fileOf("build-login-page")}\nTask: Build login page with OAuth fallback\nNext action: Run \`git status\` to verify login\nNot found: src/main.py\n`,
    });
    const text = readFileSync(fileOf("build-login-page"), "utf8");
    expect(text).toMatch(
      /^# Checkpoint: build-login-page\n\*\*Created:\*\* \d{4}-\d\d-\d\d \d\d:\d\d GMT[+-]\d{1,2}(?::\d\d)?\n\*\*Task:\*\* Build login page with OAuth fallback\n/,
    );
    const order = [
      "## Progress",
      "## Next Action",
      "## Blockers",
      "## Key Decisions",
      "## Relevant Context",
      "**Age:**",
    ];
    const places = order.map((title) => text.indexOf(`\n${title}`));
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(Math.min(...places)).toBeGreaterThan(0);
  });

  test("fills it from what was captured of the project's latest session, secrets redacted", async () => {
    put("src/auth.py", "import os\ndef login():\n    return token\n");
    const older = new Conversation(product, project);
    await older.start();
    await older.prompt("Paint the shed in src/shed.py");
    const talk = new Conversation(product, project);
    await talk.start();
    await talk.prompt("Build the login page in src/auth.py.");
    await talk.tool(
      "Edit",
      { file_path: join(project, "src", "auth.py"), old_string: "x", new_string: "def login():\n    return token" },
      "ok",
    );
    await talk.tool("Bash", { command: "pytest tests" }, "Exit code 1\nE   AssertionError: expected 200, got 500", {
      isError: true,
    });
    const secret = "ghp_16C7e42F292c6912E7710c838347Ae178B4a";
    await talk.reply(
      `We decided to keep sessions in Redis because two servers share them. Next, I'll run \`pytest tests/auth_test.py\` with GITHUB_TOKEN=${secret}.`,
    );
    const saved = await checkpointJson("save", "build-login-page");
    expect(saved).toMatchObject({
      task: "Build the login page in src/auth.py.",
      progress: ["Changed `src/auth.py` lines 2-3"],
      nextAction: expect.stringMatching(/^Run `pytest tests\/auth_test\.py`/),
      blockers: [expect.stringContaining("AssertionError: expected 200, got 500")],
      keyDecisions: ["We decided to keep sessions in Redis because two servers share them."],
    });
    expect(readFileSync(fileOf("build-login-page"), "utf8")).not.toContain(secret);
  });

  test("means the open work of the project, where a throwaway question came after it", async () => {
    const talk = new Conversation(product, project);
    await talk.start();
    await talk.prompt("Build the login page in src/auth.py.");
    await talk.tool("Edit", { file_path: join(project, "src", "auth.py"), old_string: "x", new_string: "y" }, "ok");
    await talk.reply("Next, I'll run `pytest tests/auth_test.py`.");
    await talk.end();
    const question = "how do i list all files larger than 10MB with find?";
    const aside = new Conversation(product, project);
    await aside.start();
    await aside.prompt(question);
    await aside.reply("Run `find . -type f -size +10M`.");
    const ofTheWork = {
      task: "Build the login page in src/auth.py.",
      progress: ["Changed `src/auth.py`"],
      nextAction: "Run `pytest tests/auth_test.py`.",
    };
    expect(await checkpointJson("save", "build-login-page")).toMatchObject(ofTheWork);
    const agent = await McpAgent.connected(product, project);
    expect(await agent.call("checkpoint_save", { name: "login-by-agent" })).toMatchObject(ofTheWork);
    await agent.close();
    // Without open work there is only the question, and that is nothing to go on with.
    expect((await product.api("POST", "/api/work/finish", { project })).status).toBe(200);
    const { code, stderr } = await checkpoint(["save", "list-large-files"]);
    expect(code).toBe(1);
    expect(stderr).toContain("Next Action is a question");
    const forced = await checkpointJson("save", "list-large-files", "--force");
    expect(forced).toMatchObject({ task: question, progress: ["Run `find . -type f -size +10M`."] });
  });

  test("has its place in every layout", async () => {
    const own = [".throughline/checkpoints", ".throughline/SESSION-STATE.md"] as const;
    const layouts = {
      throughline: own,
      loa: own,
      brainwav: own,
      openclaw: ["memory/checkpoints", "SESSION-STATE.md"] as const,
    };
    for (const [layout, [folder, state]] of Object.entries(layouts)) {
      const there = join(product.folder, layout);
      mkdirSync(dirname(join(there, state)), { recursive: true });
      mkdirSync(join(there, ".git"));
      writeFileSync(join(there, "throughline.yaml"), `layout: ${layout}\n`);
      writeFileSync(join(there, state), STATE);
      const saved = await product.cliJson(["checkpoint", "save", "build-login-page", "--project", there]);
      const path = join(there, folder, "build-login-page.md");
      expect(saved).toMatchObject({ path, task: "Build login page with OAuth fallback" });
      expect(existsSync(path)).toBe(true);
    }
  });
});

describe("N2, N3: what is refused, with the reason and without a change", () => {
  test("N2: names that say nothing, are kept for others, or lead elsewhere", async () => {
    prepared();
    const names = [
      "task",
      "work",
      "save",
      "untitled",
      "backup",
      "autosave",
      "autosave-log",
      "../x",
      "a/b",
      "..",
      "Build It",
    ];
    const refusals = await Promise.all(names.map((name) => checkpoint(["save", name])));
    for (const { code, stderr } of refusals) {
      expect(code).not.toBe(0);
      expect(stderr).toMatch(/name: .+\nhint: /);
    }
    expect(existsSync(join(project, ".throughline", "checkpoints"))).toBe(false);
  });

  test("N3: vague content is refused; given fields fix it, and --force saves it marked incomplete", async () => {
    put(
      ".throughline/SESSION-STATE.md",
      "Task: Build the login page\nProgress: worked on auth\nNext action: continue testing\n",
    );
    const refused = await checkpoint(["save", "build-login-page"]);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toMatch(
      /Progress is vague \("worked on auth"\).*Next Action cannot be executed.*\nhint: .*--force/s,
    );
    expect(existsSync(fileOf("build-login-page"))).toBe(false);

    const forced = await checkpoint(["save", "build-login-page", "--force"]);
    expect(forced.stdout).toContain("Marked incomplete: Progress is vague");
    expect(readFileSync(fileOf("build-login-page"), "utf8")).toContain("**Incomplete:** Progress is vague");
    expect(await checkpointJson("list")).toMatchObject([
      { incomplete: [expect.stringContaining("Progress"), expect.stringContaining("Next Action")] },
    ]);

    const mended = ["--progress", "Wrote src/auth.py", "Ran pytest: 14 passed", "--next-action", "Run `git push`"];
    const more = [
      "--decisions",
      "Redis, because it is shared",
      "--context",
      "User prefers short names",
      "--blockers",
      "CI is down: HTTP 503",
    ];
    expect(await checkpointJson("save", "build-login-page", ...mended, ...more)).toMatchObject({
      progress: ["Wrote src/auth.py", "Ran pytest: 14 passed"],
      nextAction: "Run `git push`",
      ...{ keyDecisions: ["Redis, because it is shared"], relevantContext: ["User prefers short names"] },
      ...{ blockers: ["CI is down: HTTP 503"], incomplete: [], replaced: true },
    });
  });

  test("N3: an empty project has nothing to save, and is told what is missing", async () => {
    const { code, stderr } = await checkpoint(["save", "build-login-page", "--task", "Build login page"]);
    expect(code).toBe(1);
    expect(stderr).toMatch(/Progress is missing.*Next Action is missing/s);
  });
});

describe("N4: checkpoint list", () => {
  test("has the fields of the contract, newest first, autosave as such", async () => {
    prepared();
    await checkpoint(["save", "build-login-page"]);
    const old = readFileSync(fileOf("build-login-page"), "utf8").replace(
      /\*\*Created:\*\* .*/,
      "**Created:** 2020-01-02 03:04 GMT+8",
    );
    put(".throughline/checkpoints/autosave.md", old.replace("build-login-page", "autosave"));
    const listed = z.array(z.record(z.string(), z.unknown())).parse(await checkpointJson("list"));
    expect(listed).toMatchObject([
      {
        name: "build-login-page",
        autosave: false,
        path: fileOf("build-login-page"),
        task: "Build login page with OAuth fallback",
      },
      { name: "autosave", autosave: true, createdAt: "2020-01-01T19:04:00.000Z" },
    ]);
    for (const field of "name path createdAt ageSeconds task progress nextAction blockers keyDecisions relevantContext stale autosave".split(
      " ",
    ))
      expect(listed[0]).toHaveProperty(field);
    const { stdout } = await checkpoint(["list"]);
    expect(stdout).toMatch(
      /^NAME +CREATED +AGE +CHANGED SINCE +TASK\nbuild-login-page .* s ago .*\nautosave \(automatic\) .* d ago /,
    );
    expect((await checkpoint(["show", "build-login-page"])).stdout).toContain("User prefers verbose error messages");
  });
});

describe("N5: checkpoint resume", () => {
  beforeEach(async () => {
    prepared();
    put("src/main.py", "x\n");
    await checkpoint(["save", "build-login-page"]);
  });

  test("end of input changes nothing and exits 1; so does what is neither yes nor no", async () => {
    put("src/auth.py", "new\none\ntwo\nthree\nfour\n");
    for (const input of ["", "maybe\n"]) {
      const { code, stdout } = await checkpoint(["resume", "build-login-page"], input);
      expect(code).toBe(1);
      expect(stdout).toMatch(
        /^📌 Resume: Build login page with OAuth fallback\nSaved: \d{4}-\d\d-\d\d \d\d:\d\d GMT\S+ \(\d+ s ago\)\n✅ Progress:\n- Wrote src\/auth\.py lines 2-3, login flow complete\n🔜 Next action: Run `git status` to verify login\n⚠️ Stale warnings:\n- src\/auth\.py has changed since\n- src\/auth\.py lines 2-3 have moved to 3-4\n\n"no" moves this checkpoint to the trash; `throughline checkpoint restore build-login-page` brings it back\.\n\nResuming: .+\. Last progress: .+\. Next action: .+\. Ready to continue\? \(yes\/no\)\n$/,
      );
      expect(existsSync(fileOf("build-login-page"))).toBe(true);
    }
    expect(await checkpointJson("list", "--trash")).toEqual([]);
  });

  test("yes keeps the file and runs nothing, by a line, by --yes, and as JSON", async () => {
    const marker = join(project, "was-run");
    await checkpoint(["save", "run-nothing", "--next-action", `Run \`touch ${marker}\``]);
    const byLine = await checkpoint(["resume", "run-nothing"], "yes\nno\n");
    expect(byLine).toMatchObject({ code: 0, stdout: expect.stringContaining("Confirmed. Nothing was run") });
    expect(await checkpoint(["resume", "run-nothing", "--yes"])).toMatchObject({ code: 0 });
    expect(await checkpointJson("resume", "run-nothing", "--yes")).toMatchObject({
      confirmed: true,
      name: "run-nothing",
    });
    expect(existsSync(fileOf("run-nothing"))).toBe(true);
    expect(existsSync(marker)).toBe(false);
  });

  test("no puts it into the trash, from which restore brings it back", async () => {
    const before = readFileSync(fileOf("build-login-page"), "utf8");
    expect(await checkpoint(["resume", "build-login-page"], "no\n")).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("is in the trash"),
    });
    expect(existsSync(fileOf("build-login-page"))).toBe(false);
    expect((await checkpoint(["list", "--trash"])).stdout).toContain("build-login-page");
    expect((await checkpoint(["resume", "build-login-page"])).stderr).toContain("checkpoint restore build-login-page");
    await checkpoint(["restore", "build-login-page"]);
    expect(readFileSync(fileOf("build-login-page"), "utf8")).toBe(before);
  });

  test("a missing file and another branch are flagged", async () => {
    const git = (...args: string[]) =>
      execFileSync("git", ["-C", project, "-c", "user.name=a", "-c", "user.email=a@b.c", ...args]);
    git("add", "-A");
    git("commit", "-qm", "one");
    await checkpoint(["save", "build-login-page"]);
    git("checkout", "-qb", "other");
    rmSync(join(project, "src", "auth.py"));
    expect(await checkpointJson("resume", "build-login-page", "--yes")).toMatchObject({
      stale: ["src/auth.py no longer exists", "it was saved on branch main; this is other"],
    });
  });
});

describe("N6: checkpoint delete", () => {
  test("is refused while its task is active, unless forced; then it is in the trash", async () => {
    prepared();
    await checkpoint(["save", "build-login-page"]);
    const refused = await checkpoint(["delete", "build-login-page"]);
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringMatching(/still active[\s\S]*--force/) });
    expect(existsSync(fileOf("build-login-page"))).toBe(true);
    expect(await checkpoint(["delete", "build-login-page", "--force"])).toMatchObject({ code: 0 });
    expect(existsSync(fileOf("build-login-page"))).toBe(false);
    expect(await checkpointJson("restore", "build-login-page")).toMatchObject({ name: "build-login-page" });
    expect(await checkpoint(["delete", "no-such-thing"])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("there is no checkpoint"),
    });
  });
});

test("N1 to N6 over HTTP: the same operations, and the same refusals", async () => {
  prepared();
  const where = `project=${encodeURIComponent(project)}`;
  const at = (path: string) => `/api/named-checkpoints${path}`;
  expect(await product.api("POST", at(""), { name: "task", project })).toMatchObject({
    status: 400,
    body: { error: { code: "bad_input", message: expect.stringMatching(/^name: /) } },
  });
  expect(await product.api("POST", at(""), { name: "over-http", project })).toMatchObject({
    status: 200,
    body: { name: "over-http" },
  });
  expect((await product.api("GET", at(`?${where}`))).body).toMatchObject([{ name: "over-http" }]);
  expect((await product.api("GET", at(`/over-http?${where}`))).body).toMatchObject({ name: "over-http" });
  expect((await product.api("GET", at(`/..%2Fover-http?${where}`))).status).toBe(400);
  expect(await product.api("POST", at("/resume"), { name: "over-http", project, confirmed: true })).toMatchObject({
    status: 409,
    body: { error: { message: expect.stringMatching(/not been shown/), hint: expect.stringMatching(/second call/) } },
  });
  expect((await product.api("POST", at("/resume"), { name: "over-http", project })).body).toMatchObject({
    confirmed: null,
  });
  expect((await product.api("DELETE", at(`/over-http?${where}`))).status).toBe(409);
  expect(
    (await product.api("POST", at("/resume"), { name: "over-http", project, confirmed: false })).body,
  ).toMatchObject({ confirmed: false });
  expect((await product.api("GET", at(`?trash=true&${where}`))).body).toMatchObject([
    { name: "over-http", trashedAt: expect.any(String) },
  ]);
  expect((await product.api("POST", at("/over-http/restore"), { project })).status).toBe(200);
  expect((await product.api("POST", at(""), { name: "no-where" })).status).toBe(400);
});

test("with --session the commands mean the checkpoints of the store", async () => {
  const talk = new Conversation(product, project);
  await talk.start();
  await talk.prompt("Port the importer to streams.");
  const session = ["--session", talk.id];
  const saved = z.looseObject({ id: z.string() }).parse(await product.cliJson(["checkpoint", "save", ...session]));
  expect(await product.cliJson(["checkpoint", "list", ...session])).toMatchObject([{ id: saved.id }]);
  expect(await product.cliJson(["checkpoint", "show", saved.id, ...session])).toMatchObject({ id: saved.id });
  const resumed = await product.cli(["checkpoint", "resume", saved.id, ...session]);
  expect(resumed).toMatchObject({ code: 0, stdout: expect.stringContaining("Port the importer") });
  const other = new Conversation(product, project);
  await other.start();
  const wrong = await product.cli(["checkpoint", "show", saved.id, "--session", other.id]);
  expect(wrong.stderr).toContain("belongs to another");
  expect(existsSync(join(project, ".throughline", "checkpoints"))).toBe(false);
  expect(await product.cli(["checkpoint", "save", "port-the-importer", ...session])).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/a name and --session cannot be combined\n.*Leave out one of them/),
  });
  expect(await product.cliJson(["checkpoint", "list", ...session])).toHaveLength(1);
  expect((await product.cli(["checkpoint", "verify", "--project", project])).stdout).toMatch(/: 1 checkpoint$/m);
  expect((await product.cli(["checkpoint", "save"])).code).toBe(2);
  expect((await product.cli(["checkpoint", "resume", ...session])).code).toBe(2);
});

test("N1, C8: a session under a task: its title, decisions in whole sentences, and the same next step in every form", async () => {
  put("src/f.py", "one\ntwo\n");
  const talk = new Conversation(product, project);
  await talk.start();
  await product.api("POST", "/api/tasks", {
    project,
    title: "Count down",
    slug: "count",
    testScenarios: ["It (happy_path): works"],
  });
  await product.api("POST", "/api/sessions-under-task", { project, task: "count" });
  await talk.prompt("Change src/f.py so that it counts down");
  const decision = { decision: "Count in place", rationale: "Memory is scarce", alternatives: ["A new list"] };
  await product.api("POST", "/api/decisions", { project, task: "count", ...decision });
  await talk.tool("Edit", { file_path: join(project, "src", "f.py"), old_string: "x", new_string: "two" }, "ok");
  await talk.reply("Edited `src/f.py` line 2. Next, run `npm run build`.");
  expect(await checkpointJson("save", "count-down")).toMatchObject({
    ...{ task: "Count down", nextAction: "Run `npm run build`." },
    keyDecisions: expect.arrayContaining(["Count in place. Why: Memory is scarce. Not chosen: A new list"]),
  });
  await talk.end();
  const status = join(project, ".throughline", "tasks", "count", "json", "task-status.json");
  const shape = z.looseObject({ next_steps: z.array(z.string()) });
  const next = () =>
    existsSync(status) ? shape.parse(JSON.parse(readFileSync(status, "utf8"))).next_steps : undefined;
  expect(await product.until(async () => (next()?.length ? next() : undefined))).toEqual(["Run `npm run build`."]);
});
