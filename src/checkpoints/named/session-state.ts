import { oneLine, withoutEmphasis } from "../../text/index.ts";
import { type Draft, EMPTY_DRAFT } from "./draft.ts";
import { entriesIn, saysNothing } from "./items.ts";

/* SESSION-STATE.md and the working buffer, as people and agents write them: under headings, or behind labels. */

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

/** What each field is given, in the order of the text; what stands under other headings is not asked for. */
function bodiesIn(text: string): Map<Field, string[]> {
  const bodies = new Map<Field, string[]>();
  let field: Field | undefined;
  const add = (line: string) => {
    if (field !== undefined) bodies.set(field, [...(bodies.get(field) ?? []), line]);
  };
  for (const line of text.replace(/^\uFEFF/, "").split(/\r\n?|\n/)) {
    const heading = HEADING.exec(line);
    const [, label, value = ""] = LABEL.exec(line) ?? [];
    const labelled = label === undefined ? undefined : fieldCalled(label);
    if (heading) {
      field = fieldCalled(heading[1] ?? "");
      // What came before under the same name is another entry.
      add("");
    } else if (labelled !== undefined) {
      field = labelled;
      add("");
      if (value !== "") add(value);
    } else add(line);
  }
  return bodies;
}

const LONGEST_TASK = 200;

/** What such a text says of the work; empty where it says nothing. */
export function stateIn(text: string): Draft {
  const bodies = bodiesIn(text);
  const entries = (field: Field): string[] => entriesIn((bodies.get(field) ?? []).join("\n"));
  const [goal] = entries("goal");
  const task = oneLine(entries("task")[0] ?? goal ?? "", LONGEST_TASK);
  const aim = goal === undefined || saysNothing(goal) || oneLine(goal, LONGEST_TASK) === task ? [] : [`Goal: ${goal}`];
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
