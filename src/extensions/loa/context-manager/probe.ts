import { type Outcome, problem } from "../outcome.ts";
import { readable } from "../readable.ts";
import { type FileFigures, kindAt, measureFile, measureFolder, tokensIn } from "./measure-files.ts";
import { readOptions } from "./options.ts";

const LARGEST_SHOWN = 10;

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

function probeFolder(directory: string): Outcome {
  const files = measureFolder(directory);
  const figures = {
    directory,
    total_files: files.length,
    total_lines: sum(files.map(({ lines }) => lines)),
    estimated_tokens: tokensIn(sum(files.map(({ size_bytes }) => size_bytes))),
    files,
  };
  const largest = [...files].sort((a, b) => b.size_bytes - a.size_bytes).slice(0, LARGEST_SHOWN);
  const text = [
    "Directory Probe Results",
    "",
    `Directory:  ${directory}`,
    `Files:      ${figures.total_files}`,
    `Lines:      ${figures.total_lines}`,
    `Tokens:     ~${figures.estimated_tokens} (estimated)`,
    ...(largest.length > 0 ? ["", "Largest files:"] : []),
    ...largest.map((one) => `  ${one.file}  ${one.lines} lines, ~${one.estimated_tokens} tokens`),
  ].join("\n");
  return { code: 0, text, json: figures };
}

const fileProbe = (figures: FileFigures): string =>
  [
    "File Probe Results",
    "",
    `File:       ${figures.file}`,
    `Lines:      ${figures.lines}`,
    `Size:       ${figures.size_bytes} bytes`,
    `Extension:  ${figures.extension || "(none)"}`,
    `Tokens:     ~${figures.estimated_tokens} (estimated)`,
  ].join("\n");

/** How large a file or folder is, before anybody reads it. Nothing but this is loaded for it: it must be quick. */
export function probe(args: readonly string[]): Outcome {
  const options = readOptions(args, []);
  if ("code" in options) return options;
  const path = options.values[0] || ".";
  const kind = kindAt(path);
  if (kind === "nothing") return problem(1, `Path not found: ${path}`);
  if (kind === "other") return problem(1, `Neither a file nor a folder: ${path}`);
  if (kind === "folder") return probeFolder(path);
  const figures = readable(() => measureFile(path));
  return figures ? { code: 0, text: fileProbe(figures), json: figures } : problem(1, `File cannot be read: ${path}`);
}
