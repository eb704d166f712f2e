import { spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";

/** A clone with its dependencies, and a build that only leaves its main file. */
function clone(): string {
  const root = mkdtempSync(join(tmpdir(), "throughline-clone-"));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  for (const folder of ["src", "scripts", "node_modules/esbuild"]) mkdirSync(join(root, folder), { recursive: true });
  for (const name of ["prepare.mjs", "setup.mjs"])
    copyFileSync(join(import.meta.dirname, "..", "..", "scripts", name), join(root, "scripts", name));
  writeFileSync(
    join(root, "scripts", "build.mjs"),
    `import { mkdirSync, writeFileSync } from "node:fs"; mkdirSync("dist"); writeFileSync("dist/cli.js", "");`,
  );
  return root;
}

function prepare(root: string, env: Readonly<Record<string, string>> = {}): boolean {
  const { status } = spawnSync(process.execPath, ["scripts/prepare.mjs"], { cwd: root, env });
  expect(status).toBe(0);
  return existsSync(join(root, "dist", "cli.js"));
}

test("W3: a clone that npm installed is built once, and only where it can be", () => {
  const root = clone();
  expect(prepare(root)).toBe(true);
  // A second build would fail on the folder that is there.
  expect(prepare(root)).toBe(true);
  const bare = clone();
  rmSync(join(bare, "node_modules", "esbuild"), { recursive: true });
  expect(prepare(bare)).toBe(false);
  expect(prepare(clone(), { THROUGHLINE_BUILDS_ITSELF: "1" })).toBe(false);
  const packed = clone();
  rmSync(join(packed, "src"), { recursive: true });
  expect(prepare(packed)).toBe(false);
});
