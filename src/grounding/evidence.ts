import type { Evidence, Ground } from "../ledger/index.ts";
import { checkCitation, movedTo, type Verdict } from "./citations/check.ts";
import { type CitedFile, readCited, type Unreadable } from "./citations/read.ts";
import { parseReference } from "./citations/reference.ts";
import { type Drift, driftOf } from "./symbols/drift.ts";
import { symbolAt } from "./symbols/symbols.ts";

export interface CheckedEvidence extends Evidence {
  readonly grounded: boolean;
  /** Why not, or where it is by now. */
  readonly note: string | null;
}

function noteOf(verdict: Verdict): string | null {
  if (verdict.state === "ungrounded") return verdict.reason;
  return verdict.state === "moved" ? movedTo(verdict.line) : null;
}

const fileOf = ({ root }: Ground, path: string): CitedFile => readCited(root, parseReference(path).path);

/** Whether evidence is really there, and the function or class that it stands in, by which it is found again later. */
export async function checkEvidence(ground: Ground, evidence: Evidence): Promise<CheckedEvidence> {
  const { path, line, quote } = evidence;
  const verdict = checkCitation(ground.root, { path, lines: { from: line, to: line }, quote });
  const at = verdict.state === "moved" ? verdict.line : line;
  const grounded = verdict.state !== "ungrounded";
  const file = fileOf(ground, path);
  const symbol = grounded && "text" in file ? await symbolAt(parseReference(path).path, file.text, at) : undefined;
  return { ...evidence, line: at, grounded, note: noteOf(verdict), ...(symbol && { symbol: symbol.name }) };
}

/** What a file that was quoted is by now, where it cannot be read. */
const UNREADABLE: Readonly<Record<Unreadable, string>> = {
  missing: "the file is gone",
  "outside the project": "the path leads out of the project",
  "a folder": "it is a folder",
  "not a file": "it is no regular file",
  binary: "the file is binary",
  "too large": "the file is too large to be read",
  unreadable: "the file cannot be read",
};

/** What became of a quote since it was written down. */
export async function driftOfEvidence(ground: Ground, { path, line, quote, symbol }: Evidence): Promise<Drift> {
  const file = fileOf(ground, path);
  if ("reason" in file) return { state: "gone", because: UNREADABLE[file.reason] };
  const citation = { path: parseReference(path).path, line, quote, ...(symbol !== undefined && { symbol }) };
  return driftOf(citation, file.text);
}

export function driftWords(drift: Drift): string {
  switch (drift.state) {
    case "same":
      return `line ${drift.line}`;
    case "moved":
      return `line ${drift.line} by now${drift.withSymbol ? ", with its function" : ""}`;
    case "changed":
      return `${drift.symbol.name} is still there; line ${drift.line} is nearest: ${drift.now.trim()}`;
    case "gone":
      return drift.because;
  }
}
