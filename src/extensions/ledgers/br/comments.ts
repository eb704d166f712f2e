import { StringDecoder } from "node:string_decoder";
import { redact } from "../../../core/index.ts";
import { foldSpace } from "../../../text/index.ts";
import type { Decision, Evidence, Handoff, TaskState } from "../ledger-entries.ts";
import { scenarioIn, scenarioText } from "../scenario-text.ts";
import type { Comment } from "./issues.ts";

/* Writes and reads decisions and handoffs as comments on an issue. */

const DECISION = "DECISION:";
const HANDOFF = "HANDOFF:";
const LABEL =
  /^(Rationale|Alternative|Evidence|Test scenario|Ref|Session|NOTES ref|Trajectory|Grounding ratio|Next|Blocker|Question)s?:(.*)$/iu;

/** A single argument of a program can hold 128 KiB; the notes and the store have all of it. */
const LONGEST_COMMENT_BYTES = 100_000;

export type HandoffNotes = Pick<TaskState, "nextSteps" | "blockers" | "questions">;

const lines = (label: string, ...all: readonly string[]): string[] =>
  all.filter((words) => words !== "").map((words) => `${label}: ${foldSpace(words)}`);

/** What can be an argument of a program: whole characters, no NUL. */
const argument = (all: readonly string[]): string =>
  new StringDecoder().write(
    Buffer.from(redact(all.join("\n")).replaceAll("\0", "")).subarray(0, LONGEST_COMMENT_BYTES),
  );

export const decisionComment = ({ id, decision, rationale, alternatives, evidence, testScenarios }: Decision): string =>
  argument([
    `${DECISION} ${foldSpace(decision)}`,
    // Early, so that it survives when the rest is cut.
    `Ref: throughline ${id}`,
    ...lines("Rationale", rationale),
    ...lines("Alternative", ...alternatives),
    ...lines("Evidence", ...evidence.map(({ path, line, quote }) => `${path}:${line} ${quote}`)),
    ...lines("Test scenario", ...testScenarios.map(scenarioText)),
  ]);

export const handoffComment = (
  { sessionId, ended, notesRef, trajectoryRef, groundingRatio }: Handoff,
  { nextSteps, blockers, questions }: HandoffNotes,
): string =>
  argument([
    HANDOFF,
    ...lines("Session", sessionId),
    ...lines("NOTES ref", notesRef),
    ...lines("Trajectory", trajectoryRef),
    `Grounding ratio: ${groundingRatio}`,
    `Ref: throughline ${ended}`,
    ...lines("Next", ...nextSteps),
    ...lines("Blocker", ...blockers),
    ...lines("Question", ...questions),
  ]);

/** The texts of a label; text before the first label is under "". */
type Labelled = (label: string) => string[];

/** The parts of a comment with a mark; undefined for other comments. A line without a label continues the last. */
function labelled(mark: string, comment: Comment): Labelled | undefined {
  const text = comment.text.trimStart();
  if (!text.startsWith(mark)) return undefined;
  const parts = new Map<string, string[]>([["", [""]]]);
  let own = parts.get("") ?? [];
  for (const [at, written] of text.slice(mark.length).split(/\r?\n/u).entries()) {
    // Behind the comment's own mark nothing is a label: "DECISION: Next: …" is a decision.
    const [, label, words = ""] = (at > 0 && LABEL.exec(written.trim())) || [];
    if (label === undefined) own[own.length - 1] = foldSpace(`${own.at(-1) ?? ""} ${written}`);
    else {
      own = parts.get(label.toLowerCase()) ?? [];
      own.push(foldSpace(words));
      parts.set(label.toLowerCase(), own);
    }
  }
  return (label) => (parts.get(label) ?? []).filter((one) => one !== "");
}

/** What we named in a comment of ours: a decision by its id, a handoff by its time. */
const refIn = (parts: Labelled): string | undefined => /^throughline (\S+)$/u.exec(parts("ref")[0] ?? "")?.[1];

function evidenceIn(words: string): Evidence[] {
  const [, path, at, quote = ""] = /^(\S.*?):(\d{1,9})(?:-\d+)?(?:\s+(.*))?$/u.exec(words) ?? [];
  return path === undefined ? [] : [{ path, line: Number(at), quote }];
}

export function decisionIn(comment: Comment, issue: string): Decision | undefined {
  const parts = labelled(DECISION, comment);
  const decision = parts?.("").join(" ");
  if (!parts || !decision) return undefined;
  return {
    ...{ id: refIn(parts) ?? `${issue}#${comment.id}`, task: issue, ts: comment.created_at, decision },
    ...{ rationale: parts("rationale").join(" "), alternatives: parts("alternative") },
    ...{ evidence: parts("evidence").flatMap(evidenceIn), testScenarios: parts("test scenario").map(scenarioIn) },
  };
}

/** The time of the handoff in a comment of ours, which identifies it. */
export function handoffRefIn(comment: Comment): string | undefined {
  const parts = labelled(HANDOFF, comment);
  return parts && refIn(parts);
}

export function handoffIn(comment: Comment): { handoff: Handoff; notes: HandoffNotes } | undefined {
  const parts = labelled(HANDOFF, comment);
  if (!parts) return undefined;
  const ratio = Number(parts("grounding ratio")[0] ?? 0);
  return {
    handoff: {
      sessionId: parts("session")[0] ?? comment.author,
      ended: comment.created_at,
      notesRef: parts("notes ref")[0] ?? "",
      trajectoryRef: parts("trajectory")[0] ?? "",
      groundingRatio: Number.isFinite(ratio) ? ratio : 0,
    },
    // Free text of a person is for the next session.
    notes: { nextSteps: [...parts(""), ...parts("next")], blockers: parts("blocker"), questions: parts("question") },
  };
}
