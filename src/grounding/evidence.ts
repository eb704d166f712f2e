import type { Evidence, Ground } from "../ledger/index.ts";
import { checkCitation, type Verdict } from "./citations/check.ts";
import { readCited } from "./citations/read.ts";
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
  return verdict.state === "moved" ? `moved to line ${verdict.line}` : null;
}

function textOf({ root }: Ground, path: string): string | undefined {
  const file = readCited(root, parseReference(path).path);
  return "text" in file ? file.text : undefined;
}

/** Whether evidence is really there, and the function or class that it stands in, by which it is found again later. */
export async function checkEvidence(ground: Ground, evidence: Evidence): Promise<CheckedEvidence> {
  const { path, line, quote } = evidence;
  const verdict = checkCitation(ground.root, { path, lines: { from: line, to: line }, quote });
  const at = verdict.state === "moved" ? verdict.line : line;
  const text = verdict.state === "ungrounded" ? undefined : textOf(ground, path);
  const symbol = text === undefined ? undefined : await symbolAt(parseReference(path).path, text, at);
  const grounded = verdict.state !== "ungrounded";
  return { ...evidence, line: at, grounded, note: noteOf(verdict), ...(symbol && { symbol: symbol.name }) };
}

/** What became of a quote since it was written down. */
export function driftOfEvidence(ground: Ground, { path, line, quote, symbol }: Evidence): Promise<Drift> {
  const file = parseReference(path).path;
  return driftOf({ path: file, line, quote, ...(symbol !== undefined && { symbol }) }, textOf(ground, path));
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
