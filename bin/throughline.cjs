#!/usr/bin/env node
// CommonJS, for hooks' sake: Node.js starts it some milliseconds sooner than a module.
const { existsSync } = require("node:fs");
const { join } = require("node:path");

const dist = join(__dirname, "..", "dist");
const asksForHelp = process.argv.slice(3).some((word) => word === "--help" || word === "-h");
if (process.argv[2] === "hook" && !asksForHelp) {
  // A hook never fails and never waits for more than it needs: its client is one small file.
  try {
    require(join(dist, "hook.cjs"));
  } catch {
    process.exit(0);
  }
} else if (process.argv[2] === "loa" && existsSync(join(dist, "loa", "main.cjs"))) {
  // Everything behind it belongs to a Loa script, and some of these are asked many times a minute.
  require(join(dist, "loa", "main.cjs"));
} else if (existsSync(join(dist, "cli.js"))) {
  import("../dist/cli.js");
} else {
  console.error("throughline: not built yet. Run `npm run build` in the package's folder first.");
  process.exit(1);
}
