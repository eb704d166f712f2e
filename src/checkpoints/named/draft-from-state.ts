import { oneLine, withoutEmphasis } from "../../text/index.ts";
import { type Draft, EMPTY_DRAFT } from "./draft.ts";
import { isPlaceholder, parseEntries } from "./list-entries.ts";

/* SESSION-STATE.md and the working buffer as people and agents write them: under headings, or after labels. */

type Field = keyof Draft | "goal";

const LABELS: Readonly<Record<Field, readonly string[]>> = {
  task: ["task", "active task", "current task", "task name", "working on", "title", "summary"],
  goal: ["goal", "current goal", "objective"],
  progress: ["progress", "current progress", "done", "completed", "what was done", "status", "current state", "state"],
  nextAction: ["next action", "next actions", "exact next action", "next step", "next steps", "next", "todo", "to do"],
  blockers: [
    "blockers",
    "blocker",
    "blocked",
    "blocked by",
    "blockers and uncertainties",
    "uncertainties",
    "open questions",
  ],
  keyDecisions: ["decisions", "decision", "key decisions", "recent decisions"],
  relevantContext: [
    ...["context", "relevant context", "relevant files", "files", "key files", "file paths", "notes", "corrections"],
    ...["preferences", "user preferences", "constraints", "context snippets"],
  ],
};

const FIELD_OF = new Map(
  Object.entries(LABELS).flatMap(([field, labels]) => labels.map((label) => [label, field as Field])),
);

const fieldCalled = (title: string): Field | undefined =>
  FIELD_OF.get(
    withoutEmphasis(title)
      .toLowerCase()
      .replace(/^[^\p{L}]+|[^\p{L}]+$/gu, "")
      .replace(/\s+/g, " "),
  );

const HEADING = /^#{1,6}\s+(.*?)\s*#*$/;
/** `Task: …`, `**Task:** …`, `- **Task**: …`. */
const LABEL =
  /^(?:[-*+]\s+)?(?:\*\*|__)?([\p{L}][\p{L} /-]{1,40}?)(?:(?:\*\*|__)\s*[:：]|[:：]\s*(?:\*\*|__)?)\s*(.*)$/u;

/** The lines of each field, in the order of the text; other headings are skipped. */
function bodiesIn(text: string): Map<Field, string[]> {
  const bodies = new Map<Field, string[]>();
  let field: Field | undefined;
  const add = (line: string) => {
    if (field !== undefined) bodies.set(field, [...(bodies.get(field) ?? []), line]);
  };
  for (const line of text.replace(/^\uFEFF/, "").split(/\r\n?|\n/)) {
    const heading = HEADING.exec(line);
    const [, label, value = ""] = LABEL.exec(line) ?? [];
    const labelValue = label === undefined ? undefined : fieldCalled(label);
    if (heading) {
      field = fieldCalled(heading[1] ?? "");
      // Separates it from an earlier section of the same name.
      add("");
    } else if (labelValue !== undefined) {
      field = labelValue;
      add("");
      if (value !== "") add(value);
    } else add(line);
  }
  return bodies;
}

const LONGEST_TASK = 200;

export function draftFromState(text: string): Draft {
  const bodies = bodiesIn(text);
  const entries = (field: Field): string[] => parseEntries((bodies.get(field) ?? []).join("\n"));
  const [goal] = entries("goal");
  const task = oneLine(entries("task")[0] ?? goal ?? "", LONGEST_TASK);
  const aim =
    goal === undefined || isPlaceholder(goal) || oneLine(goal, LONGEST_TASK) === task ? [] : [`Goal: ${goal}`];
  return {
    ...EMPTY_DRAFT,
    task,
    progress: entries("progress"),
    nextAction: entries("nextAction")[0] ?? "",
    blockers: entries("blockers"),
    keyDecisions: entries("keyDecisions"),
    relevantContext: [...aim, ...entries("relevantContext")],
  };
}
