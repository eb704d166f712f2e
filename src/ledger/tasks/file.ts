import { type Document, isCollection, isMap, isSeq, parseDocument } from "yaml";
import { badInput, canonicalJson } from "../../core/index.ts";
import { endingOf, withEnding } from "../files/lines.ts";
import { formOfDecision, formOfHandoff, formOfScenario, taskFields, type WrittenTask } from "./form.ts";

const EMPTY: WrittenTask = taskFields.parse({});

function documentOf(text: string, path: string): Document {
  const document = parseDocument(text, { keepSourceTokens: false });
  const [error] = document.errors;
  if (error) {
    const line = error.linePos?.[0].line;
    const what = error.message.split("\n")[0]?.replace(/ at line .*$/su, "");
    throw badInput(`${path}${line === undefined ? "" : `:${line}`}: ${what}`, "Mend the file; nothing was changed.");
  }
  if (document.contents !== null && !isMap(document.contents))
    throw badInput(`${path}: this is no task: fields such as title and status are missing`, "Mend or remove the file.");
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
});

const same = (a: unknown, b: unknown): boolean => canonicalJson(a) === canonicalJson(b);

/** Sets only the items that differ: comments and unknown fields stand beside the others. */
function setList(document: Document, field: string, before: readonly unknown[], after: readonly unknown[]): void {
  const node = document.get(field);
  // `[]` is how an empty list is written; what grows from it is easier to read, and to merge, a line each.
  if (isSeq(node) && node.items.length === 0) node.flow = false;
  // Items that could not be read are in the file and not among `before`: then places say nothing, and ours go to the end.
  if (!isSeq(node) || node.items.length !== before.length) {
    if (isSeq(node))
      for (const item of after.filter((one) => !before.some((old) => same(old, one))))
        node.add(document.createNode(item));
    else document.set(field, document.createNode(after));
    return;
  }
  const kept = before.map((old) => after.some((one) => same(idOf(old), idOf(one))));
  node.items = node.items.filter((_, place) => kept[place]);
  const held = before.filter((_, place) => kept[place]);
  for (const item of after) {
    const place = held.findIndex((old) => same(idOf(old), idOf(item)));
    if (place < 0) node.add(document.createNode(item));
    else if (!same(held[place], item)) setFields(document, [field, place], held[place], item);
  }
}

/** By what an item is known again when some of it changed. */
function idOf(item: unknown): unknown {
  if (typeof item !== "object" || item === null) return item;
  if ("id" in item) return item.id;
  if ("ts" in item && "decision" in item) return [item.ts, item.decision];
  if ("session_id" in item && "ended" in item) return [item.session_id, item.ended];
  return "name" in item ? item.name : item;
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

function setFields(document: Document, at: (string | number)[], before: unknown, after: unknown): void {
  if (!isObject(before) || !isObject(after) || !isCollection(document.getIn(at))) {
    document.setIn(at, document.createNode(after));
    return;
  }
  for (const [name, value] of Object.entries(after))
    if (!same(before[name], value)) document.setIn([...at, name], document.createNode(value));
}

/** How the file is laid out, as far as the writer can be told. */
const styleOf = (text: string) => ({
  lineWidth: 0,
  flowCollectionPadding: /[[{] +\S/u.test(text),
  indentSeq: !/^(?! |-)[^#\n]*:[ \t]*\r?\n-/mu.test(text),
});

/** The file's text with the task in it: what the form does not know, and every comment, stays. */
export function writeTask(text: string, task: WrittenTask, path: string): string {
  const document = documentOf(text, path);
  const isNew = document.contents === null;
  const before = isNew ? formOf(EMPTY) : formOf(taskFields.parse(document.toJS()));
  for (const [name, value] of Object.entries(formOf(task))) {
    const old = Object.entries(before).find(([field]) => field === name)?.[1];
    if (!isNew && same(old, value)) continue;
    if (Array.isArray(value) && Array.isArray(old) && !isNew) setList(document, name, old, value);
    else if (value !== undefined) document.set(name, document.createNode(value));
  }
  return withEnding(document.toString(styleOf(text)), endingOf(text));
}
