import { execFileSync } from "node:child_process";
import { existsSync, lstatSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { Conversation } from "../support/product/conversation.ts";
import { type Product, productWithProject } from "../support/product/product.ts";

const FILES = [
  ".throughline/NOTES.md",
  ".throughline/SESSION-STATE.md",
  ".throughline/working-buffer.md",
  ".throughline/checkpoints/autosave.md",
  ".throughline/checkpoints/login.md",
  ".throughline/tasks/auth/task.yaml",
  "throughline.yaml",
  ".loa.config.yaml",
  "src/edited.ts",
];
const SECRET = "words of another folder that nobody may be shown";

let product: Product;
let project: string;
let outside: string;
beforeEach(async () => {
  ({ product, project } = await productWithProject());
  outside = join(product.folder, "outside.md");
  writeFileSync(outside, `# Checkpoint: login\n\n## Task\n${SECRET}\n\ntitle: ${SECRET}\n`);
});
afterEach(() => product.dispose());

const at = (file: string) => join(project, file);
const KINDS: readonly [string, (path: string) => void][] = [
  ["a named pipe", (path) => execFileSync("mkfifo", [path])],
  ["a link to a device without end", (path) => symlinkSync("/dev/zero", path)],
  ["a file of 200 MB", (path) => execFileSync("truncate", ["--size=200M", path])],
  ["a link out of the project", (path) => symlinkSync(outside, path)],
  ["a folder", (path) => void mkdirSync(path)],
];

const cli = (...words: string[]) => product.cli([...words, "--project", project]);

/** The most memory that the process ever had, in MB. */
const peakMemory = (pid: number): number =>
  Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1000;

describe("item 1: a cloned repository with something else in the place of its files", () => {
  test.each(KINDS)("%s: hooks and commands answer, nothing of it is read, and it stays there", async (_kind, make) => {
    const pid = await product.ensureDaemon();
    const before = peakMemory(pid);
    for (const file of FILES) {
      mkdirSync(dirname(at(file)), { recursive: true });
      make(at(file));
    }
    const kinds = FILES.map((file) => lstatSync(at(file)).mode);
    const session = new Conversation(product, project);
    const shown = [await session.start(), await session.prompt("Make the login page work.")];
    await session.tool("Edit", { file_path: at("src/edited.ts"), old_string: "a", new_string: "b" }, "ok");
    await session.reply("Done: the login page works. Next I will write its tests.");
    await session.end();
    const next = new Conversation(product, project);
    shown.push(await next.start(), await next.prompt("continue where we left off"));
    for (const words of [
      ["decide", "Rotate tokens", "--rationale", "safer"],
      ["task", "new", "Auth"],
      ["task", "list"],
      ["cite", "It rotates", "--evidence", "src/edited.ts:1"],
      ["ground"],
      ["ghosts"],
      ["heal"],
      ["synthesize"],
      ["recover", "--level", "3"],
      ["work"],
      ["checkpoint", "save", "here"],
      ["checkpoint", "list"],
      ["checkpoint", "show", "login"],
      ["status"],
    ])
      shown.push(...Object.values(await cli(...words)).map(String));
    expect(shown.join("\n")).not.toContain(SECRET);
    expect(shown.join("\n")).toContain("Make the login page work.");
    expect(await product.ensureDaemon()).toBe(pid);
    expect(peakMemory(pid) - before).toBeLessThan(150);
    expect(FILES.filter((file) => existsSync(at(file)) || lstatSync(at(file), { throwIfNoEntry: false }))).toEqual(
      FILES,
    );
    expect(FILES.map((file) => lstatSync(at(file)).mode)).toEqual(kinds);
  });
});
