import { execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { scratchFolder } from "../../../scratch.test-kit.ts";
import { commitWork } from "./commit.ts";
import { patchOf } from "./patch.ts";

let root: string;
const git = (...args: string[]) => execFileSync("git", args, { cwd: root, encoding: "utf8", stdio: "pipe" });
const put = (name: string, content: string | Buffer) => {
  mkdirSync(join(root, name, ".."), { recursive: true });
  writeFileSync(join(root, name), content);
};
const BINARY = Buffer.from([0, 1, 2, 255, 254, 0, 10, 13, 0]);
const OWN = [".throughline"];

beforeEach(() => {
  root = scratchFolder();
  git("init", "-q", "-b", "main");
  git("config", "user.name", "Ada");
  git("config", "user.email", "ada@example.org");
  put("kept.txt", "one\ntwo\nthree\n");
  put("moved.txt", Array.from({ length: 30 }, (_, n) => `line ${n}\n`).join(""));
  put("gone.txt", "gone\n");
  put("image.bin", Buffer.from([0, 9, 9, 0]));
  git("add", "-A");
  git("commit", "-q", "-m", "first");
});

/** Changes of every kind. */
function work(): void {
  put("kept.txt", "one\nzwei\nthree\nno newline at the end");
  renameSync(join(root, "moved.txt"), join(root, "renamed ä.txt"));
  rmSync(join(root, "gone.txt"));
  put("image.bin", BINARY);
  put("src/new.ts", "export const a = 1;\r\n");
  put("run.sh", "#!/bin/sh\n");
  chmodSync(join(root, "run.sh"), 0o755);
  symlinkSync("kept.txt", join(root, "link"));
  put(".throughline/NOTES.md", "ours\n");
  put(".gitignore", "ignored/\n");
  put("ignored/a.txt", "ignored\n");
}

const listing = () =>
  git("ls-files", "-co", "--exclude-standard", "-z")
    .split("\0")
    .filter((name) => name !== "" && !name.startsWith(".throughline"))
    .sort();

describe("V2: a patch bundle", () => {
  test("brings back every kind of change with git apply, and changes nothing itself", async () => {
    work();
    git("add", "kept.txt");
    const before = git("status", "--porcelain");
    const objects = git("count-objects");
    const patch = await patchOf(root, OWN);
    expect(git("status", "--porcelain")).toBe(before);
    expect(git("count-objects")).toBe(objects);
    expect(patch).toMatchObject({ leftOut: [], commit: git("rev-parse", "HEAD").trim() });
    const changed = listing().filter((name) => name !== "gone.txt" && name !== "moved.txt");
    git("stash", "-u", "-q");
    const file = join(scratchFolder(), "work.patch");
    writeFileSync(file, patch?.bytes ?? "");
    git("apply", "--check", file);
    git("apply", file);
    expect(listing().filter((name) => !["gone.txt", "moved.txt"].includes(name))).toEqual(changed);
    expect(readFileSync(join(root, "image.bin"))).toEqual(BINARY);
    expect(readFileSync(join(root, "src/new.ts"), "utf8")).toBe("export const a = 1;\r\n");
    expect(readFileSync(join(root, "kept.txt"), "utf8")).toMatch(/zwei\nthree\nno newline at the end$/);
    expect(patch?.bytes.toString()).not.toContain(".throughline");
  });

  test("is the same whatever the user's settings of diff are, ", async () => {
    work();
    const plain = (await patchOf(root, OWN))?.bytes;
    for (const [name, value] of [
      ["diff.noprefix", "true"],
      ["diff.external", "/bin/false"],
      ["color.ui", "always"],
      ["core.quotepath", "off"],
    ] as const)
      git("config", name, value);
    expect((await patchOf(root, OWN))?.bytes).toEqual(plain);
  });

  test("of a repository without a commit holds everything; of one without a change there is none", async () => {
    expect(await patchOf(root, OWN)).toBeUndefined();
    rmSync(join(root, ".git"), { recursive: true });
    expect(await patchOf(root, OWN)).toBeUndefined();
    git("init", "-q");
    const patch = await patchOf(root, OWN);
    expect(patch).toMatchObject({ commit: null, files: 4 });
    const elsewhere = scratchFolder();
    writeFileSync(join(elsewhere, "p"), patch?.bytes ?? "");
    execFileSync("git", ["init", "-q"], { cwd: elsewhere });
    execFileSync("git", ["apply", "p"], { cwd: elsewhere });
    expect(readFileSync(join(elsewhere, "kept.txt"), "utf8")).toBe("one\ntwo\nthree\n");
  });

  test("leaves out a repository within the repository, with a commit or without, and says so; the rest is taken", async () => {
    for (const name of ["vendor/lib", "new repository"]) {
      put(`${name}/a.txt`, "a\n");
      git("init", "-q", name);
    }
    git("-C", "vendor/lib", "-c", "user.name=A", "-c", "user.email=a@b", "commit", "-q", "--allow-empty", "-m", "lib");
    expect(await patchOf(root, OWN)).toMatchObject({
      files: 0,
      leftOut: ["new repository/: it is a repository of its own", "vendor/lib/: it is a repository of its own"],
    });
    put("src/new.ts", "export const a = 1;\n");
    const patch = await patchOf(root, OWN);
    expect(patch).toMatchObject({ files: 1, leftOut: { length: 2 } });
    expect(patch?.bytes.toString()).not.toMatch(/Subproject/);
    rmSync(join(root, "src"), { recursive: true });
    const file = join(scratchFolder(), "work.patch");
    writeFileSync(file, patch?.bytes ?? "");
    git("apply", file);
    expect(readFileSync(join(root, "src/new.ts"), "utf8")).toBe("export const a = 1;\n");
  });

  test("leaves out a file with a secret in it, and says so", async () => {
    put(
      "config.ts",
      'export const key = "sk-ant-api03-AbCdEfGhIjKlMnOpQrStUvWxYz0123456789AbCdEfGhIjKlMnOpQrStUvWxYz0123456789AbCdEfGhAA";\n',
    );
    put("other.ts", "export const b = 2;\n");
    const patch = await patchOf(root, OWN);
    expect(patch?.leftOut).toEqual(["config.ts: it holds a secret"]);
    expect(patch?.bytes.toString()).toMatch(/other\.ts/);
    expect(patch?.bytes.toString()).not.toMatch(/sk-ant/);
  });
});

function isGone(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return readFileSync(`/proc/${pid}/stat`, "utf8").includes(") Z");
  } catch {
    return true;
  }
}

describe("V2: a commit", () => {
  test("takes all that is not ignored, but nothing of ours", async () => {
    work();
    expect(await commitWork(root, "Work", OWN)).toEqual({ commit: git("rev-parse", "HEAD").trim() });
    expect(git("status", "--porcelain").trim()).toBe("?? .throughline/");
    expect(git("log", "-1", "--format=%s").trim()).toBe("Work");
  });

  test("is given up when a hook of the project hangs, which is ended with all that it started", async () => {
    work();
    const hook = join(root, ".git/hooks/pre-commit");
    mkdirSync(join(root, ".git/hooks"), { recursive: true });
    const deaf = "trap '' TERM; echo $$ >> ../pids; sleep 600 & echo $! >> ../pids; wait; wait".replaceAll(
      "../",
      `${root}/.git/`,
    );
    writeFileSync(hook, `#!/bin/sh\n${deaf}\n`, { mode: 0o755 });
    const given = await commitWork(root, "Work", OWN, 500);
    expect(given).toEqual({ refused: "git commit took longer than 0.5 s, and was ended" });
    const pids = readFileSync(join(root, ".git/pids"), "utf8").trim().split("\n").map(Number);
    expect(pids).toHaveLength(2);
    await vi.waitUntil(() => pids.every(isGone), { timeout: 60_000 });
    expect(existsSync(join(root, ".git/index.lock"))).toBe(false);
  });

  test("is refused, and the index is as it was: by a hook, on no branch, in a merge, without an identity", async () => {
    work();
    git("add", "kept.txt");
    const before = git("status", "--porcelain");
    const hook = join(root, ".git/hooks/pre-commit");
    mkdirSync(join(root, ".git/hooks"), { recursive: true });
    writeFileSync(hook, "#!/bin/sh\necho the tests fail >&2\nexit 1\n", { mode: 0o755 });
    expect(await commitWork(root, "Work", OWN)).toEqual({ refused: "the tests fail" });
    rmSync(hook);
    expect(git("status", "--porcelain")).toBe(before);
    git("checkout", "-q", "--detach");
    expect(await commitWork(root, "Work", OWN)).toEqual({ refused: "no branch is checked out" });
    git("checkout", "-q", "main");
    writeFileSync(join(root, ".git/MERGE_HEAD"), git("rev-parse", "HEAD"));
    expect(await commitWork(root, "Work", OWN)).toEqual({ refused: expect.stringContaining("under way") });
    rmSync(join(root, ".git/MERGE_HEAD"));
    put("kept.txt", "<<<<<<< ours\na\n=======\nb\n>>>>>>> theirs\n");
    expect(await commitWork(root, "Work", OWN)).toEqual({ refused: "there are conflict markers" });
    put("kept.txt", "one\n");
    vi.stubEnv("GIT_CONFIG_GLOBAL", "/dev/null");
    vi.stubEnv("GIT_CONFIG_SYSTEM", "/dev/null");
    onTestFinished(() => void vi.unstubAllEnvs());
    git("config", "--unset", "user.name");
    git("config", "--unset", "user.email");
    git("config", "user.useConfigOnly", "true");
    expect(await commitWork(root, "Work", OWN)).toEqual({ refused: expect.stringContaining("no name and address") });
    expect(git("log", "--oneline").trim().split("\n")).toHaveLength(1);
  });
});
