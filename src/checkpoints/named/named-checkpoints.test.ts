import { execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { Stage } from "../../engine.test-kit.ts";
import type { ProjectLocation } from "../../project-files/index.ts";
import { scratchFolder } from "../../scratch.test-kit.ts";
import { parseCheckpoint } from "./checkpoint-markdown.ts";
import type { Draft } from "./draft.ts";
import type { NamedCheckpoints } from "./named-checkpoints.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

let folder: string;
let project: string;
let stage: Stage;
let location: ProjectLocation;
let named: NamedCheckpoints;
beforeEach(async () => {
  folder = scratchFolder();
  project = join(folder, "project");
  git("init", "-q", "-b", "main", project);
  git("-C", project, "config", "user.email", "ann@example.com");
  git("-C", project, "config", "user.name", "Ann");
  put("src/auth.py", numbered(1, 60));
  commit("begin");
  stage = await Stage.open({ home: join(folder, "home") });
  onTestFinished(() => stage.engine.close());
  location = await stage.engine.ledger.at(project);
  named = await stage.engine.named();
});

const git = (...args: string[]) => execFileSync("git", args, { cwd: folder, stdio: ["ignore", "pipe", "ignore"] });
const inProject = (...args: string[]) => git("-C", project, ...args);
function commit(message: string): void {
  inProject("add", "-A");
  inProject("commit", "-qm", message);
}
function put(path: string, text: string): void {
  mkdirSync(dirname(join(project, path)), { recursive: true });
  writeFileSync(join(project, path), text);
}
const numbered = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => `line ${from + at}\n`).join("");
const fileOf = (name: string) => join(project, ".throughline", "checkpoints", `${name}.md`);
const textOf = (name: string) => readFileSync(fileOf(name), "utf8");

const GIVEN: Partial<Draft> = {
  task: "Build the login page",
  progress: ["Wrote src/auth.py lines 45-50"],
  nextAction: "Run `git status` and look at src/auth.py",
};
const save = (name = "login-page", given: Partial<Draft> = GIVEN, force = false) =>
  named.save(location, { name, session: undefined, given, force });
const stale = async (name = "login-page") => (await named.show(location, name)).stale;

describe("N5: staleness looks at the project", () => {
  test("nothing is stale that has not changed, and a file's time alone says nothing", async () => {
    await save();
    utimesSync(join(project, "src", "auth.py"), new Date(), new Date(Date.now() + DAY));
    expect(await stale()).toEqual([]);
  });

  test("other line ends, as git may write them, are no change", async () => {
    await save();
    put("src/auth.py", numbered(1, 60).replaceAll("\n", "\r\n"));
    expect(await stale()).toEqual([]);
  });

  test("a file that is gone is reported, and where one of its name is", async () => {
    await save();
    mkdirSync(join(project, "lib"));
    renameSync(join(project, "src", "auth.py"), join(project, "lib", "auth.py"));
    expect(await stale()).toEqual(["src/auth.py no longer exists; there is lib/auth.py"]);
    rmSync(join(project, "lib"), { recursive: true });
    expect(await stale()).toEqual(["src/auth.py no longer exists"]);
  });

  test("lines that moved are reported with where they went", async () => {
    await save();
    put("src/auth.py", `new\n${numbered(1, 60)}`);
    expect(await stale()).toEqual(["src/auth.py has changed since", "src/auth.py lines 45-50 have moved to 46-51"]);
  });

  test("lines that changed, and such that are beyond the end", async () => {
    await save();
    put("src/auth.py", numbered(1, 60).replace("line 47\n", "other\n"));
    expect(await stale()).toContain("src/auth.py lines 45-50 are no longer what they were");
    put("src/auth.py", numbered(1, 10));
    expect(await stale()).toContain("src/auth.py lines 45-50 are no longer what they were");
  });

  test("a change elsewhere in the file leaves its lines alone", async () => {
    await save();
    put("src/auth.py", `${numbered(1, 60)}more\n`);
    expect(await stale()).toEqual(["src/auth.py has changed since"]);
  });

  test("a path with spaces in backticks is one path", async () => {
    put("src dir/my file.py", numbered(1, 60));
    await save("spaced-path", {
      ...GIVEN,
      progress: ["Edited `src dir/my file.py` line 45"],
      nextAction: "Run `git status`",
    });
    expect(await stale("spaced-path")).toEqual([]);
    rmSync(join(project, "src dir"), { recursive: true });
    expect(await stale("spaced-path")).toEqual(["src dir/my file.py no longer exists"]);
  });

  test("a detached HEAD is reported as such", async () => {
    inProject("checkout", "-q", "--detach");
    await save();
    inProject("checkout", "-q", "main");
    expect(await stale()).toEqual(["it was saved on no branch (a detached HEAD); this is main"]);
  });

  test("a bare file name is looked for", async () => {
    await save("bare-name", { ...GIVEN, progress: ["Wrote auth.py lines 1-3"], nextAction: "Run `git status`" });
    put("src/auth.py", "gone\n");
    expect(await stale("bare-name")).toContain("src/auth.py has changed since");
    rmSync(join(project, "src", "auth.py"));
    expect(await stale("bare-name")).toEqual(["src/auth.py no longer exists"]);
  });

  test("another branch and commits since, but not those of checkpoints alone", async () => {
    await save();
    commit("the checkpoint itself");
    expect(await stale()).toEqual([]);
    inProject("checkout", "-qb", "other");
    put("src/new.py", "x\n");
    commit("more");
    expect(await stale()).toEqual([
      "it was saved on branch main; this is other",
      expect.stringMatching(/^1 commit since [0-9a-f]{7}$/),
    ]);
  });

  test("one that a person wrote, without our line at its end, is checked by what there is", async () => {
    put(
      ".throughline/checkpoints/by-hand.md",
      "# Checkpoint: by-hand\n**Created:** 2020-01-01 10:00 UTC\n**Task:** Fix it\n\n## Progress\n- Wrote src/auth.py and src/gone.py\n- read/write works\n\n## Next Action\nLook at src/auth.py lines 70-80\n",
    );
    expect(await stale("by-hand")).toEqual([
      "src/auth.py has changed since",
      "src/auth.py has no lines 70-80 any more",
      "src/gone.py does not exist",
    ]);
  });
});

describe("N3: paths that do not exist", () => {
  test("are marked at saving and no reason to refuse; that they came to be is no staleness", async () => {
    const { missingPaths } = await save("new-file", { ...GIVEN, nextAction: "Create src/new.py" });
    expect(missingPaths).toEqual(["src/new.py"]);
    expect(textOf("new-file")).toContain("**Not found at saving:** `src/new.py`");
    expect(await stale("new-file")).toEqual(["src/new.py did not exist when it was saved, and still does not"]);
    put("src/new.py", "x\n");
    expect(await stale("new-file")).toEqual([]);
  });
});

describe("N4: age", () => {
  test("is that of Created, also after git has rewritten the file", async () => {
    await save();
    commit("saved");
    stage.clock.advance(3 * DAY);
    rmSync(fileOf("login-page"));
    inProject("checkout", "--", ".");
    expect((await named.show(location, "login-page")).ageSeconds).toBe((3 * DAY) / 1000);
  });

  test("is that of the file where Created is missing or unreadable", async () => {
    for (const created of ["", "**Created:** some day\n"]) {
      put(".throughline/checkpoints/undated.md", `# Checkpoint: undated\n${created}**Task:** x\n`);
      const then = stage.clock.now() - 2 * HOUR;
      utimesSync(fileOf("undated"), then / 1000, then / 1000);
      expect((await named.show(location, "undated")).ageSeconds).toBe((2 * HOUR) / 1000);
    }
  });

  test("orders them, newest first; autosave is marked as such and its log is none", async () => {
    await save("the-first");
    stage.clock.advance(1);
    await save("the-second");
    put(".throughline/checkpoints/autosave.md", textOf("the-first").replace("the-first", "autosave"));
    put(".throughline/checkpoints/autosave-log.md", "- saved\n");
    const listed = (await named.list(location)).map(({ name, autosave }) => [name, autosave]);
    expect(listed).toEqual([
      ["the-second", false],
      ["autosave", true],
      ["the-first", false],
    ]);
  });
});

describe("N6, N9: nothing is destroyed, and nothing expires", () => {
  test("N9: after a year and all maintenance it is there", async () => {
    await save();
    stage.clock.advance(400 * DAY);
    await stage.engine.runDueWork();
    await stage.engine.maintain();
    expect(await named.list(location)).toHaveLength(1);
  });

  test("saving again updates it, keeps what a person added, and puts the older one into the trash", async () => {
    await save();
    writeFileSync(fileOf("login-page"), textOf("login-page").replace("**Age:**", "## My notes\nCall Ann.\n\n**Age:**"));
    stage.clock.advance(HOUR);
    expect(await save("login-page", { ...GIVEN, task: "Build it again" })).toMatchObject({
      replaced: true,
      task: "Build it again",
    });
    expect(parseCheckpoint(textOf("login-page")).others).toBe("## My notes\nCall Ann.");
    expect(await named.trashed(location)).toMatchObject([{ name: "login-page", task: "Build the login page" }]);
  });

  test("of many that save one name at once, one wins whole, and the others are in the trash", async () => {
    const tasks = Array.from({ length: 12 }, (_, at) => `Variant ${at} of the task`);
    await Promise.all(tasks.map((task) => save("one-name", { ...GIVEN, task })));
    const all = [await named.show(location, "one-name"), ...(await named.trashed(location))];
    expect(all.map(({ task }) => task).sort()).toEqual([...tasks].sort());
    for (const one of all) expect(one).toMatchObject({ nextAction: GIVEN.nextAction, progress: GIVEN.progress });
    expect(readdirSync(dirname(fileOf("one-name"))).filter((file) => file.endsWith(".tmp"))).toEqual([]);
  });

  test("deleting goes to the trash, restoring brings it back byte for byte", async () => {
    await save();
    const before = textOf("login-page");
    await named.delete(location, "login-page", false);
    expect(existsSync(fileOf("login-page"))).toBe(false);
    await expect(named.show(location, "login-page")).rejects.toThrow(
      expect.objectContaining({ hint: expect.stringContaining("restore login-page") }),
    );
    await named.restore(location, "login-page", { force: false });
    expect(textOf("login-page")).toBe(before);
    expect(await named.trashed(location)).toEqual([]);
  });

  test("a name that is taken again is not overwritten by restoring", async () => {
    await save();
    await named.delete(location, "login-page", false);
    await save("login-page", { ...GIVEN, task: "Another" });
    await expect(named.restore(location, "login-page", { force: false })).rejects.toThrow(/already/);
    expect(await named.restore(location, "login-page", { as: "login-page-restored", force: false })).toMatchObject({
      task: GIVEN.task,
    });
    await named.delete(location, "login-page-restored", false);
    await named.restore(location, "login-page-restored", { as: "login-page", force: true });
    expect((await named.show(location, "login-page")).task).toBe(GIVEN.task);
    expect(await named.trashed(location)).toMatchObject([{ name: "login-page", task: "Another" }]);
    await expect(named.restore(location, "login-page", { as: "../x", force: true })).rejects.toThrow(/path/);
  });

  test("N6: it is refused while SESSION-STATE.md has the task, unless forced or done", async () => {
    await save();
    put(".throughline/SESSION-STATE.md", "Task: Build the login page.\n");
    await expect(named.delete(location, "login-page", false)).rejects.toThrow(/still active/);
    expect(existsSync(fileOf("login-page"))).toBe(true);
    put(".throughline/SESSION-STATE.md", "Task: Build the login page.\nStatus: done\n");
    await named.delete(location, "login-page", false);
    await named.restore(location, "login-page", { force: false });
    put(".throughline/SESSION-STATE.md", "Task: Build the login page.\n");
    await named.delete(location, "login-page", true);
    expect(existsSync(fileOf("login-page"))).toBe(false);
  });

  test("N6: and while a task of the ledgers of its name or title is not complete", async () => {
    await stage.engine.ledger.tasks.add(location, { title: "Login page" });
    await save();
    await expect(named.delete(location, "login-page", false)).rejects.toThrow(/login-page is not complete/);
  });
});

describe("N5: resuming", () => {
  const shown = (name?: string) => named.resume(location, name, { confirmed: undefined });
  const answered = (name: string | undefined, confirmed: boolean) => named.resume(location, name, { confirmed });

  test("without an answer changes nothing; yes keeps the file, no puts it into the trash", async () => {
    await save();
    expect(await shown("login-page")).toMatchObject({ confirmed: null, trashedTo: null });
    expect(await answered(undefined, true)).toMatchObject({ name: "login-page", confirmed: true, trashedTo: null });
    expect(existsSync(fileOf("login-page"))).toBe(true);
    await shown("login-page");
    const { trashedTo } = await answered("login-page", false);
    expect(existsSync(trashedTo ?? "")).toBe(true);
    expect(existsSync(fileOf("login-page"))).toBe(false);
    await expect(shown()).rejects.toThrow(/no checkpoint in this project/);
  });

  test("an answer counts only for what was shown before, to whom it was shown, once, and as it is now", async () => {
    await save();
    const notShownYet = /has not been shown as it is now/;
    for (const confirmed of [true, false]) await expect(answered("login-page", confirmed)).rejects.toThrow(notShownYet);
    await shown("login-page");
    await stage.start("another");
    const session = await stage.session("another");
    await expect(named.resume(location, "login-page", { confirmed: true, session })).rejects.toThrow(notShownYet);
    await answered("login-page", true);
    await expect(answered("login-page", false)).rejects.toThrow(notShownYet);
    await shown("login-page");
    rmSync(join(project, "src", "auth.py"));
    await expect(answered("login-page", true)).rejects.toThrow(notShownYet);
    expect((await shown("login-page")).stale).toEqual(["src/auth.py no longer exists"]);
    // Time alone changes nothing: people think before they answer.
    stage.clock.advance(DAY);
    expect(await answered("login-page", true)).toMatchObject({ confirmed: true });
    expect(existsSync(fileOf("login-page"))).toBe(true);
  });

  test("the briefing is that of seed 004", async () => {
    await save();
    stage.clock.advance(3 * DAY + 4 * HOUR);
    rmSync(join(project, "src", "auth.py"));
    const { briefing, question } = await shown("login-page");
    expect(briefing.replace(/^Saved: .*? \(/m, "Saved: … (")).toBe(`📌 Resume: Build the login page
Saved: … (3 d 4 h ago)
✅ Progress:
- Wrote src/auth.py lines 45-50
🔜 Next action: Run \`git status\` and look at src/auth.py
⚠️ Stale warnings:
- src/auth.py no longer exists`);
    expect(question).toBe(
      "Resuming: Build the login page. Last progress: Wrote src/auth.py lines 45-50. Next action: Run `git status` and look at src/auth.py. Ready to continue? (yes/no)",
    );
  });
});

describe("N1: hostile places", () => {
  test("a link out of the project is not followed, neither by the folder nor by a file nor by the trash", async () => {
    const outside = join(folder, "outside");
    mkdirSync(outside);
    writeFileSync(join(outside, "mine.md"), "mine");
    mkdirSync(dirname(fileOf("x")), { recursive: true });
    symlinkSync(join(outside, "mine.md"), fileOf("login-page"));
    await expect(save()).rejects.toThrow(/leads out of the project/);
    rmSync(fileOf("login-page"));
    await save();
    symlinkSync(outside, join(dirname(fileOf("x")), ".trash"));
    await expect(named.delete(location, "login-page", false)).rejects.toThrow(/leads out of the project/);
    await expect(save()).rejects.toThrow(/leads out of the project/);
    expect(readdirSync(outside)).toEqual(["mine.md"]);
    expect(readFileSync(join(outside, "mine.md"), "utf8")).toBe("mine");
  });

  test.skipIf(process.getuid?.() === 0)(
    "a folder that cannot be written gives an error that says what to do",
    async () => {
      mkdirSync(dirname(fileOf("x")), { recursive: true });
      chmodSync(dirname(fileOf("x")), 0o500);
      onTestFinished(() => chmodSync(dirname(fileOf("x")), 0o700));
      await expect(save()).rejects.toThrow(
        expect.objectContaining({ code: "refused", hint: expect.stringMatching(/chmod u\+w/) }),
      );
    },
  );

  test("a file in the way of the folder gives a clear error", async () => {
    put(".throughline/checkpoints", "a file");
    await expect(save()).rejects.toMatchObject({
      code: "refused",
      message: expect.stringContaining("cannot be written"),
    });
  });

  test("N2: names that lead elsewhere find nothing", async () => {
    for (const name of ["../../src/auth", "..", "a/b", ".trash/x"])
      await expect(named.show(location, name)).rejects.toThrow();
  });
});

test.each([
  ["empty", ""],
  ["binary", "\u0000\u0001\uFFFD\u0002"],
])("N3: a file that is %s is offered as incomplete", async (name, text) => {
  put(`.throughline/checkpoints/${name}-file.md`, text);
  const { incomplete, briefing } = await named.resume(location, `${name}-file`, { confirmed: undefined });
  expect(incomplete).toEqual([
    expect.stringMatching(/^Task is missing/),
    expect.stringMatching(/^Progress is missing/),
    expect.stringMatching(/^Next Action is missing/),
  ]);
  expect(briefing).toContain("incomplete");
});
