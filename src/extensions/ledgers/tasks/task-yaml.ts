import { type Document, isMap, parseDocument } from "yaml";
import { badInput, canonicalJson, ThroughlineError } from "../../../core/index.ts";
import { endingOf, withEnding } from "../../../project-files/index.ts";
import { type Reading, same, withFields } from "./edit-yaml.ts";
import { placesOfOurs } from "./match-items.ts";
import { formOfDecision, formOfHandoff, formOfScenario, taskFields, type WrittenTask } from "./task-fields.ts";

function documentOf(text: string, path: string): Document {
  const document = parseDocument(text, { keepSourceTokens: true });
  const [error] = document.errors;
  if (error) {
    const line = error.linePos?.[0].line;
    const what = error.message.split("\n")[0]?.replace(/ at line .*$/su, "");
    throw badInput(`${path}${line === undefined ? "" : `:${line}`}: ${what}`, "Fix the file; nothing was changed.");
  }
  if (document.contents !== null && !isMap(document.contents))
    throw badInput(`${path}: not a task: fields such as title and status are missing`, "Fix or remove the file.");
  return document;
}

export function readTask(text: string, path: string): WrittenTask {
  return taskFields.parse(documentOf(text, path).toJS() ?? {});
}

/** The fields of the form, in the order in which a new file has them. */
const formOf = (task: WrittenTask) => ({
  id: task.id,
  title: task.title,
  status: task.status,
  priority: task.priority,
  created: task.created,
  decisions: task.decisions.map(formOfDecision),
  test_scenarios: task.testScenarios.map(formOfScenario),
  handoffs: task.handoffs.map(formOfHandoff),
  next_steps: [...task.nextSteps],
  blockers: [...task.blockers],
  questions: [...task.questions],
  progress: task.progress,
});

type TaskForm = ReturnType<typeof formOf>;

const fieldOf = (form: object, name: string): unknown => Object.entries(form).find(([field]) => field === name)?.[1];

const first = (list: unknown): unknown => (Array.isArray(list) ? list[0] : undefined);

/** Reads an item as it would be read in its list; a list of a decision's needs a decision around it. */
const readingOf: Reading =
  ([field = "", inner]) =>
  (item) => {
    const one = inner === undefined ? item : { decision: "any", [inner]: [item] };
    const read = first(fieldOf(formOf(taskFields.parse({ [field]: [one] })), field));
    if (inner === undefined) return read;
    return typeof read === "object" && read !== null ? first(fieldOf(read, inner)) : undefined;
  };

/** The order of these lists means nothing: they stay as a person arranged them. */
const LOGS: readonly string[] = ["decisions", "handoffs"];

const sorted = (list: readonly unknown[]): string[] => list.map(canonicalJson).sort();

const isSameTask = (before: TaskForm, after: TaskForm): boolean =>
  Object.entries(after).every(([name, value]) => {
    const old = fieldOf(before, name);
    return LOGS.includes(name) && Array.isArray(old) && Array.isArray(value)
      ? same(sorted(old), sorted(value))
      : value === undefined || same(old, value);
  });

/** Ours as the file arranges them, and then those that it does not have. */
function asArranged(inFile: unknown, ours: unknown): unknown {
  if (!Array.isArray(inFile) || !Array.isArray(ours)) return ours;
  const places = placesOfOurs(inFile, ours);
  const placed = ours.map((item, which) => ({ item, place: places[which] ?? Number.POSITIVE_INFINITY }));
  return placed.sort((a, b) => (a.place === b.place ? 0 : a.place - b.place)).map(({ item }) => item);
}

const arrangedAs = (before: TaskForm, after: TaskForm): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(after).map(([name, value]) => [
      name,
      LOGS.includes(name) ? asArranged(fieldOf(before, name), value) : value,
    ]),
  );

/** Rewrites every field that differs as a whole. */
function rewritten(document: Document, before: TaskForm | undefined, after: TaskForm, text: string): string {
  for (const [name, value] of Object.entries(after))
    if (value !== undefined && !(before && same(fieldOf(before, name), value)))
      document.set(name, document.createNode(value));
  return withEnding(document.toString({ lineWidth: 0 }), endingOf(text));
}

/** Only what differs is touched; undefined where the file is laid out in a way that does not allow it. */
function edited(document: Document, before: TaskForm, after: TaskForm, text: string): string | undefined {
  try {
    const written = withFields(document, text, before, arrangedAs(before, after), readingOf);
    return written !== undefined && isSameTask(formOf(readTask(written, "")), after) ? written : undefined;
  } catch (error) {
    if (error instanceof ThroughlineError) return undefined;
    throw error;
  }
}

/** The file's text with the task in it: what the form does not know, and every comment, stays. */
export function writeTask(text: string, task: WrittenTask, path: string): string {
  const document = documentOf(text, path);
  const after = formOf(task);
  if (document.contents === null) return rewritten(document, undefined, after, text);
  const before = formOf(taskFields.parse(document.toJS()));
  if (isSameTask(before, after)) return text;
  return edited(document, before, after, text) ?? rewritten(document, before, after, text);
}
