// `npm run bench`: runs all benchmarks and writes docs/benchmarks.md.
// `npm run bench -- NAME [--json] [--shared DIR] [--files PATH]… [--data DIR] [--full] [--homes DIR]`: runs one and
// renews its section; with --json it only prints. --files gives more material to a benchmark that reads files, --data
// conversations to one that reads those.
// --full lets a benchmark of sizes go to its largest, which takes some minutes more; --homes keeps the stores it fills
// for the next time. A benchmark is a file bench/NAME.mjs: {question, run({note, shared, files, data, full}) → {method,
// rows, options?}}; add its name here.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { root } from "./setup.mjs";

const BENCHMARKS = [
  "hook",
  "hook-down",
  "idle",
  "start",
  "tokens",
  "redact",
  "distill",
  "scale",
  "recall",
  "injection",
  "import",
  "rescue",
  "continuity",
  "ghosts",
  "safety",
];

function argumentsGiven() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        json: { type: "boolean", default: false },
        shared: { type: "string" },
        files: { type: "string", multiple: true },
        data: { type: "string" },
        full: { type: "boolean", default: false },
        homes: { type: "string" },
      },
    });
  } catch (error) {
    return { values: {}, positionals: [], wrong: error.message };
  }
}

const { values, positionals, wrong } = argumentsGiven();
const unknown = positionals.filter((name) => !BENCHMARKS.includes(name));
if (wrong || unknown.length > 0) {
  console.error(`${wrong ?? `no benchmark is called ${unknown.join(", ")}`}\nThere are: ${BENCHMARKS.join(", ")}.`);
  process.exit(2);
}

// In a process of its own whose words go to standard error: with --json, standard output holds nothing but JSON.
const setUp = `await (await import("./scripts/setup.mjs")).setUp()`;
const { status } = spawnSync(process.execPath, ["--input-type=module", "-e", setUp], { cwd: root, stdio: [0, 2, 2] });
if (status !== 0) process.exit(status ?? 1);

const { machine, renewSections, tableOf } = await import("../bench/support/document.mjs");
const results = [];
for (const name of positionals.length > 0 ? positionals : BENCHMARKS) {
  const note = (text) => console.error(`${name}: ${text}`);
  const { question, run } = await import(`../bench/${name}.mjs`);
  note(question);
  const shared = values.shared ?? join(root, "..", "shared");
  const data = values.data ?? join(shared, "bench", "data");
  const given = { shared, files: values.files ?? [], data, full: values.full, homes: values.homes };
  const measured = await run({ note, ...given }).catch((error) => {
    // The others are still worth running; its section stays as it was.
    note(error.stack);
    process.exitCode = 1;
  });
  if (!measured) continue;
  const { method, rows, options = "" } = measured;
  const date = new Date().toISOString().slice(0, 10);
  const result = {
    name,
    question,
    command: `npm run bench -- ${name}${options}`,
    date,
    machine,
    method,
    rows,
  };
  results.push(result);
  if (values.json) continue;
  console.log(`${tableOf(rows)}\n`);
  renewSections(join(root, "docs", "benchmarks.md"), BENCHMARKS, [result]);
}
if (values.json) console.log(JSON.stringify(results.length === 1 ? results[0] : results, null, 2));
