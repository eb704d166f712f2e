import type { Evidence, Scenario } from "../entries.ts";
import { SCENARIO_TYPES } from "../entries.ts";
import type { WrittenDecision } from "../tasks/form.ts";
import { placedSections } from "./headings.ts";
import { inline, scenarioLine } from "./lines.ts";

/* The section of NOTES.md that is read first after a context was cleared: as people and agents see it, and read back. */

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

const outline = (text: string): string => text.trim().replaceAll("&lt;!--", "<!--");

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

/** `taskWord`: what a task is called where these notes are read. */
export function continuityText(one: Continuity, taskWord: string): string {
  return [
    "<!-- CRITICAL: Load this section FIRST after /clear (~100 tokens) -->",
    "",
    "### Active Context",
    `- **Current ${taskWord}**: ${inline(one.task)}`,
    `- **Last Checkpoint**: ${one.checkpoint}`,
    `- **Reasoning State**: ${inline(one.state)}`,
    "",
    "### Lightweight Identifiers",
    "<!-- Absolute paths only - retrieve full content on-demand -->",
    "| Identifier | Purpose | Last Verified |",
    "|------------|---------|---------------|",
    ...one.places.map(
      ({ identifier, purpose, verified }) => `| ${cell(identifier)} | ${cell(purpose)} | ${verified} |`,
    ),
    "",
    "### Decision Log",
    "<!-- Decisions survive context wipes - permanent record -->",
    "",
    ...one.decisions.flatMap(decisionLines),
    "### Pending Questions",
    "<!-- Carry forward across sessions -->",
    ...one.questions.map(({ text, done }) => `- [${done ? "x" : " "}] ${inline(text)}`),
    "",
  ].join("\n");
}

const isScenarioType = (text: string): text is Scenario["type"] => SCENARIO_TYPES.some((type) => type === text);

function readEvidence(line: string): Evidence[] {
  const [, , quote = "", path = "", at = "1", , symbol] =
    /^[-*] +(`+) ?(.*?) ?\1 +\[(.+):(\d+)(?:-\d+)?\](?: in (`+) ?(.*?) ?\5)?\s*$/u.exec(line) ?? [];
  if (path === "") return [];
  const inFunction = symbol === undefined ? {} : { symbol: outline(symbol) };
  return [{ path, line: Number(at), quote: outline(quote), ...inFunction }];
}

function readScenario(line: string): Scenario[] {
  const [, words = ""] = /^(?:\d+\.|[-*]) +(.*)$/u.exec(line) ?? [];
  if (words.trim() === "") return [];
  const [, name = words, type = "happy_path", expected = ""] = /^(.*?) \((\w+)\)(?:: (.*))?$/u.exec(words) ?? [];
  return [{ name: outline(name), type: isScenarioType(type) ? type : "happy_path", expected: outline(expected) }];
}

const readItem = (line: string): string[] => {
  const item = outline(/^[-*] +(.*)$/u.exec(line)?.[1] ?? "");
  return item === "" ? [] : [item];
};

const LABEL = /^\*\*([A-Z][\w ]*)\*\*: ?(.*)$/u;

/** The lines below each label of a decision; what stands beside the label comes first. */
function labelled(lines: readonly string[]): Map<string, string[]> {
  const parts = new Map<string, string[]>();
  let own: string[] | undefined;
  for (const line of lines) {
    const [, label, beside = ""] = LABEL.exec(line) ?? [];
    if (label !== undefined) {
      own = beside.trim() === "" ? [] : [beside];
      parts.set(label, own);
    } else if (line.trim() !== "") own?.push(line);
  }
  return parts;
}

function readDecision(title: string, body: string): NotedDecision[] {
  const [, ts = "", rest = title] = /^(\d{4}-\d\d-\d\dT\S+) - ?(.*)$/su.exec(title) ?? [];
  const [, id, task] = /^<!-- decision (\S+?)(?:, task (\S+))? -->$/mu.exec(body) ?? [];
  const parts = labelled(body.split("\n"));
  const words = (label: string): string => outline((parts.get(label) ?? []).join(" ").replace(/\s+/gu, " "));
  const decision = words("Decision") || outline(rest);
  if (decision === "") return [];
  return [
    {
      ...(id !== undefined && { id }),
      ...(task !== undefined && { task }),
      ts,
      decision,
      rationale: words("Rationale"),
      alternatives: (parts.get("Alternatives") ?? []).flatMap(readItem),
      evidence: (parts.get("Evidence") ?? []).flatMap(readEvidence),
      testScenarios: (parts.get("Test Scenarios") ?? []).flatMap(readScenario),
    },
  ];
}

function readPlace(line: string): KnownPlace[] {
  const cells = line
    .trim()
    .replace(/^\||\|$/gu, "")
    .split(/(?<!\\)\|/u);
  const [identifier = "", purpose = "", verified = ""] = cells.map((one) => outline(one.replaceAll("\\|", "|")));
  return identifier.startsWith("$") ? [{ identifier, purpose, verified }] : [];
}

function readQuestion(line: string): Question[] {
  const [, tick = " ", text = ""] = /^(?:[-*+]|\d+[.)]) +(?:\[([ xX])\] +)?(\S.*)$/u.exec(line) ?? [];
  return text === "" ? [] : [{ text: outline(text), done: tick !== " " }];
}

/** One that was copied as a pattern for another has that one's id still. */
function eachItsOwn(decisions: readonly NotedDecision[]): NotedDecision[] {
  const seen = new Set<string>();
  return decisions.map((one) => {
    if (one.id === undefined || !seen.has(one.id)) {
      if (one.id !== undefined) seen.add(one.id);
      return one;
    }
    const { id: _id, ...copy } = one;
    return { ...copy, ts: "" };
  });
}

/** What stands in the section, also after a person wrote in it. */
export function readContinuity(text: string): Continuity {
  const sections = placedSections(text);
  const below = (title: string) => sections.find((one) => one.title.toLowerCase() === title);
  const linesOf = (title: string): string[] => {
    const section = below(title);
    return section ? text.slice(section.bodyFrom, section.end).split("\n") : [];
  };
  const context = new Map(
    linesOf("active context").flatMap((line): [string, string][] => {
      const [, label, value] = /^[-*] \*\*(?:Current )?([\w ]+)\*\*: ?(.*)$/u.exec(line) ?? [];
      return label === undefined ? [] : [[label, outline(value ?? "")]];
    }),
  );
  const log = below("decision log");
  const inLog = sections.filter(({ from, level }) => log && level > log.level && from > log.from && from < log.end);
  return {
    task: context.get("Task") ?? context.get("Bead") ?? "",
    checkpoint: context.get("Last Checkpoint") ?? "",
    state: context.get("Reasoning State") ?? "",
    places: linesOf("lightweight identifiers").flatMap(readPlace),
    decisions: eachItsOwn(inLog.flatMap(({ title, bodyFrom, end }) => readDecision(title, text.slice(bodyFrom, end)))),
    questions: linesOf("pending questions").flatMap(readQuestion),
  };
}
