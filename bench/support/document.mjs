import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { cpus, totalmem } from "node:os";
import { dirname } from "node:path";

/** What a reader needs to know of the machine, and nothing that names it. */
export const machine = {
  cores: cpus().length,
  cpu: cpus()[0]?.model.trim() ?? "unknown",
  memoryGB: Math.round(totalmem() / 2 ** 30),
  node: process.versions.node,
  platform: `${process.platform} ${process.arch}`,
};

const HEAD = `# Benchmarks

Written by \`npm run bench\`; \`npm run bench -- NAME\` runs one and updates its section, \`--json\` prints it instead.
Machines are noisy: a speed is a ratio to a yardstick that was measured in the same run, in turn with it.
`;

const cell = (text) => String(text).replaceAll("|", "\\|").replaceAll("\n", " ");

function figure({ value, unit }) {
  const digits = Number.isInteger(value) ? 0 : Math.abs(value) < 10 ? 2 : 1;
  return `${typeof value === "number" ? value.toFixed(digits) : value} ${unit}`.trim();
}

const COLUMNS = 118;

/** One paragraph, or one list item with `indent` below its first line, in lines that fit a page of text. */
function wrapped(text, indent = "") {
  const lines = [""];
  for (const word of text.trim().split(/\s+/)) {
    const line = lines.at(-1);
    // A line must not begin with what Markdown takes for a list, a heading or a quotation.
    const mayBegin = !/^(?:[-+*>#|]|\d+[.)])/.test(word);
    if (line.length + word.length + 1 > COLUMNS && mayBegin && line !== "") lines.push(indent + word);
    else lines[lines.length - 1] = line === "" ? word : `${line} ${word}`;
  }
  return lines.join("\n");
}

function itemOf({ what, yardstick, target, reached, ...row }) {
  const verdict = reached === undefined ? "" : reached ? ": reached" : ": **not reached**";
  const aim = target ? ` Target ${target}${verdict}.` : "";
  return wrapped(`- ${what}: **${figure(row)}**${yardstick ? ` (${yardstick})` : ""}.${aim}`, "  ");
}

/** A table where its lines are short enough to be read as text, else a list. */
function figuresOf(rows) {
  const table = tableOf(rows);
  return table.split("\n").every((line) => line.length <= COLUMNS) ? table : rows.map(itemOf).join("\n");
}

export function tableOf(rows) {
  const lines = rows.map((row) => {
    const reached = row.reached === undefined ? "" : row.reached ? "yes" : "**no**";
    return `| ${[row.what, figure(row), row.yardstick, row.target ?? "", reached].map(cell).join(" | ")} |`;
  });
  return ["| measured | figure | yardstick | target | reached |", "|---|---|---|---|---|", ...lines].join("\n");
}

function section({ name, question, command, date, machine: on, method, rows }) {
  return `## ${name}

${question}

${wrapped(method)}

    ${command}

${figuresOf(rows)}

${date}, ${on.cores} cores (${on.cpu}), ${on.memoryGB} GB, Node.js ${on.node}, ${on.platform}.
`;
}

const opening = (name) => `<!-- bench:${name} -->`;
const closing = (name) => `<!-- /bench:${name} -->`;

function standing(path, name) {
  try {
    const text = readFileSync(path, "utf8");
    const from = text.indexOf(opening(name));
    const to = text.indexOf(closing(name));
    return from < 0 || to < 0 ? "" : text.slice(from + opening(name).length, to).trim();
  } catch {
    return "";
  }
}

/** Writes the sections of these results, and leaves those of the other benchmarks as they stand. */
export function renewSections(path, names, results) {
  const sections = names.flatMap((name) => {
    const result = results.find((one) => one.name === name);
    const text = result ? section(result).trim() : standing(path, name);
    return text === "" ? [] : [`${opening(name)}\n${text}\n${closing(name)}`];
  });
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${[HEAD.trim(), ...sections].join("\n\n")}\n`);
}
