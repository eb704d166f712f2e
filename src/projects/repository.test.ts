import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { scratchFolder } from "../scratch.test-kit.ts";
import { originIn, readRepository, rootCommits } from "./repository.ts";

let folder: string;
let project: string;
const env = { ...process.env, GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_SYSTEM: "/dev/null" };
const git = (cwd: string, ...words: string[]): string =>
  execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@t", ...words], {
    cwd,
    stdio: "pipe",
    encoding: "utf8",
    env,
  }).trim();
const commit = (cwd: string): string => {
  git(cwd, "commit", "-q", "--allow-empty", "-m", "work");
  return git(cwd, "rev-parse", "HEAD");
};

beforeEach(() => {
  folder = scratchFolder();
  project = join(folder, "project");
  git(folder, "init", "-q", project);
});

test("S1: a repository without commits and remote says nothing of itself; a folder without git is none", () => {
  expect(readRepository(project)).toEqual({ remote: null, head: null, recent: [] });
  expect(readRepository(folder)).toBeUndefined();
});

test("S1: the remote and the commits that were checked out are read without git", () => {
  const [one, two] = [commit(project), commit(project)];
  git(project, "remote", "add", "origin", "git@Example.org:Acme/app.git");
  git(project, "remote", "add", "upstream", "https://example.org/other/app");
  expect(readRepository(project)).toEqual({ remote: "example.org/Acme/app", head: two, recent: [one, two] });
  git(project, "checkout", "-q", one);
  expect(readRepository(project)?.head).toBe(one);
});

test("S1: where git keeps no log, the commit is read from HEAD, from its branch, or from what is packed", () => {
  git(project, "config", "core.logAllRefUpdates", "false");
  const [one, two] = [commit(project), commit(project)];
  rmSync(join(project, ".git", "logs"), { recursive: true, force: true });
  expect(readRepository(project)?.head).toBe(two);
  git(project, "pack-refs", "--all");
  expect(readRepository(project)?.head).toBe(two);
  git(project, "-c", "core.logAllRefUpdates=false", "checkout", "-q", one);
  rmSync(join(project, ".git", "logs"), { recursive: true, force: true });
  expect(readRepository(project)?.head).toBe(one);
});

test("S1: the URL of `origin` is found in whatever way git allows it to be written", () => {
  expect(originIn('[remote "origin"]\n\turl = a:b\n\tfetch = x\n')).toBe("a:b");
  expect(originIn('[core]\n[REMOTE "origin"] URL="https://x/y # z" ; why\r\n')).toBe("https://x/y # z");
  expect(originIn('[remote "origin"]\n\turl = a:b   # why\n\turl = c:d\n')).toBe("a:b");
  expect(originIn('[remote "Origin"]\n\turl = a:b\n[remote "upstream"]\n\turl = c:d\n')).toBeUndefined();
  expect(originIn('[remote "origin"]\n\tpushurl = a:b\n[branch "url"]\n\turl = c:d\n')).toBeUndefined();
});

test("S1: the root commits are those that history began with; a shallow clone does not have them", async () => {
  expect(await rootCommits(project)).toBeUndefined();
  const first = commit(project);
  commit(project);
  expect(await rootCommits(project)).toBe(first);
  const shallow = join(folder, "shallow");
  git(folder, "clone", "-q", "--depth", "1", `file://${project}`, shallow);
  expect(await rootCommits(shallow)).toBeUndefined();
  expect(await rootCommits(folder)).toBeUndefined();
});

test("S1: nothing that a repository is configured to run is run", async () => {
  const first = commit(project);
  const ran = join(folder, "ran");
  const script = join(folder, "script.sh");
  writeFileSync(script, `#!/bin/sh\ntouch '${ran}'\n`, { mode: 0o755 });
  for (const key of ["core.fsmonitor", "core.pager", "pager.rev-list", "core.sshCommand", "alias.rev-list"])
    git(project, "config", key, key.startsWith("alias") ? `!${script}` : script);
  mkdirSync(join(project, "hooks"));
  expect(await rootCommits(project)).toBe(first);
  expect(() => execFileSync("ls", [ran], { stdio: "pipe" })).toThrow();
});
