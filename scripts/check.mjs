// `npm run check`: format, types, layers, dead code, spelling and the length of lines that people read.
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { root, run } from "./setup.mjs";

const LONGEST_LINE = 120;
/** Written by programs, or quoted as agents were given them. */
const NOT_OURS = ["docs/benchmarks.md", "docs/recovery-examples.md", "docs/what-an-agent-is-given.md"];

const tool = (path, ...args) => run(process.execPath, [join(root, "node_modules", path), ...args]);

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

export function check() {
  tool("@biomejs/biome/bin/biome", "check", ".");
  tool("typescript/bin/tsc", "--noEmit");
  tool("dependency-cruiser/bin/dependency-cruise.mjs", "src", "--config", ".dependency-cruiser.mjs");
  tool("knip/bin/knip.js");
  tool("cspell/bin.mjs", "--no-progress", "--no-summary");
  const long = longLines();
  if (long.length > 0) {
    console.error(`Longer than ${LONGEST_LINE} columns:\n${long.join("\n")}`);
    process.exit(1);
  }
}

if (process.argv[1]?.endsWith("check.mjs")) check();
