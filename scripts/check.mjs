// `npm run check`: format, types, layers, dead code, spelling and the length of lines that people read.
import { spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { cache, root } from "./setup.mjs";

const LONGEST_LINE = 120;
/** Written by programs, or quoted as agents were given them. */
const NOT_OURS = ["docs/benchmarks.md", "docs/recovery-examples.md", "docs/what-an-agent-is-given.md"];

/** One type check for all, which remembers what has not changed. */
const types = [
  "typescript/bin/tsc",
  "--noEmit",
  "--incremental",
  "--tsBuildInfoFile",
  join(cache, "types.tsbuildinfo"),
];
const QUICK = [["@biomejs/biome/bin/biome", "check", "."], types];
const REST = [
  ["dependency-cruiser/bin/dependency-cruise.mjs", "src", "--config", ".dependency-cruiser.mjs"],
  ["knip/bin/knip.js"],
  ["cspell/bin.mjs", "--no-progress", "--no-summary"],
];

/** Resolves to whether the tool was content; what it printed is shown once it is done. */
function runTool([path, ...args]) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [join(root, "node_modules", path), ...args], { cwd: root });
    const printed = [];
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => printed.push(chunk));
    child.on("close", (code) => {
      process.stdout.write(Buffer.concat(printed));
      resolve(code === 0);
    });
  });
}

function filesBelow(folder, ending) {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(ending))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name));
}

/** Code is laid out by the formatter, which leaves comments, and no tool wraps Markdown. */
function longLines() {
  const pages = [
    ...filesBelow(join(root, "docs"), ".md"),
    ...["README.md", "CHANGELOG.md", "CONTRIBUTING.md"].map((name) => join(root, name)),
  ];
  const sources = ["src", "test", "scripts", "bench"].flatMap((name) =>
    [".ts", ".mjs"].flatMap((ending) => filesBelow(join(root, name), ending)),
  );
  const isLong = (line) => line.length > LONGEST_LINE && !/https?:\S{60}/.test(line);
  const isComment = (line) => /^\s*(?:\/\*|\* |\/\/)/.test(line);
  const found = (files, counts) =>
    files.flatMap((file) =>
      readFileSync(file, "utf8")
        .split("\n")
        .flatMap((line, at) => (isLong(line) && counts(line) ? [`${relative(root, file)}:${at + 1}`] : [])),
    );
  const ours = pages.filter((file) => !NOT_OURS.includes(relative(root, file)));
  return [...found(ours, () => true), ...found(sources, isComment)];
}

/**
 * Resolves to whether all is well. `isQuick` leaves out layers, unused code and spelling. The tools run at once: most
 * of them use one core.
 */
export async function check({ isQuick = false } = {}) {
  const content = await Promise.all((isQuick ? QUICK : [...QUICK, ...REST]).map(runTool));
  const long = longLines();
  if (long.length > 0) console.error(`Longer than ${LONGEST_LINE} columns:\n${long.join("\n")}`);
  return long.length === 0 && !content.includes(false);
}

if (process.argv[1]?.endsWith("check.mjs") && !(await check())) process.exit(1);
