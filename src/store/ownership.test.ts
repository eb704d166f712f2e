import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { homeAt, isoTime } from "../core/index.ts";
import { scratchFolder } from "../scratch.test-kit.ts";
import { openThroughline } from "../throughline.ts";
import { Child } from "./child-process.test-kit.ts";
import { Ownership, schemaVersion } from "./index.ts";
import { run } from "./sqlite/test-kit.ts";

const now = Date.parse("2026-01-01T00:00:00.000Z");
const OWNER = `
  import { homeAt } from "./core/index.ts";
  import { Ownership } from "./store/index.ts";
  Ownership.take(homeAt(process.argv[2]), "daemon", ${now});
  console.log("taken");
  setInterval(() => {}, 1000);
`;

function take(dir: string, kind: "daemon" | "library" = "library"): Ownership {
  const ownership = Ownership.take(homeAt(dir), kind, now);
  onTestFinished(() => ownership.release());
  return ownership;
}

test("a second taker is refused with an error that names the first: kind, process id, since when", async () => {
  const dir = scratchFolder();
  const owner = await Child.start(OWNER, dir);
  await owner.waitForLines(1);
  expect(() => take(dir)).toThrow(
    expect.objectContaining({
      code: "home_in_use",
      message: `${dir} is in use by the daemon with process id ${owner.process.pid}, since ${isoTime(now)}`,
      hint: expect.stringContaining("throughline down"),
    }),
  );
});

test.skipIf(process.platform === "win32")(
  "whatever a library opens a home with, its files are the owner's alone",
  async () => {
    const dir = scratchFolder();
    const before = process.umask(0o022);
    onTestFinished(() => void process.umask(before));
    const engine = await openThroughline({ home: dir, config: {} });
    onTestFinished(() => engine.close());
    const open = readdirSync(dir).filter((name) => (statSync(join(dir, name)).mode & 0o077) !== 0);
    expect(readdirSync(dir)).toContain("owner.lock");
    expect(open).toEqual([]);
  },
);

test("a home is free the moment its owner is killed with -9, though its owner file is still there", async () => {
  const dir = scratchFolder();
  const owner = await Child.start(OWNER, dir);
  await owner.waitForLines(1);
  await owner.kill();
  expect(JSON.parse(readFileSync(homeAt(dir).owner, "utf8"))).toMatchObject({ pid: owner.process.pid });
  expect(take(dir).isHeld()).toBe(true);
  expect(JSON.parse(readFileSync(homeAt(dir).owner, "utf8"))).toMatchObject({ pid: process.pid, kind: "library" });
});

test("in one process too there is one owner; when it releases the home, the next may take it", () => {
  const dir = scratchFolder();
  const first = Ownership.take(homeAt(dir), "daemon", now);
  expect(() => take(dir)).toThrow(/in use by the daemon with process id/);
  expect(() => take(dir)).toThrow(/in use/);
  expect(first.isHeld()).toBe(true);
  first.release();
  expect(take(dir).isHeld()).toBe(true);
});

test("an owner whose lock file was removed knows that it lost the home, and does not remove its successor's owner file", () => {
  const dir = scratchFolder();
  const home = homeAt(dir);
  const first = Ownership.take(home, "daemon", now);
  rmSync(home.lock);
  expect(first.isHeld()).toBe(false);
  const second = take(dir);
  expect(second.isHeld()).toBe(true);
  expect(first.isHeld()).toBe(false);
  first.release();
  expect(JSON.parse(readFileSync(home.owner, "utf8"))).toMatchObject({ kind: "library" });
  expect(() => take(dir)).toThrow(/in use by the library/);
});

test("an unreadable owner file does not hide that there is an owner", () => {
  const dir = scratchFolder();
  take(dir);
  writeFileSync(homeAt(dir).owner, "{ torn");
  expect(() => take(dir)).toThrow(/in use by another process/);
});

test("an engine whose store cannot be opened releases the home", async () => {
  const dir = scratchFolder();
  await (await openThroughline({ home: dir, config: {} })).close();
  run(homeAt(dir).database, "PRAGMA user_version = 99");
  await expect(openThroughline({ home: dir, config: {} })).rejects.toMatchObject({ code: "store_too_new" });
  run(homeAt(dir).database, `PRAGMA user_version = ${schemaVersion}`);
  const engine = await openThroughline({ home: dir, config: {} });
  await expect(openThroughline({ home: dir, config: {} })).rejects.toMatchObject({ code: "home_in_use" });
  expect(engine.ownsHome).toBe(true);
  await engine.close();
  expect(statSync(homeAt(dir).owner, { throwIfNoEntry: false })).toBeUndefined();
  await (await openThroughline({ home: dir, config: {} })).close();
});
