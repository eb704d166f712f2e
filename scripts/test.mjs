// `npm test`: sets everything up, then runs `npm run check`, and all tests.
// `npm test -- --quick`: what needs no build and little time, for the inner loop.
// Other arguments go to the test runner: `npm test -- src/store` runs a part.
import { join } from "node:path";
import { check } from "./check.mjs";
import { root, run, setUp } from "./setup.mjs";

const QUICK = "--quick";
const isQuick = process.argv.includes(QUICK);
const filters = process.argv.slice(2).filter((argument) => argument !== QUICK);

setUp({ builds: !isQuick });
if (filters.length === 0) await check({ isQuick });
const chosen = isQuick ? ["--project", "logic"] : [];
run(process.execPath, [join(root, "node_modules", "vitest/vitest.mjs"), "run", ...chosen, ...filters]);
if (isQuick)
  console.log(
    "Not run: layers, unused code and spelling (`npm run check`); slow properties, tests with a process of their own,\n" +
      "tests at the surface and with clients. `npm test` runs everything.",
  );
