import { isoTime, redact } from "../../core/index.ts";
import { bodyOf, readNotes, type Section } from "../../markdown/index.ts";
import { foldSpace } from "../../text/index.ts";
import { formatCreated, parseCreated } from "./created-time.ts";
import { type Draft, EMPTY_DRAFT } from "./draft.ts";
import { formatList, normalizeEntry, parseEntries, withoutComments } from "./list-entries.ts";
import { readSnapshot, snapshotComment, type WorkspaceSnapshot } from "./workspace-snapshot.ts";

/* The file of a checkpoint: Markdown that people read and edit, in the format of the session-continuity skill. */

export interface ParsedCheckpoint {
  readonly name: string;
  /** Undefined where the text does not say: the file's own time counts then. */
  readonly created: number | undefined;
  readonly draft: Draft;
  /** What it lacks, where it was saved with `--force`. */
  readonly problems: readonly string[];
  /** What staleness is measured against. */
  readonly snapshot: WorkspaceSnapshot | undefined;
  /** Sections that are not ours, unchanged. */
  readonly others: string;
}

const TITLE = /^Checkpoint:\s*(.*)$/i;
const AGE =
  "**Age:** Derived from file mtime at resume time (shown automatically by `/checkpoint list` script); from Created where it is there";

const SECTIONS = [
  ["progress", "Progress"],
  ["nextAction", "Next Action"],
  ["blockers", "Blockers"],
  ["keyDecisions", "Key Decisions"],
  ["relevantContext", "Relevant Context"],
] as const satisfies readonly (readonly [keyof Draft, string])[];

/** What Markdown would read as structure at the beginning of a line. */
const HAS_STRUCTURE = /^(?:[-*+#>=|<]|\d{1,9}[.)]|```|~~~)/;

function paragraph(text: string): string {
  const entry = normalizeEntry(text);
  return entry.includes("\n") || HAS_STRUCTURE.test(entry) ? formatList([entry]) : entry;
}

export interface WriteOptions {
  readonly snapshot?: WorkspaceSnapshot | undefined;
  readonly problems?: readonly string[] | undefined;
  readonly others?: string | undefined;
  /** Minutes east of Greenwich; by default this machine's. */
  readonly offset?: number | undefined;
}

/** A checkpoint as it is written, secrets redacted. */
export function formatCheckpoint(name: string, draft: Draft, created: number, options: WriteOptions = {}): string {
  const { snapshot, problems = [], others = "", offset } = options;
  const missing = snapshot?.files.filter(({ hash }) => hash === null).map(({ path }) => `\`${path}\``) ?? [];
  const bodies = SECTIONS.map(([field, title]) => {
    const value = draft[field];
    const body = typeof value === "string" ? paragraph(redact(value)) : formatList(value.map(redact));
    return `## ${title}\n${body}`.trimEnd();
  });
  const head = [
    `# Checkpoint: ${foldSpace(name)}`,
    `**Created:** ${formatCreated(created, offset)}`,
    `**Task:** ${foldSpace(redact(draft.task))}`,
    ...(problems.length > 0 ? [`**Incomplete:** ${foldSpace(redact(problems.join("; ")))}`] : []),
    ...(missing.length > 0 ? [`**Not found at saving:** ${missing.join(", ")}`] : []),
  ].join("\n");
  const parts = [
    head,
    ...bodies,
    others.trim(),
    AGE,
    snapshot ? snapshotComment({ ...snapshot, at: isoTime(created) }) : "",
  ];
  return `${parts.filter((part) => part !== "").join("\n\n")}\n`;
}

const labelValue = (lines: readonly string[], label: string): string => {
  const start = new RegExp(`^(?:[-*+]\\s+)?\\*{0,2}${label}\\*{0,2}\\s*:\\s*\\*{0,2}\\s*(.*)$`, "i");
  const [value = ""] = lines.flatMap((line) => start.exec(line)?.[1] ?? []);
  return value.trim();
};

const isCalled = ({ title }: Section, name: string): boolean =>
  foldSpace(title.replaceAll(":", " ")).toLowerCase() === name.toLowerCase();

/** The age line and our comment are not part of the last section. */
const withoutTail = (body: string): string =>
  body.replace(/^\*\*Age:\*\*.*$/gm, "").replace(/^<!-- throughline:.*$/gm, "");

function textUnder(body: string): string {
  const entries = parseEntries(body);
  return entries.length === 1 ? (entries[0] ?? "") : normalizeEntry(withoutComments(body));
}

/** The time of the `Created` line, to the millisecond where nobody has edited it. */
function exactly(minute: number | undefined, snapshot: WorkspaceSnapshot | undefined): number | undefined {
  const exact = snapshot ? Date.parse(snapshot.at) : Number.NaN;
  if (minute === undefined || Number.isNaN(exact)) return minute;
  return Math.floor(exact / 60_000) === Math.floor(minute / 60_000) ? exact : minute;
}

/** Reads a checkpoint after people edited it: other line ends, more sections, other headings, or half of it gone. */
export function parseCheckpoint(text: string): ParsedCheckpoint {
  const notes = readNotes(text);
  const top = notes.sections.filter(({ level }) => level <= 2);
  const title = top.find(({ level }) => level === 1);
  const head = notes.lines.slice(
    title?.bodyFrom ?? 0,
    top.find(({ level }) => level === 2)?.from ?? notes.lines.length,
  );
  const bodies = new Map<string, string>();
  for (const [field, name] of SECTIONS) {
    const found = top.filter((section) => section.level === 2 && isCalled(section, name));
    bodies.set(field, found.map((section) => withoutTail(bodyOf(notes, section).join("\n"))).join("\n\n"));
  }
  const list = (field: string): string[] => parseEntries(bodies.get(field) ?? "");
  const others = top.filter((section) => section.level === 2 && !SECTIONS.some(([, name]) => isCalled(section, name)));
  const snapshot = readSnapshot(text);
  const problems = labelValue(head, "Incomplete");
  return {
    name: TITLE.exec(title?.title ?? "")?.[1]?.trim() ?? "",
    created: exactly(parseCreated(labelValue(head, "Created")), snapshot),
    draft: {
      ...EMPTY_DRAFT,
      task: labelValue(head, "Task"),
      progress: list("progress"),
      nextAction: textUnder(bodies.get("nextAction") ?? ""),
      blockers: list("blockers"),
      keyDecisions: list("keyDecisions"),
      relevantContext: list("relevantContext"),
    },
    problems: problems === "" ? [] : problems.split("; "),
    snapshot,
    others: others.map(({ from, to }) => withoutTail(notes.lines.slice(from, to).join("\n")).trim()).join("\n\n"),
  };
}
