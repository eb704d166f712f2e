import { foldSpace } from "../../../../text/index.ts";
import type { Evidence, WrittenDecision } from "../../ledger-entries.ts";
import { scenarioIn } from "../../scenario-text.ts";
import { NOT_GIVEN } from "../continuity.ts";
import { type ReadItems, readItems, unescaped } from "./items.ts";
import { type Chapter, left, partsOf, titleOf } from "./outline.ts";

const LABEL = /^\*\*([A-Z][\w ]*?)(?:\*\*:|:\*\*) ?(.*)$/su;
const IDENTITY = /^<!-- decision (\S+?)(?:, task (\S+?))?(, by hand)? -->$/u;
const DATED = /^(\d{4}-\d\d-\d\d)(T\S+)? - ?(.*)$/su;

/** The text of a label, on its line and below. */
interface Field {
  readonly label: string;
  readonly inline: string;
  readonly below: readonly string[];
  readonly lines: readonly string[];
}

/** Which lines are neither code nor HTML. */
function textLines(lines: readonly string[]): boolean[] {
  const isText = lines.map(() => true);
  for (const { kind, from, lines: own } of partsOf(lines))
    if (kind === "code" || kind === "html") isText.fill(false, from, from + own.length);
  return isText;
}

/** A label begins a field wherever it begins a line. */
function fieldsOf(lines: readonly string[]): { readonly lead: readonly string[]; readonly fields: Field[] } {
  const isText = textLines(lines);
  const labels = lines.flatMap((line, at) => (isText[at] && LABEL.test(line) ? [at] : []));
  const fields = labels.map((from, at) => {
    const own = lines.slice(from, labels[at + 1]);
    const [, label = "", inline = ""] = LABEL.exec(own[0] ?? "") ?? [];
    return { label, inline: inline.trim(), below: own.slice(1), lines: own };
  });
  return { lead: lines.slice(0, labels[0]), fields };
}

/** The paragraph that begins on the label's line, or the first below it; the rest is left over. */
function readText({ inline, below }: Field): ReadItems<string> {
  // Text behind a label is never a list, though on a line of its own it might be one.
  const lines = inline === "" ? below : ["words", ...below];
  const parts = partsOf(lines);
  const [paragraph] = parts;
  const own = paragraph?.kind === "paragraph" ? paragraph.lines : lines.slice(0, inline === "" ? 0 : 1);
  const rest = paragraph?.kind === "paragraph" ? parts.slice(1).map((part) => part.lines) : [lines.slice(own.length)];
  const words = inline === "" ? own : [inline, ...own.slice(1)];
  return { read: [unescaped(foldSpace(words.join(" ")))], left: rest.flatMap(left) };
}

function readList<Thing>({ inline, below }: Field, read: (words: string) => readonly Thing[]): ReadItems<Thing> {
  const lead = inline === "" ? [] : read(inline);
  const over = inline !== "" && lead.length === 0 ? [[inline]] : [];
  const items = readItems(partsOf(below), read);
  return { read: [...lead, ...items.read], left: [...over, ...items.left] };
}

const QUOTED = /^(`+)( ?)(.*?)\2\1(?!`)/su;
/** Earlier versions added the name of the function behind the place. */
const PLACE = /^\s+\[([^`]+):(\d+)(?:-\d+)?\](?:\s+in `[^`]*`)?\s*$/su;

/** A quote with its place; nothing where there are other words, or another quote. */
function readEvidence(words: string): Evidence[] {
  const [all = "", , , quote = ""] = QUOTED.exec(words) ?? [];
  const [, path, line] = (all !== "" && PLACE.exec(words.slice(all.length))) || [];
  return path === undefined ? [] : [{ path, line: Number(line), quote: unescaped(quote) }];
}

const folded = (text: string): string =>
  text
    .replace(/[\P{L}]+/gu, " ")
    .trim()
    .toLowerCase();

/** A title of ours is made from the decision; one that a person wrote may say what the decision does not. */
function wordsOf(title: string, decision: string, isOurs: boolean): string {
  if (decision === "") return title;
  return isOurs || folded(decision).includes(folded(title)) ? decision : `${title}: ${decision}`;
}

/**
 * Our comment that says which decision it is; in code it would be an example. `isOurs`: we wrote the decision, so its
 * title says nothing else.
 */
function withoutIdentity(lines: readonly string[]) {
  const comment = partsOf(lines).find((part) => part.kind === "html" && IDENTITY.test(part.lines.join("\n")));
  const [, id, task, byHand] = IDENTITY.exec(comment?.lines[0] ?? "") ?? [];
  return {
    identity: { ...(id !== undefined && { id }), ...(task !== undefined && { task }) },
    isOurs: id !== undefined && byHand === undefined,
    own: lines.map((line, at) => (at === comment?.from ? "" : line)),
  };
}

/** Of two fields with one label the first counts. */
function readFields(fields: readonly Field[]) {
  const leftovers = new Map(fields.map((field) => [field, left(field.lines)]));
  const take = <Thing>(label: string, read: (field: Field) => ReadItems<Thing>): readonly Thing[] => {
    const field = fields.find((one) => one.label === label);
    if (!field) return [];
    const found = read(field);
    leftovers.set(field, found.left);
    return found.read;
  };
  const list = <Thing>(label: string, read: (words: string) => readonly Thing[]): readonly Thing[] =>
    take(label, (field) => readList(field, read));
  const read = {
    decision: take("Decision", readText).join(""),
    rationale: take("Rationale", readText).join(""),
    alternatives: list("Alternatives", (words) => [unescaped(words)]),
    evidence: list("Evidence", readEvidence),
    testScenarios: list("Test Scenarios", (words) => [scenarioIn(unescaped(words))]),
  };
  return { read, left: [...leftovers.values()].flat() };
}

/** A decision in the log; a heading alone is one, too. */
export function readDecision(chapter: Chapter): ReadItems<WrittenDecision> {
  const title = titleOf(chapter);
  const [, day = "", time = "T00:00:00Z", rest = title] = DATED.exec(title) ?? [];
  const { own, identity, isOurs } = withoutIdentity(chapter.own);
  const { lead, fields } = fieldsOf(own);
  const { read, left: over } = readFields(fields);
  const decision = wordsOf(unescaped(rest), read.decision, isOurs);
  if (decision === "") return { read: [], left: left(chapter.lines) };
  const ts = day === "" ? "" : `${day}${time}`;
  const rationale = read.rationale === NOT_GIVEN ? "" : read.rationale;
  const inner = chapter.inner.flatMap(({ lines }) => left(lines));
  return {
    read: [{ ...identity, ts, ...read, decision, rationale }],
    left: [...partsOf(lead).flatMap(({ lines }) => left(lines)), ...over, ...inner],
  };
}
