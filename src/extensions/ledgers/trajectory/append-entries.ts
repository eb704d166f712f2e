import { closeSync, fstatSync, mkdirSync, openSync, readSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import { placeInside } from "../../../core/index.ts";
import type { Entry } from "./entries.ts";

const NEWLINE = 10;

function endsInsideALine(file: number): boolean {
  const { size } = fstatSync(file);
  if (size === 0) return false;
  const last = Buffer.alloc(1);
  readSync(file, last, 0, 1, size - 1);
  return last[0] !== NEWLINE;
}

/**
 * Adds lines, in one write at the end of the file, so that those of several writers never mix. What a crash left half
 * written is closed first: it stays a line of its own. Refused where a link leads out of the folder.
 */
export function appendEntries(path: string, entries: readonly Entry[], folder: string): void {
  placeInside(folder, path);
  mkdirSync(dirname(path), { recursive: true });
  const file = openSync(path, "a+");
  try {
    const lines = entries.map((entry) => `${JSON.stringify(entry)}\n`).join("");
    const bytes = Buffer.from(`${endsInsideALine(file) ? "\n" : ""}${lines}`);
    for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
  } finally {
    closeSync(file);
  }
}
