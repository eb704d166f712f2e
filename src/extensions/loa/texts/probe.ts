import type { FileFigures } from "../context-manager/measure-files.ts";

const LARGEST_SHOWN = 10;

export const fileProbe = (figures: FileFigures): string =>
  [
    "File Probe Results",
    "",
    `File:       ${figures.file}`,
    `Lines:      ${figures.lines}`,
    `Size:       ${figures.size_bytes} bytes`,
    `Extension:  ${figures.extension || "(none)"}`,
    `Tokens:     ~${figures.estimated_tokens} (estimated)`,
  ].join("\n");

export interface FolderFigures {
  readonly directory: string;
  readonly total_files: number;
  readonly total_lines: number;
  readonly estimated_tokens: number;
  readonly files: readonly FileFigures[];
}

export function folderProbe({ directory, total_files, total_lines, estimated_tokens, files }: FolderFigures): string {
  const largest = [...files].sort((a, b) => b.size_bytes - a.size_bytes).slice(0, LARGEST_SHOWN);
  return [
    "Directory Probe Results",
    "",
    `Directory:  ${directory}`,
    `Files:      ${total_files}`,
    `Lines:      ${total_lines}`,
    `Tokens:     ~${estimated_tokens} (estimated)`,
    ...(largest.length > 0 ? ["", "Largest files:"] : []),
    ...largest.map((one) => `  ${one.file}  ${one.lines} lines, ~${one.estimated_tokens} tokens`),
  ].join("\n");
}
