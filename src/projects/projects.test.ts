import { execFileSync } from "node:child_process";
import { renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { Stage } from "../engine.test-kit.ts";
import { scratchFolder } from "../scratch.test-kit.ts";

let folder: string;
let stage: Stage;
beforeEach(async () => {
  folder = scratchFolder();
  stage = await Stage.open();
});
afterEach(() => stage.engine.close());

const at = (name: string) => join(folder, name);
const git = (cwd: string, ...words: string[]) =>
  execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@t", ...words], {
    cwd,
    stdio: "pipe",
    env: { ...process.env, GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_SYSTEM: "/dev/null" },
  });
const commit = (name: string) => git(at(name), "commit", "-q", "--allow-empty", "-m", "work");

function repository(name: string): void {
  git(folder, "init", "-q", at(name));
  commit(name);
}

function copy(name: string, remote: string): void {
  git(folder, "clone", "-q", at("original"), at(name));
  git(at(name), "remote", "set-url", "origin", remote);
}

/** The folders of each project, by their names. */
async function projects(...names: string[]): Promise<string[][]> {
  for (const name of names) await stage.engine.projects.at(at(name));
  await stage.engine.projects.idle();
  const listed = await stage.engine.projects.list();
  return listed.map(({ folders }) => folders.map(({ path }) => path.slice(folder.length + 1)).sort()).sort();
}

test("S1: a folder that was moved and gained a remote is known; of two forks of it, only the first", async () => {
  repository("original");
  await projects("original");
  copy("one", "https://example.org/one/app");
  copy("two", "https://example.org/two/app");
  rmSync(at("original"), { recursive: true });
  expect(await projects("one", "two")).toEqual([["one", "original"], ["two"]]);
  expect(await stage.engine.projects.list()).toContainEqual(
    expect.objectContaining({
      folders: expect.arrayContaining([expect.objectContaining({ path: at("original"), isThere: false })]),
    }),
  );
});

test("S1: a folder that is next to its clone, without a remote, is another project than the clone", async () => {
  repository("original");
  copy("one", "https://example.org/one/app");
  expect(await projects("original", "one")).toEqual([["one"], ["original"]]);
  git(at("original"), "remote", "add", "origin", "git@example.org:one/app.git");
  expect(await projects("original", "one")).toEqual([["one", "original"]]);
});

test("S1: a first commit that was made within a session is known when the folder is moved afterwards", async () => {
  git(folder, "init", "-q", at("original"));
  await stage.hook("session-start", "s", { cwd: at("original"), hook_event_name: "SessionStart", source: "startup" });
  commit("original");
  await stage.hook("session-end", "s", { cwd: at("original"), hook_event_name: "SessionEnd", reason: "other" });
  await stage.engine.hooks.idle();
  await stage.engine.projects.idle();
  renameSync(at("original"), at("moved"));
  expect(await projects("moved")).toEqual([["moved", "original"]]);
});

test("S1: forks stay apart though their root commits are known", async () => {
  repository("original");
  for (const name of ["one", "two"]) copy(name, `https://example.org/${name}/app`);
  rmSync(at("original"), { recursive: true });
  expect(await projects("one", "two", "one", "two")).toEqual([["one"], ["two"]]);
});

test("S1: to look at a folder without git changes nothing", async () => {
  expect(await projects("nothing")).toEqual([]);
  await expect(stage.engine.projects.unlink(at("nothing"))).rejects.toThrow(/there is no folder/);
});
