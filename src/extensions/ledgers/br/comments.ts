import { StringDecoder } from "node:string_decoder";
import { redact } from "../../../core/index.ts";
import { type Decision, type Evidence, type Handoff, SCENARIO_TYPES, type Scenario } from "../entries.ts";
import type { Comment } from "./issues.ts";

/* Writes and reads decisions and handoffs as comments on an issue. */

const DECISION = "DECISION:";
const HANDOFF = "HANDOFF:";
const LABEL =
  /^(Rationale|Alternative|Evidence|Test scenario|Ref|Session|NOTES ref|Trajectory|Grounding ratio|Next|Blocker|Question)s?:(.*)$/iu;

/** A single argument of a program can hold 128 KiB; the notes and the store have all of it. */
const LONGEST_COMMENT_BYTES = 100_000;

export interface HandoffNotes {
  readonly nextSteps: readonly string[];
  readonly blockers: readonly string[];
  readonly questions: readonly string[];
}

const oneLine = (words: string): string => words.replace(/\s+/gu, " ").trim();
const line = (label: string, words: string): string[] => (words === "" ? [] : [`${label}: ${oneLine(words)}`]);
const lines = (label: string, all: readonly string[]): string[] => all.flatMap((one) => line(label, one));

/** What can be an argument of a program: whole characters, no NUL. */
const argument = (all: readonly string[]): string =>
  new StringDecoder().write(
    Buffer.from(redact(all.join("\n")).replaceAll("\0", "")).subarray(0, LONGEST_COMMENT_BYTES),
  );

export const decisionComment = ({ id, decision, rationale, alternatives, evidence, testScenarios }: Decision): string =>
  argument([
    `${DECISION} ${oneLine(decision)}`,
    // Early, so that it survives when the rest is cut.
    `Ref: throughline ${id}`,
    ...line("Rationale", rationale),
    ...lines("Alternative", alternatives),
    ...evidence.map(({ path, line: at, quote }) => oneLine(`Evidence: ${path}:${at} ${quote}`)),
    ...testScenarios.map(({ name, type, expected }) => oneLine(`Test scenario: ${name} (${type}): ${expected}`)),
  ]);

export const handoffComment = (
  { sessionId, ended, notesRef, trajectoryRef, groundingRatio }: Handoff,
  { nextSteps, blockers, questions }: HandoffNotes,
): string =>
  argument([
    HANDOFF,
    ...line("Session", sessionId),
    ...line("NOTES ref", notesRef),
    ...line("Trajectory", trajectoryRef),
    `Grounding ratio: ${groundingRatio}`,
    `Ref: throughline ${ended}`,
    ...lines("Next", nextSteps),
    ...lines("Blocker", blockers),
    ...lines("Question", questions),
  ]);

/**
 * The text of each label; text before the first is under "". A line without a label continues the last.
 */
function labelled(text: string): Map<string, string[]> {
  const parts = new Map<string, string[]>([["", [""]]]);
  let own = parts.get("") ?? [];
  for (const [at, written] of text.split(/\r?\n/u).entries()) {
    // Behind the comment's own mark nothing is a label: "DECISION: Next: …" is a decision.
    const [, label, words = ""] = (at > 0 && LABEL.exec(written.trim())) || [];
    if (label === undefined) own[own.length - 1] = oneLine(`${own.at(-1) ?? ""} ${written}`);
    else {
      own = parts.get(label.toLowerCase()) ?? [];
      own.push(oneLine(words));
      parts.set(label.toLowerCase(), own);
    }
  }
  return parts;
}

function evidenceIn(words: string): Evidence[] {
  const [, path, at, quote = ""] = /^(\S.*?):(\d{1,9})(?:-\d+)?(?:\s+(.*))?$/u.exec(words) ?? [];
  return path === undefined ? [] : [{ path, line: Number(at), quote }];
}

function scenarioIn(words: string): Scenario[] {
  const [, name = words, type, expected = ""] = /^(.*?) \((\w+)\)(?::\s*(.*))?$/u.exec(words) ?? [];
  return name === "" ? [] : [{ name, type: SCENARIO_TYPES.find((one) => one === type) ?? "happy_path", expected }];
}

const textBehind = (prefix: string, { text }: Comment): string | undefined => {
  const words = text.trimStart();
  return words.startsWith(prefix) ? words.slice(prefix.length) : undefined;
};

export function decisionIn(comment: Comment, issue: string): Decision | undefined {
  const words = textBehind(DECISION, comment);
  if (words === undefined) return undefined;
  const parts = labelled(words);
  const all = (label: string): string[] => (parts.get(label) ?? []).filter((one) => one !== "");
  const decision = all("").join(" ");
  if (decision === "") return undefined;
  const own = /^throughline (\S+)$/u.exec(all("ref")[0] ?? "")?.[1];
  return {
    ...{ id: own ?? `${issue}#${comment.id}`, task: issue, ts: comment.created_at, decision },
    ...{ rationale: all("rationale").join(" "), alternatives: all("alternative") },
    ...{ evidence: all("evidence").flatMap(evidenceIn), testScenarios: all("test scenario").flatMap(scenarioIn) },
  };
}

/** The time of the handoff in a comment of ours, which identifies it. */
export function handoffRefIn(comment: Comment): string | undefined {
  const words = textBehind(HANDOFF, comment);
  const ref = words === undefined ? undefined : labelled(words).get("ref")?.[0];
  return /^throughline (\S+)$/u.exec(ref ?? "")?.[1];
}

export function handoffIn(comment: Comment): { handoff: Handoff; notes: HandoffNotes } | undefined {
  const words = textBehind(HANDOFF, comment);
  if (words === undefined) return undefined;
  const parts = labelled(words);
  const all = (label: string): string[] => (parts.get(label) ?? []).filter((one) => one !== "");
  const ratio = Number(all("grounding ratio")[0] ?? 0);
  return {
    handoff: {
      sessionId: all("session")[0] ?? comment.author,
      ended: comment.created_at,
      notesRef: all("notes ref")[0] ?? "",
      trajectoryRef: all("trajectory")[0] ?? "",
      groundingRatio: Number.isFinite(ratio) ? ratio : 0,
    },
    // Free text of a person is for the next session.
    notes: { nextSteps: [...all(""), ...all("next")], blockers: all("blocker"), questions: all("question") },
  };
}
