import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Home, homeAt } from "../../core/index.ts";
import { applyChanges } from "./apply.ts";
import type { FileChange, Strip } from "./change.ts";
import { planReversal, revertChanges } from "./revert.ts";

const OURS = "# ours\n";
const strip: Strip = (_path, text) => (text === OURS.repeat(2) ? undefined : text.replaceAll(OURS, ""));

let dir: string;
let home: Home;
const at = (...parts: string[]) => join(dir, ...parts);
const read = (path: string) => (existsSync(path) ? readFileSync(path, "utf8") : undefined);
const adding = (path: string): FileChange => {
  const before = read(path);
  return { path, before, after: (before ?? "") + OURS, description: "ours" };
};
const apply = (...changes: FileChange[]) => applyChanges(home, "client", changes, strip);
const revert = (...known: string[]) => revertChanges(home, "client", strip, known);
const actions = async (...known: string[]) => (await revert(...known)).map(({ action }) => action);

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "throughline-apply-é '-"));
  home = homeAt(at("home"));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

describe("H1: installing writes all the files or none", () => {
  /** Reads as absent and cannot be written, for root as well. */
  const impossible = (): FileChange => {
    symlinkSync(at("nowhere"), at("broken"));
    return { path: at("broken", "c"), before: undefined, after: OURS, description: "" };
  };

  it("puts the first back when another cannot be written", async () => {
    writeFileSync(at("a"), "mine\n");
    await expect(apply(adding(at("a")), adding(at("new", "deep", "b")), impossible())).rejects.toMatchObject({
      code: "refused",
      message: expect.stringContaining(at("broken", "c")),
      hint: "Nothing was changed.",
    });
    expect(read(at("a"))).toBe("mine\n");
    expect(existsSync(at("new"))).toBe(false);
    expect(existsSync(join(home.installs, "client.json"))).toBe(false);
  });

  it("keeps the record of an earlier install when a later one fails", async () => {
    writeFileSync(at("a"), "mine\n");
    await apply(adding(at("a")));
    const record = read(join(home.installs, "client.json"));
    await expect(apply(adding(at("a")), impossible())).rejects.toMatchObject({ code: "refused" });
    expect(read(join(home.installs, "client.json"))).toBe(record);
    expect(read(at("a"))).toBe(`mine\n${OURS}`);
  });

  it("refuses when a file was changed since the plan was made", async () => {
    writeFileSync(at("a"), "mine\n");
    const changes = [adding(at("b")), adding(at("a"))];
    writeFileSync(at("a"), "changed\n");
    await expect(apply(...changes)).rejects.toMatchObject({ code: "refused" });
    expect(read(at("b"))).toBeUndefined();
    expect(read(at("a"))).toBe("changed\n");
  });

  it.each([
    ["a folder is in its place", (path: string) => mkdirSync(path)],
    ["it is not UTF-8", (path: string) => writeFileSync(path, Buffer.from([0x61, 0xff, 0x62]))],
    ["links lead in a circle", (path: string) => symlinkSync(path, path)],
  ])("refuses when %s", async (_name, obstruct) => {
    obstruct(at("a"));
    const change = { path: at("a"), before: undefined, after: OURS, description: "" };
    await expect(apply(adding(at("b")), change)).rejects.toMatchObject({ code: "bad_config" });
    expect(existsSync(at("b"))).toBe(false);
  });

  it("keeps a file's mode and makes new ones for the user alone", async () => {
    writeFileSync(at("a"), "mine\n");
    chmodSync(at("a"), 0o664);
    await apply(adding(at("a")), adding(at("b")));
    expect(statSync(at("a")).mode & 0o777).toBe(0o664);
    expect(statSync(at("b")).mode & 0o777).toBe(0o600);
    expect(statSync(join(home.installs, "client.json")).mode & 0o777).toBe(0o600);
    await revert();
    expect(statSync(at("a")).mode & 0o777).toBe(0o664);
  });

  it("edits what a symbolic link leads to and leaves the link, also one that leads nowhere yet", async () => {
    mkdirSync(at("dotfiles"));
    writeFileSync(at("dotfiles", "a"), "mine\n");
    symlinkSync(join("dotfiles", "a"), at("a"));
    symlinkSync(at("later", "b"), at("b"));
    await apply(adding(at("a")), adding(at("b")));
    expect(lstatSync(at("a")).isSymbolicLink() && lstatSync(at("b")).isSymbolicLink()).toBe(true);
    expect(read(at("dotfiles", "a"))).toBe(`mine\n${OURS}`);
    expect(read(at("later", "b"))).toBe(OURS);
    await revert();
    expect(lstatSync(at("a")).isSymbolicLink() && lstatSync(at("b")).isSymbolicLink()).toBe(true);
    expect(read(at("dotfiles", "a"))).toBe("mine\n");
    expect(existsSync(at("later"))).toBe(false);
  });
});

describe("H1: uninstalling puts every file back", () => {
  it("byte for byte, after any number of installs, and removes the folders it made", async () => {
    const original = "\uFEFFmine\r\n\tno end";
    writeFileSync(at("a"), original);
    mkdirSync(at("theirs"));
    await apply(adding(at("a")), adding(at("new", "deep", "b")), adding(at("theirs", "c")));
    await apply(adding(at("a")), adding(at("new", "deep", "b")));
    expect(await planReversal(home, "client", strip, [])).toMatchObject([
      { action: "restore", change: { after: original } },
      { action: "delete" },
      { action: "delete" },
    ]);
    expect(await actions()).toEqual(["restore", "delete", "delete"]);
    expect(read(at("a"))).toBe(original);
    expect(existsSync(at("new"))).toBe(false);
    expect(existsSync(at("theirs"))).toBe(true);
    expect(existsSync(join(home.installs, "client.json"))).toBe(false);
  });

  it("but removes only what is ours from a file that was changed since", async () => {
    writeFileSync(at("a"), "mine\n");
    await apply(adding(at("a")), adding(at("b")));
    writeFileSync(at("a"), `${read(at("a"))}more\n`);
    writeFileSync(at("b"), `${OURS}\n`);
    expect(await actions()).toEqual(["strip", "delete"]);
    expect(read(at("a"))).toBe("mine\nmore\n");
  });

  it("also when it was installed again after the change", async () => {
    writeFileSync(at("a"), "mine\n");
    await apply(adding(at("a")));
    writeFileSync(at("a"), `${read(at("a"))}more\n`);
    await apply(adding(at("a")));
    await revert();
    expect(read(at("a"))).toBe("mine\nmore\n");
  });

  it("leaves a deleted file deleted, and a folder with the user's things in place", async () => {
    writeFileSync(at("a"), "mine\n");
    await apply(adding(at("a")), adding(at("new", "b")));
    rmSync(at("a"));
    writeFileSync(at("new", "theirs"), "");
    expect(await actions()).toEqual(["gone", "delete"]);
    expect(existsSync(at("a"))).toBe(false);
    expect(existsSync(at("new", "theirs"))).toBe(true);
  });

  it.each([
    ["missing", undefined],
    ["damaged", "{ not"],
  ])("strips the known files when the record is %s", async (_name, record) => {
    writeFileSync(at("a"), "mine\n");
    await apply(adding(at("a")));
    writeFileSync(at("whole"), OURS.repeat(2));
    const path = join(home.installs, "client.json");
    if (record === undefined) rmSync(path);
    else writeFileSync(path, record);
    expect(await actions(at("a"), at("absent"), at("whole"))).toEqual(["strip", "delete"]);
    expect(read(at("a"))).toBe("mine\n");
    expect(existsSync(at("whole"))).toBe(false);
  });

  it("never brings our own entries back as the original, when the record of the first install was lost", async () => {
    writeFileSync(at("a"), "mine\n");
    await apply(adding(at("a")));
    rmSync(home.installs, { recursive: true });
    await apply(adding(at("a")));
    await revert();
    expect(read(at("a"))).toBe("mine\n");
  });

  it("continues with the others when one file cannot be read, and can be tried again", async () => {
    writeFileSync(at("a"), "mine\n");
    await apply(adding(at("a")), adding(at("b")));
    rmSync(at("a"));
    mkdirSync(at("a"));
    expect(await revert()).toMatchObject([
      { action: "failed", detail: expect.stringContaining("folder") },
      { action: "delete" },
    ]);
    rmSync(at("a"), { recursive: true });
    writeFileSync(at("a"), `mine\n${OURS}`);
    expect(await actions()).toEqual(["restore"]);
    expect(read(at("a"))).toBe("mine\n");
  });

  it("does nothing and says nothing when nothing was installed", async () => {
    writeFileSync(at("a"), "mine\n");
    expect(await revert(at("a"), at("b"))).toEqual([]);
  });
});
