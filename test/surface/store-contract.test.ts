import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { scratchFolder } from "../../src/scratch.test-kit.ts";
import { packageRoot } from "../../src/version.ts";

/** What somebody who writes a store has: the package, and vitest. */
function project(): string {
  const folder = scratchFolder();
  const modules = join(folder, "node_modules");
  const throughline = join(modules, "throughline");
  mkdirSync(throughline, { recursive: true });
  const packed = execFileSync("npm", ["pack", "--silent", "--ignore-scripts", "--pack-destination", folder], {
    cwd: packageRoot,
    encoding: "utf8",
  });
  execFileSync("tar", ["xzf", join(folder, packed.trim()), "--strip-components=1", "-C", throughline]);
  for (const name of ["vitest", "@photostructure"])
    symlinkSync(join(packageRoot, "node_modules", name), join(modules, name));
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  return folder;
}

const TEST = `
  import { expect, test } from "vitest";
  import { openThroughline } from "throughline";
  import { checkpointHash, schemaVersion } from "throughline/store";
  import { storeContract } from "throughline/store-contract";

  storeContract("a store of somebody else", async () => {
    const throughline = await openThroughline({ store: "memory", config: {} });
    return { store: throughline.services.store, close: () => throughline.close() };
  });
  test("the package has what a store computes with", () => {
    expect([typeof checkpointHash, typeof schemaVersion]).toEqual(["function", "number"]);
  });
`;

test("C3: the contract of a store comes with the package, and a store of another project is tested by it", () => {
  const folder = project();
  writeFileSync(join(folder, "store.test.mjs"), TEST);
  const vitest = join(packageRoot, "node_modules", "vitest", "vitest.mjs");
  const output = execFileSync(process.execPath, [vitest, "run", "--root", folder, "--reporter=json"], {
    cwd: folder,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
  });
  const report: { numFailedTests: number; numPassedTests: number } = JSON.parse(output.slice(output.indexOf("{")));
  expect(report.numFailedTests).toBe(0);
  expect(report.numPassedTests).toBeGreaterThan(100);
}, 300_000);
