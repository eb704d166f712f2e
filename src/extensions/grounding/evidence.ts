import type { Ground } from "../../project-files/index.ts";
import type { CheckedEvidence, Evidence } from "../ledgers/index.ts";
import { checkCitation, movedTo, type Verdict } from "./citations/check-citation.ts";
import { type Drift, driftOf } from "./citations/quote-drift.ts";
import { readCited } from "./citations/read-cited-file.ts";
import { parseReference } from "./citations/reference.ts";

function noteOf(verdict: Verdict): string | null {
  if (verdict.state === "ungrounded") return verdict.reason;
  return verdict.state === "moved" ? movedTo(verdict.line) : null;
}

/** Whether evidence is really there. */
export function checkEvidence({ root }: Ground, evidence: Evidence): CheckedEvidence {
  const { path, line, quote } = evidence;
  const verdict = checkCitation(root, { path, lines: { from: line, to: line }, quote });
  const at = verdict.state === "moved" ? verdict.line : line;
  return { ...evidence, line: at, grounded: verdict.state !== "ungrounded", note: noteOf(verdict) };
}

/** What became of a quote since it was written down. */
export function driftOfEvidence({ root }: Ground, { path, line, quote }: Evidence): Drift {
  const file = readCited(root, parseReference(path).path);
  return "reason" in file
    ? { state: "gone", because: `the file is ${file.reason}` }
    : driftOf({ line, quote }, file.text);
}

export function driftWords(drift: Drift): string {
  switch (drift.state) {
    case "same":
      return `line ${drift.line}`;
    case "moved":
      return `line ${drift.line} by now`;
    case "changed":
      return `line ${drift.line} is most like it: ${drift.now}`;
    case "gone":
      return drift.because;
  }
}
