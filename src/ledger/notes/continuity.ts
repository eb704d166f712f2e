import type { Evidence } from "../entries.ts";
import type { WrittenDecision } from "../tasks/form.ts";
import { inline, scenarioLine } from "./lines.ts";

/* The section of NOTES.md that is read first after a context was cleared: as people and agents see it. */

export interface KnownPlace {
  /** `${PROJECT_ROOT}/path:from-to`. */
  readonly identifier: string;
  readonly purpose: string;
  readonly verified: string;
}

export interface Question {
  readonly text: string;
  readonly done: boolean;
}

export interface Continuity {
  readonly task: string;
  readonly checkpoint: string;
  readonly state: string;
  readonly places: readonly KnownPlace[];
  readonly decisions: readonly NotedDecision[];
  readonly questions: readonly Question[];
}

export type NotedDecision = WrittenDecision & { readonly task?: string | null | undefined };

/** As code, with more backticks around than stand in it. */
function asCode(text: string): string {
  const plain = inline(text);
  const longest = Math.max(0, ...(plain.match(/`+/gu) ?? []).map(({ length }) => length));
  const fence = "`".repeat(longest + 1);
  const gap = longest > 0 ? " " : "";
  return `${fence}${gap}${plain}${gap}${fence}`;
}

const TITLE_CHARS = 60;

function titleOf(decision: string): string {
  const [sentence = ""] = inline(decision).split(/(?<=[^.\d])[.!?](?=\s|$)/u);
  if (sentence.length <= TITLE_CHARS) return sentence;
  return `${sentence.slice(0, TITLE_CHARS).replace(/\s+\S*$/u, "")}…`;
}

const evidenceLine = ({ path, line, quote, symbol }: Evidence): string =>
  `- ${asCode(quote)} [${path}:${line}]${symbol === undefined ? "" : ` in ${asCode(symbol)}`}`;

const part = (label: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : [`**${label}**:`, ...lines];

function decisionLines(one: NotedDecision): string[] {
  const task = one.task ? `, task ${one.task}` : "";
  return [
    `#### ${one.ts} - ${titleOf(one.decision)}`,
    ...(one.id === undefined ? [] : [`<!-- decision ${one.id}${task} -->`]),
    `**Decision**: ${inline(one.decision)}`,
    `**Rationale**: ${inline(one.rationale)}`,
    ...part(
      "Alternatives",
      one.alternatives.map((other) => `- ${inline(other)}`),
    ),
    ...part("Evidence", one.evidence.map(evidenceLine)),
    ...part("Test Scenarios", one.testScenarios.map(scenarioLine)),
    "",
  ];
}

const cell = (text: string): string => inline(text).replaceAll("|", "\\|");

/** What we say to a reader of the file itself. */
export const COMMENTS = {
  section: "<!-- CRITICAL: Load this section FIRST after /clear (~100 tokens) -->",
  places: "<!-- Absolute paths only - retrieve full content on-demand -->",
  decisions: "<!-- Decisions survive context wipes - permanent record -->",
  questions: "<!-- Carry forward across sessions -->",
} as const;

export const PLACES_HEAD = "| Identifier | Purpose | Last Verified |";

/** `taskWord`: what a task is called where these notes are read. */
export function continuityText(one: Continuity, taskWord: string): string {
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
    "### Decision Log",
    COMMENTS.decisions,
    "",
    ...one.decisions.flatMap(decisionLines),
    "### Pending Questions",
    COMMENTS.questions,
    ...one.questions.map(({ text, done }) => `- [${done ? "x" : " "}] ${inline(text)}`),
    "",
  ].join("\n");
}
