import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { Conversation } from "../support/product/conversation.ts";
import { Product } from "../support/product/product.ts";

let product: Product;
let project: string;

const git = (cwd: string, ...args: string[]) =>
  execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@example.com", ...args], { cwd, stdio: "pipe" });
const commit = (cwd: string, text = "work") => git(cwd, "commit", "-q", "--allow-empty", "-m", text);
const at = (name: string) => join(product.folder, name);

/** A folder with one commit, and a bare repository that it is cloned from. */
function cloned(): string {
  const bare = at("origin.git");
  git(product.folder, "init", "-q", "--bare", bare);
  git(product.folder, "clone", "-q", bare, project);
  commit(project);
  git(project, "push", "-q", "origin", "HEAD");
  return bare;
}

const AUTOSAVE = ".throughline/checkpoints/autosave.md";
const WORK = "We decided to use rotating refresh tokens because stolen ones replay.";

/** A session that leaves something to go on from. */
async function work(cwd: string, text = WORK): Promise<void> {
  const session = new Conversation(product, cwd);
  await session.start();
  await session.prompt(text);
  await session.reply("Started with src/auth.ts.");
  await session.end();
}

async function recall(query: string, cwd: string): Promise<string> {
  const { status, body } = await product.api("POST", "/api/memories/recall", { query, project: cwd });
  expect(status).toBe(200);
  return JSON.stringify(body);
}

const given = (cwd: string): Promise<string> => new Conversation(product, cwd).start();

const projectList = z.array(
  z.object({ id: z.number(), folders: z.array(z.looseObject({ path: z.string(), remote: z.string().nullable() })) }),
);
const projects = async () => projectList.parse(await product.cliJson(["projects", "list"]));
const folders = async () => (await projects()).map((one) => one.folders.map(({ path }) => path).sort());

/** What git alone knows is asked for in the background. */
const joined = (...paths: string[]) =>
  product.until(async () =>
    (await folders()).some((one) => paths.every((path) => one.includes(path))) ? true : undefined,
  );

beforeEach(async () => {
  product = new Product();
  project = at("acme");
  await product.ensureDaemon();
});
afterEach(() => product.dispose());

describe("S1: what was done in a folder is recovered", () => {
  test("in a second clone of the same remote, a shallow one, a worktree and a subdirectory of it", async () => {
    const bare = cloned();
    await work(project);
    git(product.folder, "clone", "-q", `file://${bare}`, at("second"));
    git(product.folder, "clone", "-q", "--depth", "1", `file://${bare}`, at("shallow"));
    git(at("second"), "worktree", "add", "-q", "-b", "side", at("side"));
    mkdirSync(join(at("second"), "src"));
    for (const folder of [at("second"), at("shallow"), at("side"), join(at("second"), "src")])
      expect(await given(folder), folder).toContain("rotating refresh tokens");
    expect(await folders()).toEqual([[project, at("second"), at("shallow")].sort()]);
  });

  test("in a full clone, when it was done in a shallow one, and the other way round", async () => {
    const bare = cloned();
    git(product.folder, "clone", "-q", "--depth", "1", `file://${bare}`, at("shallow"));
    await work(at("shallow"), "We decided to keep tokens in Redis because the disk is slow.");
    expect(await given(project)).toContain("Redis");
  });

  test.each(["with a remote", "without a remote"])("after the folder was moved, %s", async (which) => {
    if (which === "with a remote") cloned();
    else {
      git(product.folder, "init", "-q", project);
      commit(project);
    }
    await work(project);
    // What happens outside of any session is not looked at before the folder is somewhere else.
    commit(project, "more");
    renameSync(project, at("moved"));
    expect(await given(at("moved"))).toContain("rotating refresh tokens");
  });

  test("after the folder was moved and another project was put in its place, which is given nothing of it", async () => {
    git(product.folder, "init", "-q", project);
    commit(project);
    await work(project);
    // It is written behind the hook's answer; the folder moves with it.
    await product.until(async () => (existsSync(join(project, AUTOSAVE)) ? true : undefined));
    renameSync(project, at("moved"));
    git(product.folder, "init", "-q", project);
    commit(project, "another beginning");
    expect(await given(project)).not.toContain("rotating refresh tokens");
    await work(project, "We decided to paint the shed green because blue was sold out.");
    const moved = await given(at("moved"));
    expect(moved).toContain("rotating refresh tokens");
    expect(moved).not.toContain("shed");
    expect(await given(project)).toContain("shed");
  });

  test("in a copy without a remote that went other ways, by the root commits", async () => {
    git(product.folder, "init", "-q", project);
    commit(project);
    cpSync(project, at("copy"), { recursive: true });
    rmSync(join(at("copy"), ".git", "logs"), { recursive: true });
    commit(project);
    commit(at("copy"), "another way");
    await work(project);
    await given(at("copy"));
    await joined(project, at("copy"));
    expect(await given(at("copy"))).toContain("rotating refresh tokens");
  });

  test("after the folder gained its first commit, then a remote, and in a clone of that remote", async () => {
    git(product.folder, "init", "-q", project);
    await work(project);
    commit(project);
    expect(await given(project)).toContain("rotating refresh tokens");
    git(product.folder, "init", "-q", "--bare", at("later.git"));
    git(project, "remote", "add", "origin", at("later.git"));
    git(project, "push", "-q", "origin", "HEAD");
    // The clone is the first to be worked in: nobody has looked at the folder since it has a remote.
    git(product.folder, "clone", "-q", at("later.git"), at("clone"));
    expect(await given(at("clone"))).toContain("rotating refresh tokens");
    expect(await given(project)).toContain("rotating refresh tokens");
  });

  test("without git only at its path", async () => {
    mkdirSync(project);
    await work(project);
    expect(await given(project)).toContain("rotating refresh tokens");
    renameSync(project, at("moved"));
    expect(await given(at("moved"))).toBe("");
    await product.cli(["projects", "link", project, at("moved")]);
    expect(await given(at("moved"))).toContain("rotating refresh tokens");
  });

  test("when its remote changed, as when a repository was renamed", async () => {
    cloned();
    await work(project);
    git(project, "remote", "set-url", "origin", at("renamed.git"));
    expect(await given(project)).toContain("rotating refresh tokens");
  });
});

describe("S1: a fork is another project", () => {
  async function forked(): Promise<string> {
    const bare = cloned();
    await work(project);
    git(product.folder, "clone", "-q", "--bare", bare, at("fork.git"));
    git(product.folder, "clone", "-q", at("fork.git"), at("fork"));
    return at("fork");
  }

  test("until it is linked, and again when it is unlinked", async () => {
    const fork = await forked();
    expect(await given(fork)).toBe("");
    expect(await given(fork)).toBe("");
    expect(await folders()).toHaveLength(2);

    const { code, stdout } = await product.cli(["projects", "link", fork, project]);
    expect([code, stdout]).toEqual([0, expect.stringContaining("one project now")]);
    expect(await given(fork)).toContain("rotating refresh tokens");
    const { body } = await product.api("GET", "/api/projects");
    expect(projectList.parse(body)).toHaveLength(1);

    expect((await product.cli(["projects", "unlink", fork])).stdout).toContain("a separate project");
    expect(await folders()).toHaveLength(2);
    expect(await given(fork)).not.toContain("rotating refresh tokens");
  });

  test("linked by number, over HTTP, with everything that is stored in either", async () => {
    const fork = await forked();
    await product.api("POST", "/api/memories", { content: "The staging server is called heron.", project });
    await product.api("POST", "/api/decisions", { decision: "Use Redis", rationale: "It is there.", project });
    const recalled = () => recall("staging server", fork);
    expect(await recalled()).not.toContain("heron");
    const [one, other] = (await projects()).map(({ id }) => String(id));
    const { status } = await product.api("POST", "/api/projects/link", { project: one, other });
    expect(status).toBe(200);
    expect(await recalled()).toContain("heron");
    for (const command of [["sessions", "list"], ["memories"], ["decisions"]]) {
      const inFork = await product.cliJson([...command, "--project", fork]);
      expect(z.array(z.unknown()).parse(inFork).length, command.join(" ")).toBeGreaterThan(0);
    }
    expect((await product.cli(["recover", "--project", fork])).stdout).toContain("rotating refresh tokens");
    const checkpoints = await product.api("GET", `/api/checkpoints?project=${encodeURIComponent(fork)}`);
    expect(z.array(z.unknown()).parse(checkpoints.body).length).toBeGreaterThan(0);
  });

  test("unlinked by the folder that is named, whatever else is in the project and has no remote either", async () => {
    const many = at("many");
    for (const folder of [project, many]) {
      git(product.folder, "init", "-q", folder);
      commit(folder, folder);
      await work(folder);
    }
    renameSync(project, at("renamed"));
    await work(at("renamed"));
    git(product.folder, "clone", "-q", at("renamed"), at("clone"));
    const before = [[project, at("renamed"), at("clone")].sort(), [many]];
    await product.cli(["projects", "link", at("renamed"), at("clone")]);
    await product.until(async () => ((await folders()).length === 2 ? true : undefined));

    await product.cli(["projects", "link", at("renamed"), many]);
    expect(await folders()).toHaveLength(1);
    const { stdout } = await product.cli(["projects", "unlink", many]);
    expect(stdout).toContain("many");
    expect(stdout).not.toMatch(/acme|renamed|clone/);
    expect((await folders()).sort()).toEqual(before.sort());
  });

  test("a clone that was taken out stays out, and others of its remote are not drawn along", async () => {
    const bare = cloned();
    await work(project);
    git(product.folder, "clone", "-q", bare, at("second"));
    await given(at("second"));
    await product.cli(["projects", "unlink", at("second")]);
    commit(at("second"));
    expect(await given(at("second"))).not.toContain("rotating refresh tokens");
    git(product.folder, "clone", "-q", bare, at("third"));
    expect(await given(at("third"))).toContain("rotating refresh tokens");
    await product.cli(["projects", "link", at("second"), project]);
    expect(await given(at("second"))).toContain("rotating refresh tokens");
  });
});

test("S1: a folder whose `.git` points at another project's git directory is given nothing of it", async () => {
  cloned();
  await work(project);
  mkdirSync(at("stray"));
  writeFileSync(join(at("stray"), ".git"), `gitdir: ${join(project, ".git")}\n`);
  expect(await given(at("stray"))).toBe("");
  expect((await product.cli(["recover", "--project", at("stray")])).stdout).toContain("Nothing to recover");
  expect(await recall("rotating refresh tokens", project)).toContain("stolen");
  expect(await recall("rotating refresh tokens", at("stray"))).not.toContain("stolen");
});

test("S1: wrong words to `projects` are told as wrong, and nothing is changed", async () => {
  git(product.folder, "init", "-q", project);
  commit(project);
  await work(project);
  // The end of a session counts as its activity, and is stored after the hook was answered.
  const before = await product.until(async () => {
    const sessions = z.array(z.object({ state: z.string() })).parse((await product.api("GET", "/api/sessions")).body);
    return sessions.every(({ state }) => state === "complete") ? projects() : undefined;
  });
  const wrong: readonly (readonly [readonly string[], RegExp])[] = [
    [["link", project, at("nowhere")], /there is no folder .*nowhere/],
    [["link", project, "4711"], /there is no project 4711/],
    [["link", project, project], /are already one project/],
    [["unlink", project], /is linked to no other folder/],
    [["unlink", at("nowhere")], /there is no folder .*nowhere/],
  ];
  for (const [words, why] of wrong) {
    const { code, stderr } = await product.cli(["projects", ...words]);
    expect([words, code], stderr).toEqual([words, expect.any(Number)]);
    expect(code).not.toBe(0);
    expect(stderr).toMatch(why);
  }
  expect((await product.cli(["projects", "link", project])).stderr).toMatch(/missing required argument 'other'/);
  const { status } = await product.api("POST", "/api/projects/link", { project: "relative", other: "1" });
  expect(status).toBe(400);
  expect(await projects()).toEqual(before);
});
