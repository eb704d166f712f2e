// `npm test`: sets everything up, then runs `npm run check` and, at the same time, all tests.
// `npm test -- --quick`: what needs no build and little time, for the inner loop.
// Other arguments go to the test runner: `npm test -- src/store` runs a part.
import { spawn } from "node:child_process";
import { join } from "node:path";
import { check } from "./check.mjs";
import { root, setUp } from "./setup.mjs";

const QUICK = "--quick";
const isQuick = process.argv.includes(QUICK);
const filters = process.argv.slice(2).filter((argument) => argument !== QUICK);

setUp({ builds: !isQuick });
const chosen = isQuick ? ["--project", "logic"] : [];
const vitest = [join(root, "node_modules", "vitest/vitest.mjs"), "run", ...chosen, ...filters];
// Many tests wait for something, and the checks use the processor meanwhile.
const [isChecked, status] = await Promise.all([
  filters.length > 0 || check({ isQuick }),
  new Promise((resolve) => spawn(process.execPath, vitest, { cwd: root, stdio: "inherit" }).on("close", resolve)),
]);
if (!isChecked) console.error("The checks above found something: `npm run check` shows it again.");
process.exitCode = isChecked ? (status ?? 1) : 1;
if (isQuick)
  console.log(
    "Not run: layers, unused code and spelling (`npm run check`); slow properties, tests with a process of their own,\n" +
      "tests at the surface and with clients. `npm test` runs everything.",
  );
