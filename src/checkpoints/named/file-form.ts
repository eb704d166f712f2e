import { isoTime, redact } from "../../core/index.ts";
import { bodyOf, readNotes, type Section } from "../../markdown/index.ts";
import { createdIn, createdText } from "./created.ts";
import { type Draft, EMPTY_DRAFT } from "./draft.ts";
import { entriesIn, entryOf, listOf, withoutComments } from "./items.ts";
import { type World, worldIn, worldLine } from "./world-form.ts";

/* The file of a checkpoint: Markdown that people read and change, in the form of the session-continuity skill. */

/** What a file says besides its draft. */
export interface CheckpointFile {
  readonly name: string;
  /** Undefined where the file does not tell: its own time counts then. */
  readonly created: number | undefined;
  readonly draft: Draft;
  /** What it lacks, where it was saved in spite of that. */
  readonly lacks: readonly string[];
  /** The world at saving, against which staleness is told. */
  readonly world: World | undefined;
  /** Sections that somebody else put there, as they stand. */
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

/** What Markdown would take for something else at the beginning of a line. */
const HAS_STRUCTURE = /^(?:[-*+#>=|<]|\d{1,9}[.)]|```|~~~)/;

function paragraph(text: string): string {
  const entry = entryOf(text);
  return entry.includes("\n") || HAS_STRUCTURE.test(entry) ? listOf([entry]) : entry;
}

const flat = (text: string): string => text.replace(/\s+/g, " ").trim();

export interface WriteOptions {
  readonly world?: World | undefined;
  readonly lacks?: readonly string[] | undefined;
  readonly others?: string | undefined;
  /** Minutes east of Greenwich; those of this machine. */
  readonly offset?: number | undefined;
}

/** A checkpoint as it is written, secrets redacted. */
export function checkpointText(name: string, draft: Draft, created: number, options: WriteOptions = {}): string {
  const { world, lacks = [], others = "", offset } = options;
  const missing = world?.files.filter(({ hash }) => hash === null).map(({ path }) => `\`${path}\``) ?? [];
  const bodies = SECTIONS.map(([field, title]) => {
    const said = draft[field];
    const body = typeof said === "string" ? paragraph(redact(said)) : listOf(said.map(redact));
    return `## ${title}\n${body}`.trimEnd();
  });
  const head = [
    `# Checkpoint: ${flat(name)}`,
    `**Created:** ${createdText(created, offset)}`,
    `**Task:** ${flat(redact(draft.task))}`,
    ...(lacks.length > 0 ? [`**Incomplete:** ${flat(redact(lacks.join("; ")))}`] : []),
    ...(missing.length > 0 ? [`**Not found at saving:** ${missing.join(", ")}`] : []),
  ].join("\n");
  const parts = [head, ...bodies, others.trim(), AGE, world ? worldLine({ ...world, at: isoTime(created) }) : ""];
  return `${parts.filter((part) => part !== "").join("\n\n")}\n`;
}

const labelled = (lines: readonly string[], label: string): string => {
  const start = new RegExp(`^(?:[-*+]\\s+)?\\*{0,2}${label}\\*{0,2}\\s*:\\s*\\*{0,2}\\s*(.*)$`, "i");
  return (
    lines
      .flatMap((line) => start.exec(line)?.[1] ?? [])
      .at(0)
      ?.trim() ?? ""
  );
};

const isCalled = ({ title }: Section, name: string): boolean =>
  title
    .toLowerCase()
    .replace(/[:\s]+/g, " ")
    .trim() === name.toLowerCase();

/** The line that tells of the age, and ours for programs, are part of no section. */
const withoutTail = (body: string): string =>
  body.replace(/^\*\*Age:\*\*.*$/gm, "").replace(/^<!-- throughline:.*$/gm, "");

function textUnder(body: string): string {
  const entries = entriesIn(body);
  return entries.length === 1 ? (entries[0] ?? "") : entryOf(withoutComments(body));
}

/** The moment of the line for people, to the millisecond where nobody has changed it. */
function exactly(minute: number | undefined, world: World | undefined): number | undefined {
  const exact = world ? Date.parse(world.at) : Number.NaN;
  if (minute === undefined || Number.isNaN(exact)) return minute;
  return Math.floor(exact / 60_000) === Math.floor(minute / 60_000) ? exact : minute;
}

/** Reads a checkpoint as people leave it: with other line ends, more sections, other headings, or half of it gone. */
export function readCheckpoint(text: string): CheckpointFile {
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
  const list = (field: string): string[] => entriesIn(bodies.get(field) ?? "");
  const others = top.filter((section) => section.level === 2 && !SECTIONS.some(([, name]) => isCalled(section, name)));
  const world = worldIn(text);
  const lacks = labelled(head, "Incomplete");
  return {
    name: TITLE.exec(title?.title ?? "")?.[1]?.trim() ?? "",
    created: exactly(createdIn(labelled(head, "Created")), world),
    draft: {
      ...EMPTY_DRAFT,
      task: labelled(head, "Task"),
      progress: list("progress"),
      nextAction: textUnder(bodies.get("nextAction") ?? ""),
      blockers: list("blockers"),
      keyDecisions: list("keyDecisions"),
      relevantContext: list("relevantContext"),
    },
    lacks: lacks === "" ? [] : lacks.split("; "),
    world,
    others: others.map(({ from, to }) => withoutTail(notes.lines.slice(from, to).join("\n")).trim()).join("\n\n"),
  };
}
