#!/usr/bin/env node
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

const built = fileURLToPath(new URL("../dist/cli.js", import.meta.url));
if (process.argv[2] === "hook") {
  // A hook never fails and never waits for more than it needs: its client is one small file.
  try {
    createRequire(import.meta.url)("../dist/hook.cjs");
  } catch {
    process.exit(0);
  }
} else if (existsSync(built)) {
  await import("../dist/cli.js");
} else {
  console.error("throughline: not built yet. Run `npm run build` in the package's folder first.");
  process.exit(1);
}
