import { z } from "zod";
import { foldSpace } from "../../../text/index.ts";
import { type Scenario, type WrittenDecision, writtenDecisionShape } from "../ledger-entries.ts";
import { scenarioText } from "../scenario-text.ts";
import { COMMENTS } from "./template.ts";

/* The section of NOTES.md that is read first after a context was cleared: as people and agents see it. */

const placeShape = z.object({
  /** `${PROJECT_ROOT}/path:from-to`. */
  identifier: z.string(),
  purpose: z.string(),
  verified: z.string(),
});
const questionShape = z.object({ text: z.string(), done: z.boolean() });

/** What the notes say about the work, without the decisions, which are a ledger of their own. */
export const notesStateShape = z.object({
  task: z.string().default(""),
  checkpoint: z.string().default(""),
  state: z.string().default(""),
  places: z.array(placeShape).readonly().default([]),
  questions: z.array(questionShape).readonly().default([]),
});
export type NotesState = Readonly<z.output<typeof notesStateShape>>;
export type KnownPlace = NotesState["places"][number];
export type Question = NotesState["questions"][number];

export const continuityShape = notesStateShape.extend({ decisions: z.array(writtenDecisionShape).readonly() });
export type Continuity = Readonly<z.output<typeof continuityShape>>;

/** One line, and nothing in it that a reader of HTML comments would take for ours. */
export const inline = (text: string): string => foldSpace(text).replaceAll("<!--", "&lt;!--");

/** As code, with more backticks around it than inside. */
function asCode(text: string): string {
  const plain = inline(text);
  const longest = Math.max(0, ...(plain.match(/`+/gu) ?? []).map(({ length }) => length));
  const fence = "`".repeat(longest + 1);
  const gap = longest > 0 ? " " : "";
  return `${fence}${gap}${plain}${gap}${fence}`;
}

/** Written for missing values. */
export const NOT_GIVEN = "not given";

const TITLE_CHARS = 60;

function titleOf(decision: string): string {
  const [sentence = ""] = inline(decision).split(/(?<=[^.\d])[.!?](?=\s|$)/u);
  if (sentence.length <= TITLE_CHARS) return sentence;
  return `${sentence.slice(0, TITLE_CHARS).replace(/\s+\S*$/u, "")}…`;
}

export const scenarioLine = (scenario: Scenario, place: number): string =>
  `${place + 1}. ${inline(scenarioText(scenario))}`;

const part = (label: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : [`**${label}**:`, ...lines];

/** Identifies the decision; `by hand`: a person wrote it, and its text stays unchanged. */
export function identityLine({ id, task }: WrittenDecision, byHand: boolean): string {
  return `<!-- decision ${id}${task ? `, task ${task}` : ""}${byHand ? ", by hand" : ""} -->`;
}

export function decisionLines(one: WrittenDecision, level = 4): string[] {
  return [
    `${"#".repeat(level)} ${one.ts} - ${titleOf(one.decision)}`,
    ...(one.id === undefined ? [] : [identityLine(one, false)]),
    `**Decision**: ${inline(one.decision)}`,
    `**Rationale**: ${inline(one.rationale) || NOT_GIVEN}`,
    ...part(
      "Alternatives",
      one.alternatives.map((other) => `- ${inline(other)}`),
    ),
    ...part(
      "Evidence",
      one.evidence.map(({ path, line, quote }) => `- ${asCode(quote)} [${path}:${line}]`),
    ),
    ...part("Test Scenarios", one.testScenarios.map(scenarioLine)),
    "",
  ];
}

const cell = (text: string): string => inline(text).replaceAll("|", "\\|");

export const PLACES_HEAD = "| Identifier | Purpose | Last Verified |";

/** A decision log as lines, in place of the one that would be written from what is known. */
export interface WrittenLog {
  readonly lines: readonly string[];
  /** Its heading is as high as the section's own, so nothing else can follow it. */
  readonly isLast: boolean;
}

/** `taskWord`: what a task is called where these notes are read. */
export function continuityText(one: Continuity, taskWord: string, log?: WrittenLog): string {
  const decisions = log?.lines ?? [
    "### Decision Log",
    COMMENTS.decisions,
    "",
    ...one.decisions.flatMap((decision) => decisionLines(decision)),
  ];
  const questions = [
    "### Pending Questions",
    COMMENTS.questions,
    ...one.questions.map(({ text, done }) => `- [${done ? "x" : " "}] ${inline(text)}`),
    "",
  ];
  return [
    COMMENTS.section,
    "",
    "### Active Context",
    `- **Current ${taskWord}**: ${inline(one.task)}`,
    `- **Last Checkpoint**: ${one.checkpoint}`,
    `- **Reasoning State**: ${inline(one.state)}`,
    "",
    "### Lightweight Identifiers",
    COMMENTS.places,
    PLACES_HEAD,
    "|------------|---------|---------------|",
    ...one.places.map(
      ({ identifier, purpose, verified }) => `| ${cell(identifier)} | ${cell(purpose)} | ${verified} |`,
    ),
    "",
    ...(log?.isLast ? [...questions, ...decisions] : [...decisions, ...questions]),
  ].join("\n");
}
