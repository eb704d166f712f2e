import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { gitDirectoryOf, resolveProject } from "./project-folder.ts";

vi.mock("node:os", async (original) => {
  const os = await original<typeof import("node:os")>();
  return { ...os, homedir: vi.fn(os.homedir) };
});

let folder: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "throughline-project-")));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const git = (cwd: string, ...words: string[]) =>
  execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@t", "-c", "protocol.file.allow=always", ...words], {
    cwd,
    stdio: "pipe",
    env: { ...process.env, GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_SYSTEM: "/dev/null" },
  });

function made(...parts: string[]): string {
  const path = join(folder, ...parts);
  mkdirSync(path, { recursive: true });
  return path;
}

function repository(...parts: string[]): string {
  const root = made(...parts);
  git(root, "init", "-q");
  git(root, "commit", "-q", "--allow-empty", "-m", "first");
  return root;
}

const nameOf = (path: string): string => resolveProject(path).normalized;

test("S1: a repository is named by its root, from its root and from any depth below", async () => {
  const root = repository("project");
  expect(resolveProject(root)).toEqual({ given: root, normalized: root });
  expect(nameOf(made("project", "src", "deep", "er"))).toBe(root);
  expect(nameOf(`${root}/src/../src/`)).toBe(root);
});

test("S1: symbolic links to a repository, and into it, are that repository; the reported path is kept", async () => {
  const root = repository("project");
  made("project", "src");
  const [link, inner] = [join(folder, "link"), join(folder, "inner")];
  symlinkSync(root, link);
  symlinkSync(join(link, "src"), inner);
  expect(resolveProject(link)).toEqual({ given: link, normalized: root });
  expect(nameOf(join(link, "src"))).toBe(root);
  expect(nameOf(inner)).toBe(root);
});

test("S1: a worktree is the repository it was made from, in any place", async () => {
  const root = repository("project");
  const [outside, inside] = [join(folder, "elsewhere", "tree"), join(root, ".trees", "tree")];
  git(root, "worktree", "add", "-q", "-b", "one", outside);
  git(root, "worktree", "add", "-q", "-b", "two", inside);
  expect(nameOf(outside)).toBe(root);
  expect(nameOf(made("elsewhere", "tree", "src"))).toBe(root);
  expect(nameOf(inside)).toBe(root);
});

test("S1: two repositories with the same folder name are two projects", async () => {
  const [one, two] = [repository("a", "app"), repository("b", "app")];
  expect(nameOf(one)).toBe(one);
  expect(nameOf(two)).toBe(two);
});

test("S1: a repository inside another is a project of its own", async () => {
  repository("outer");
  const inner = repository("outer", "vendor", "inner");
  expect(nameOf(made("outer", "vendor", "inner", "src"))).toBe(inner);
});

test("S1: a submodule is a project of its own, and its worktrees are that project", async () => {
  const library = repository("library");
  const outer = repository("outer");
  git(outer, "submodule", "--quiet", "add", library, "libs/library");
  const submodule = join(outer, "libs", "library");
  expect(nameOf(submodule)).toBe(submodule);
  git(submodule, "worktree", "add", "-q", "-b", "side", join(folder, "side"));
  expect(nameOf(join(folder, "side"))).toBe(submodule);
  expect(nameOf(outer)).toBe(outer);
});

test("S1: the worktrees of a bare repository are one project, its own folder as well", async () => {
  const bare = join(folder, "project.git");
  git(folder, "clone", "-q", "--bare", repository("seed"), bare);
  for (const name of ["one", "two"]) git(bare, "worktree", "add", "-q", "-b", name, join(folder, name));
  expect(nameOf(join(folder, "one"))).toBe(bare);
  expect(nameOf(join(folder, "two"))).toBe(bare);
  expect(nameOf(bare)).toBe(bare);
});

test("S1: a folder with a bare repository next to its worktrees is one project", async () => {
  const root = made("project");
  git(folder, "clone", "-q", "--bare", repository("seed"), join(root, ".bare"));
  writeFileSync(join(root, ".git"), "gitdir: ./.bare\n");
  git(root, "worktree", "add", "-q", "-b", "feature", "feature");
  expect(nameOf(root)).toBe(root);
  expect(nameOf(join(root, "feature"))).toBe(root);
});

test("S1: a `.git` that points to another project's git directory does not make a folder that project", () => {
  const secret = repository("secret");
  const stray = made("stray");
  for (const pointer of [join(secret, ".git"), "../secret/.git"]) {
    writeFileSync(join(stray, ".git"), `gitdir: ${pointer}\n`);
    expect(nameOf(stray)).toBe(stray);
    expect(gitDirectoryOf(stray)).toBeUndefined();
  }
  rmSync(join(stray, ".git"));
  symlinkSync(join(secret, ".git"), join(stray, ".git"));
  expect(nameOf(stray)).toBe(stray);
  expect(gitDirectoryOf(stray)).toBeUndefined();
});

test("S1: a worktree's pointer that is copied elsewhere, or made up, does not make a folder that project", () => {
  const secret = repository("secret");
  git(secret, "worktree", "add", "-q", "-b", "side", join(folder, "side"));
  const stray = made("stray");
  writeFileSync(join(stray, ".git"), readFileSync(join(folder, "side", ".git")));
  expect(nameOf(stray)).toBe(stray);
  const forged = made("stray", "forged");
  writeFileSync(join(stray, ".git"), "gitdir: forged\n");
  writeFileSync(join(forged, "gitdir"), join(stray, ".git"));
  writeFileSync(join(forged, "commondir"), join(secret, ".git"));
  expect(nameOf(stray)).toBe(stray);
  expect(gitDirectoryOf(stray)).toBeUndefined();
});

test("S1: a `.git` folder that borrows another repository's commits says nothing of its own", () => {
  const secret = repository("secret");
  const borrower = repository("borrower");
  writeFileSync(join(borrower, ".git", "commondir"), join(secret, ".git"));
  expect(nameOf(borrower)).toBe(borrower);
  expect(gitDirectoryOf(borrower)).toBeUndefined();
});

test("S1: a separate git directory counts where it names its folder, and the path counts where it does not", () => {
  const root = made("project");
  git(root, "init", "-q", "--separate-git-dir", join(folder, "apart"));
  git(root, "commit", "-q", "--allow-empty", "-m", "first");
  expect(nameOf(root)).toBe(root);
  expect(gitDirectoryOf(root)).toBeUndefined();
  git(root, "config", "core.worktree", root);
  git(root, "worktree", "add", "-q", "-b", "side", join(folder, "side"));
  expect(gitDirectoryOf(root)).toBeDefined();
  expect(nameOf(join(folder, "side"))).toBe(root);
});

test("S1: a folder outside any repository has its own name; a missing one that of the reported path", async () => {
  const plain = made("plain", "notes");
  expect(nameOf(plain)).toBe(plain);
  const missing = join(folder, "gone", "..", "gone");
  expect(resolveProject(missing)).toEqual({ given: missing, normalized: join(folder, "gone") });
  expect(nameOf("bad\0path")).toContain("bad");
});

test("S1: a `.git` that points nowhere, or is not one, does not hide the folder", async () => {
  const root = made("stale");
  writeFileSync(join(root, ".git"), "gitdir: /nowhere/.git/worktrees/stale\n");
  expect(nameOf(root)).toBe(root);
  writeFileSync(join(root, ".git"), "\0\0 not a pointer");
  expect(nameOf(root)).toBe(root);
});

test("S1: names with spaces, quotes, line ends and other scripts are kept as they are", async () => {
  for (const name of ["with space", 'it\'s "quoted"', "line\nend", "Проект", "日本語", "é-nfc", "é-nfd"]) {
    const root = repository(name);
    expect(nameOf(made(name, "src"))).toBe(root);
  }
});

test("S1: a repository of dotfiles in the home folder does not own the projects below it", async () => {
  const home = repository("home");
  const notes = made("home", "notes");
  vi.mocked(homedir).mockReturnValue(home);
  expect(nameOf(notes)).toBe(notes);
  expect(nameOf(home)).toBe(home);
  vi.mocked(homedir).mockReset();
});
