import { type Document, isMap, parseDocument } from "yaml";
import { badInput, ThroughlineError } from "../../../core/index.ts";
import { asBytes, endingOf, fromBytes, withEnding } from "../../../project-files/index.ts";
import type { FileFormat } from "../files/file-sync.ts";
import { type Task, type WrittenTask, writtenTaskShape } from "../ledger-entries.ts";
import { type Fields, isFields } from "../merge/three-way.ts";
import { type Reading, same, withFields } from "./edit-yaml.ts";
import { placesOfOurs } from "./match-items.ts";
import { formOf, taskFields } from "./task-fields.ts";

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

const first = (list: unknown): unknown => (Array.isArray(list) ? list[0] : undefined);

/** Reads an item as it would be read in its list; a list of a decision's needs a decision around it. */
const readingOf: Reading =
  ([field = "", inner]) =>
  (item) => {
    const one = inner === undefined ? item : { decision: "any", [inner]: [item] };
    const read = first(formOf(taskFields.parse({ [field]: [one] }))[field]);
    if (inner === undefined) return read;
    return isFields(read) ? first(read[inner]) : undefined;
  };

/** The order of these lists means nothing: they stay as a person arranged them. */
const LOGS = ["decisions", "handoffs"];

/** Ours as the file arranges them, and then those that it does not have. */
function asArranged(inFile: unknown, ours: unknown): unknown {
  if (!Array.isArray(inFile) || !Array.isArray(ours)) return ours;
  const places = placesOfOurs(inFile, ours);
  const placed = ours.map((item, which) => ({ item, place: places[which] ?? inFile.length }));
  return placed.sort((a, b) => a.place - b.place).map(({ item }) => item);
}

const isSameTask = (before: Fields, after: Fields): boolean =>
  Object.entries(after).every(([name, value]) => same(before[name], value));

/** Rewrites every field that differs as a whole. */
function rewritten(document: Document, before: Fields, after: Fields, text: string): string {
  for (const [name, value] of Object.entries(after))
    if (!same(before[name], value)) document.set(name, document.createNode(value));
  return withEnding(document.toString({ lineWidth: 0 }), endingOf(text));
}

/** Only what differs is touched; undefined where the file is laid out in a way that does not allow it. */
function edited(document: Document, before: Fields, after: Fields, text: string): string | undefined {
  try {
    const written = withFields(document, text, before, after, readingOf);
    return written !== undefined && isSameTask(formOf(readTask(written, "")), after) ? written : undefined;
  } catch (error) {
    if (error instanceof ThroughlineError) return undefined;
    throw error;
  }
}

/** The file's text with the task in it: what the form does not know, and every comment, stays. */
export function writeTask(text: string, task: WrittenTask, path: string): string {
  const document = documentOf(text, path);
  if (document.contents === null) return rewritten(document, {}, formOf(task), text);
  const before = formOf(taskFields.parse(document.toJS()));
  const form = formOf(task);
  const logs = LOGS.map((name) => [name, asArranged(before[name], form[name])]);
  const after: Fields = { ...form, ...Object.fromEntries(logs) };
  if (isSameTask(before, after)) return text;
  return edited(document, before, after, text) ?? rewritten(document, before, after, text);
}

const BOM = "\uFEFF";

export const taskFormat = (path: string): FileFormat<WrittenTask> => ({
  shape: writtenTaskShape,
  read: (bytes) => readTask(fromBytes(bytes).replace(BOM, ""), path),
  write(bytes, state) {
    const text = fromBytes(bytes);
    const mark = text.startsWith(BOM) ? BOM : "";
    return asBytes(mark + writeTask(text.slice(mark.length), state, path));
  },
});

/** A task as its file has it: which task a decision belongs to, the file says. */
export const writtenOf = ({ decisions, ...task }: Task): WrittenTask =>
  writtenTaskShape.parse({ ...task, decisions: decisions.map(({ task: _task, ...one }) => one) });
