// `npm test`: sets everything up, then runs `npm run check`, and all tests.
// Arguments go to the test runner: `npm test -- src/store` runs a part.
import { join } from "node:path";
import { check } from "./check.mjs";
import { root, run, setUp } from "./setup.mjs";

setUp();
const tool = (path, ...args) => run(process.execPath, [join(root, "node_modules", path), ...args]);
const filters = process.argv.slice(2);
if (filters.length === 0) check();
tool("vitest/vitest.mjs", "run", ...filters);
