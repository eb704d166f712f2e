import { isMap, isNode, isScalar, isSeq, LineCounter, parseDocument, type YAMLMap } from "yaml";
import { SCENARIO_TYPES, TASK_STATUSES } from "../entries.ts";

/* What stands in a task's file and is read as something else, or as nothing: its writer must be told, or it is as if it were lost. */

export interface Misread {
  readonly line: number;
  readonly problem: string;
}

const LOWEST_PRIORITY = 4;
const LISTS = ["decisions", "test_scenarios", "handoffs", "next_steps", "blockers", "questions"] as const;

type Note = (node: unknown, problem: string) => void;

const shown = (value: unknown): string => JSON.stringify(value) ?? "nothing";
const isText = (value: unknown): boolean => ["string", "number", "boolean"].includes(typeof value);
const isCount = (value: unknown, fewest: number): boolean => {
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  return typeof number === "number" && Number.isInteger(number) && number >= fewest;
};

const fieldOf = (map: YAMLMap, name: string): { key: unknown; value: unknown } | undefined => {
  const pair = map.items.find(({ key }) => isScalar(key) && key.value === name);
  return pair && { key: pair.key, value: isNode(pair.value) ? pair.value.toJSON() : pair.value };
};

function scenario(item: YAMLMap, note: Note): void {
  const type = fieldOf(item, "type");
  if (type && !SCENARIO_TYPES.some((one) => one === type.value))
    note(type.key, `type ${shown(type.value)} is none of ${SCENARIO_TYPES.join(", ")}; it is read as happy_path`);
}

function decision(item: YAMLMap, note: Note): void {
  const what = fieldOf(item, "decision");
  if (!what || !isText(what.value) || String(what.value).trim() === "")
    note(what?.key ?? item, "a decision that does not say what was decided; it is passed over");
  for (const one of itemsOf(item, "test_scenarios")) if (isMap(one)) scenario(one, note);
  for (const one of itemsOf(item, "evidence")) {
    const line = isMap(one) ? fieldOf(one, "line") : undefined;
    if (line && !isCount(line.value, 1)) note(line.key, `line ${shown(line.value)} is no line number; it is read as 1`);
  }
}

function itemsOf(map: YAMLMap, name: string): unknown[] {
  const node = map.get(name, true);
  return isSeq(node) ? node.items : [];
}

function listed(map: YAMLMap, name: (typeof LISTS)[number], note: Note): void {
  const field = fieldOf(map, name);
  if (!field || field.value === null) return;
  if (!Array.isArray(field.value)) {
    note(field.key, `${name} is no list; it is read as empty`);
    return;
  }
  const isOfFields = name === "decisions" || name === "test_scenarios" || name === "handoffs";
  for (const item of itemsOf(map, name)) {
    if (isOfFields && !isMap(item)) note(item, `an item of ${name} has no fields; it is passed over`);
    else if (!isOfFields && !isScalar(item)) note(item, `an item of ${name} is not one text; it is passed over`);
    if (name === "decisions" && isMap(item)) decision(item, note);
    if (name === "test_scenarios" && isMap(item)) scenario(item, note);
  }
}

export function misreadIn(text: string): Misread[] {
  const lines = new LineCounter();
  const { contents, errors } = parseDocument(text, { lineCounter: lines });
  if (errors.length > 0 || !isMap(contents)) return [];
  const found: Misread[] = [];
  const note: Note = (node, problem) => {
    const at = isNode(node) ? node.range?.[0] : undefined;
    found.push({ line: at === undefined ? 1 : lines.linePos(at).line, problem });
  };
  const status = fieldOf(contents, "status");
  if (status && status.value !== null && !TASK_STATUSES.some((one) => one === status.value))
    note(
      status.key,
      `status ${shown(status.value)} is none of ${TASK_STATUSES.join(", ")}; the task counts as not ready`,
    );
  const priority = fieldOf(contents, "priority");
  if (priority && priority.value !== null && !isCount(priority.value, 0))
    note(priority.key, `priority ${shown(priority.value)} is no number from 0 to ${LOWEST_PRIORITY}; it is read as 2`);
  const created = fieldOf(contents, "created");
  if (created && created.value !== null && Number.isNaN(Date.parse(String(created.value))))
    note(created.key, `created ${shown(created.value)} is no time`);
  for (const name of LISTS) listed(contents, name, note);
  return found;
}
