import {
  CST,
  type Document,
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  type Node,
  parseDocument,
  stringify,
  type YAMLMap,
  type YAMLSeq,
} from "yaml";
import { canonicalJson } from "../../../core/index.ts";
import { endingOf, withEnding } from "../../../project-files/index.ts";
import { type Fields, isFields } from "../merge/three-way.ts";
import { placesOfOurs } from "./match-items.ts";

/*
 * Edits of a YAML file, field by field: a field that is changed is written by the library, with its comments and what
 * is unknown in it. The lines of all others stay as they are: a writer of whole documents would say them in its own
 * way.
 */

/** How an item of the list at a path is read; undefined where it is none that we know: it stays where it is. */
export type Reading = (path: readonly string[]) => (item: unknown) => unknown;

/** Where every scalar is text, those that we do not touch are written as they were. */
const AS_TEXT = { schema: "failsafe" } as const;

export const same = (a: unknown, b: unknown): boolean => canonicalJson(a) === canonicalJson(b);
const itemsIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const nodeOf = (value: unknown): Node | null => parseDocument(stringify(value, { lineWidth: 0 }), AS_TEXT).contents;

/** A value in the place of another, with the comments and the name that others refer to it by. */
function inPlaceOf(old: unknown, value: unknown): Node | null {
  const node = nodeOf(value);
  if (!node || !isNode(old)) return node;
  if (!isAlias(node) && !isAlias(old) && old.anchor) node.anchor = old.anchor;
  const isGrown = Array.isArray(value) && value.length > 0;
  if (isGrown) node.commentBefore = old.commentBefore ?? old.comment;
  else [node.commentBefore, node.comment] = [old.commentBefore, old.comment];
  return node;
}

/** Writes what differs into a map. `raw`: what the map holds, with its numbers and times. */
function setFields(map: YAMLMap, raw: unknown, before: Fields, after: Fields, reading: Reading, path: string[]): void {
  for (const [name, value] of Object.entries({ ...before, ...after })) {
    if (same(before[name], after[name])) continue;
    const old = map.get(name, true);
    if (after[name] === undefined) map.delete(name);
    else if (isSeq(old) && old.items.length > 0 && Array.isArray(value))
      setItems(old, itemsIn(isFields(raw) ? raw[name] : undefined), value, reading, [...path, name]);
    else map.set(name, inPlaceOf(old, value));
  }
}

/** Ours in their order; what of the file's cannot be read stays behind the item that it stood behind. */
function setItems(list: YAMLSeq, raw: readonly unknown[], after: readonly unknown[], reading: Reading, path: string[]) {
  const readings = raw.map(reading(path));
  const places = placesOfOurs(readings, after);
  const unread = new Map<number | undefined, unknown[]>();
  let behind: number | undefined;
  for (const [place, read] of readings.entries()) {
    if (places.includes(place)) behind = place;
    if (read === undefined) unread.set(behind, [...(unread.get(behind) ?? []), list.items[place]]);
  }
  const ours = after.flatMap((value, which) => {
    const place = places[which];
    if (place === undefined) return [nodeOf(value)];
    const [item, read] = [list.items[place], readings[place]];
    const isKept = isMap(item) && isFields(read) && isFields(value);
    if (isKept) setFields(item, raw[place], read, value, reading, path);
    return [isKept || same(read, value) ? item : nodeOf(value), ...(unread.get(place) ?? [])];
  });
  list.items = [...(unread.get(undefined) ?? []), ...ours];
}

/** Lists as the file has them: indented or not, with blanks inside the brackets or not. */
const styleOf = (text: string, field: string) => ({
  ...{ lineWidth: 0, flowCollectionPadding: /[[{] +\S/u.test(field) },
  // The target of an alias is in another field.
  verifyAliasOrder: false,
  indentSeq: !/^(?! |-)[^#\n]*:[ \t]*\r?\n-/mu.test(text),
});

/** A field of the file; undefined where it cannot be read apart from the rest. */
function fieldIn(lines: string) {
  const part = parseDocument(lines, AS_TEXT);
  const { contents, errors } = part;
  const key = isMap(contents) ? contents.items[0]?.key : undefined;
  if (errors.length > 0 || !isMap(contents) || !isScalar(key)) return undefined;
  return { part, map: contents, name: String(key.value) };
}

/** The text with the fields that differ; undefined where it is laid out in a way that does not allow it. */
export function withFields(document: Document, text: string, before: Fields, after: Fields, reading: Reading) {
  const token = document.contents?.srcToken;
  if (token?.type !== "block-map") return undefined;
  const raw: unknown = document.toJS();
  const ending = endingOf(text);
  const changed = new Set(Object.keys(after).filter((name) => !same(before[name], after[name])));
  const fields = token.items.map((item) => CST.stringify(item));
  const [from, to] = [token.offset, token.offset + fields.join("").length];
  if (!text.startsWith(fields.join(""), from)) return undefined;
  const written = fields.map((lines) => {
    const field = fieldIn(lines);
    if (!field || !changed.delete(field.name)) return lines;
    const { part, map, name } = field;
    setFields(map, raw, { [name]: before[name] }, { [name]: after[name] }, reading, []);
    const [blank = ""] = /^(?:[ \t]*\r?\n)*/u.exec(lines) ?? [];
    return blank + withEnding(part.toString(styleOf(text, lines)), ending);
  });
  const whole = text.slice(0, from) + written.join("");
  const added = Object.fromEntries([...changed].map((name) => [name, after[name]]));
  const more = changed.size === 0 ? "" : withEnding(stringify(added, styleOf(text, "")), ending);
  const gap = more === "" || whole.endsWith("\n") ? "" : ending;
  return whole + gap + more + text.slice(to);
}
