import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { expect, test } from "vitest";
import { scratchFolder } from "../../../scratch.test-kit.ts";
import { findProgram, runProgram } from "./run-program.ts";

const program = (script: string): string => {
  const folder = join(scratchFolder(), "bin");
  mkdirSync(folder, { recursive: true });
  const path = join(folder, "br");
  writeFileSync(path, `#!/bin/sh\n${script}\n`);
  chmodSync(path, 0o755);
  return path;
};
const run = (script: string, patience?: number) => runProgram(program(script), scratchFolder(), ["list"], patience);

test("L5: br is found in the folders of PATH, never in one that depends on where we are", () => {
  const folder = join(program("exit 0"), "..");
  const plain = scratchFolder();
  writeFileSync(join(plain, "br"), "no program");
  mkdirSync(join(plain, "sub", "br"), { recursive: true });
  expect(findProgram("br", [plain, join(plain, "sub"), folder].join(delimiter))).toBe(join(folder, "br"));
  expect(findProgram("br", ["", ".", "bin", plain].join(delimiter))).toBeUndefined();
});

test("L5: what br says, and how it fails in newer and older versions", async () => {
  const envelope = '{"error":{"code":"ISSUE_NOT_FOUND","message":"Issue not found: x"}}';
  expect(await run("echo '[]'")).toEqual({ stdout: "[]\n" });
  const refusal = { problem: "Issue not found: x", code: "ISSUE_NOT_FOUND", isHanging: false };
  expect(await run(`echo '${envelope}'; exit 3`)).toEqual(refusal);
  expect(await run(`echo '${envelope}' >&2; exit 3`)).toEqual(refusal);
  expect(await run("echo 'Error: broken' >&2; exit 1")).toMatchObject({ problem: "broken", isHanging: false });
  expect(await run("exit 7")).toMatchObject({ problem: expect.stringContaining("Command failed") });
  expect(await run("cat; echo '[]'")).toEqual({ stdout: "[]\n" });
  expect(await runProgram("/none/br", scratchFolder(), [])).toMatchObject({
    problem: expect.stringContaining("ENOENT"),
  });
  expect(await runProgram(program("exit 0"), "/none", [])).toMatchObject({ isHanging: false });
  expect(await runProgram(program("exit 0"), scratchFolder(), ["a\0b"])).toMatchObject({ isHanging: false });
});

test("L5: a program that hangs is stopped in time, also if it ignores SIGTERM or its child holds the output open", async () => {
  // Who waits for one of them waits longer than a test may take.
  for (const script of ["exec sleep 200", "trap '' TERM; sleep 200", "sleep 200 & wait"])
    expect(await run(script, 300)).toEqual({ problem: "no answer within 0.3 s", isHanging: true });
});
