// `npm test`: sets everything up, then checks format, types, rooms and dead code, and runs all tests.
// Arguments go to the test runner: `npm test -- src/store` runs a part.
import { join } from "node:path";
import { root, run, setUp } from "./setup.mjs";

setUp();
const tool = (path, ...args) => run(process.execPath, [join(root, "node_modules", path), ...args]);
const filters = process.argv.slice(2);
if (filters.length === 0) {
  tool("@biomejs/biome/bin/biome", "check", ".");
  tool("typescript/bin/tsc", "--noEmit");
  run(process.execPath, [join(root, "scripts", "rooms.mjs")]);
  tool("knip/bin/knip.js");
}
tool("vitest/vitest.mjs", "run", ...filters);
