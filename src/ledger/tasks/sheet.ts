import {
  type Document,
  isAlias,
  isCollection,
  isMap,
  isPair,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  stringify,
  type YAMLMap,
  type YAMLSeq,
} from "yaml";
import { canonicalJson } from "../../core/index.ts";
import { endingOf, withEnding } from "../files/lines.ts";
import { placesOfOurs } from "./matching.ts";
import { columnOf, lineAfter, lineStart, type Splice, spliced } from "./splices.ts";

/*
 * Edits of a YAML file as splices of its text. The writer of a whole document says a number, a comment or a blank line in its own way, also where nobody
 * changed anything; here what is not changed is not touched.
 */

type Fields = Readonly<Record<string, unknown>>;

/** How an item of a list is read; undefined where it is none that we know: it stays where it is. */
export type ReadItem = (item: unknown) => unknown;
/** The same for a list inside the items of a list. */
export type Reading = (path: readonly string[]) => ReadItem;

/** The text is laid out in a way that splices cannot follow. */
export class Unplaceable extends Error {}

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const same = (a: unknown, b: unknown): boolean => canonicalJson(a) === canonicalJson(b);

function nodeOf(value: unknown): Node {
  if (isScalar(value) || isCollection(value) || isAlias(value)) return value;
  throw new Unplaceable();
}

function rangeOf(value: unknown): { readonly from: number; readonly to: number } {
  const { range } = nodeOf(value);
  if (!range) throw new Unplaceable();
  return { from: range[0], to: range[1] };
}

/** Where the last of a value stands: a block ends with its last item, not with the comments after it. */
function endOf(value: unknown): number {
  if (!isCollection(value) || value.flow) return rangeOf(value).to;
  const last: unknown = value.items.at(-1);
  return isPair(last) ? endOfPair(last) : endOf(last);
}

const endOfPair = ({ key, value }: Pair): number => Math.max(rangeOf(key).to, value === null ? 0 : endOf(value));

const pairOf = (map: YAMLMap, name: string): Pair | undefined =>
  map.items.find(({ key }) => isScalar(key) && key.value === name);

export class Sheet {
  readonly #document: Document;
  readonly #text: string;
  readonly #ending: "\r\n" | "\n";
  readonly #style: { lineWidth: 0; flowCollectionPadding: boolean; indentSeq: boolean };
  readonly #reading: Reading;

  constructor(document: Document, text: string, reading: Reading) {
    this.#document = document;
    this.#text = text;
    this.#ending = endingOf(text);
    this.#style = {
      lineWidth: 0,
      flowCollectionPadding: /[[{] +\S/u.test(text),
      indentSeq: !/^(?! |-)[^#\n]*:[ \t]*\r?\n-/mu.test(text),
    };
    this.#reading = reading;
  }

  /** The text with the fields that differ. */
  with(before: Fields, after: Fields): string {
    const { contents } = this.#document;
    if (!isMap(contents)) throw new Unplaceable();
    return spliced(this.#text, this.#setFields(contents, before, after, []));
  }

  #setFields(map: YAMLMap, before: Fields, after: Fields, path: readonly string[]): Splice[] {
    const changed = Object.entries(after).filter(([name, value]) => value !== undefined && !same(before[name], value));
    const gone = Object.keys(before).filter((name) => before[name] !== undefined && after[name] === undefined);
    const present = changed.filter(([name]) => pairOf(map, name));
    const added = changed.filter(([name]) => !pairOf(map, name));
    return [
      ...present.flatMap(([name, value]) => this.#setField(map, name, value, [...path, name])),
      ...gone.flatMap((name) => this.#dropField(map, name)),
      ...(added.length === 0 ? [] : [this.#addFields(map, Object.fromEntries(added))]),
    ];
  }

  #setField(map: YAMLMap, name: string, value: unknown, path: readonly string[]): Splice[] {
    const pair = pairOf(map, name);
    if (!pair) throw new Unplaceable();
    return Array.isArray(value) ? this.#setList(map, pair, value, path) : [this.#setScalar(map, pair, value)];
  }

  #dropField(map: YAMLMap, name: string): Splice[] {
    const pair = pairOf(map, name);
    if (!pair) return [];
    if (map.flow || map.items[0] === pair) throw new Unplaceable();
    return [
      { from: lineStart(this.#text, rangeOf(pair.key).from), to: lineAfter(this.#text, endOfPair(pair)), text: "" },
    ];
  }

  /** Behind the fields that are there; the comments below them stay below. */
  #addFields(map: YAMLMap, fields: Fields): Splice {
    const last = map.items.at(-1);
    if (!last) throw new Unplaceable();
    if (map.flow) {
      const at = endOfPair(last);
      return { from: at, to: at, text: `, ${this.#inFlow(fields)}` };
    }
    const [first] = map.items;
    const at = lineAfter(this.#text, endOfPair(last));
    const column = columnOf(this.#text, rangeOf(first?.key).from);
    return { from: at, to: at, text: this.#ownLines(at, this.#block(fields, column)) };
  }

  /** In one line, so that the comment behind it stays behind it. */
  #setScalar(map: YAMLMap, { value: old }: Pair, value: unknown): Splice {
    if (isCollection(old) && !old.flow) throw new Unplaceable();
    const { from, to } = rangeOf(old);
    const line = stringify(value, { ...this.#style, blockQuote: false, doubleQuotedMinMultiLineLength: Infinity });
    const text = map.flow ? this.#inFlow([value]) : line.trimEnd();
    const gap = this.#text[from - 1] === ":" ? " " : "";
    const ending = this.#text.slice(from, to).endsWith("\n") ? this.#ending : "";
    return { from, to, text: gap + text + ending };
  }

  #setList(map: YAMLMap, pair: Pair, after: readonly unknown[], path: readonly string[]): Splice[] {
    const { value: list } = pair;
    if (isSeq(list) && list.items.length > 0)
      return list.flow ? this.#setFlowList(list, after, path) : this.#setBlockList(list, pair, after, path);
    if (map.flow || after.length === 0) {
      const { from, to } = rangeOf(list);
      return [{ from, to, text: `[${this.#inFlow(after)}]` }];
    }
    return this.#growList(map, pair, after);
  }

  /** `[]` is how an empty list is written; what grows from it is easier to read, and to merge, a line each. */
  #growList(map: YAMLMap, pair: Pair, after: readonly unknown[]): Splice[] {
    const { to } = rangeOf(pair.value);
    const written = this.#text.slice(0, to).replace(/\r?\n$/u, "").length;
    const at = lineAfter(this.#text, to);
    const column = columnOf(this.#text, rangeOf(pair.key).from) + (this.#style.indentSeq ? 2 : 0);
    if (map.flow) throw new Unplaceable();
    return [
      { from: this.#afterColon(pair), to: written, text: "" },
      { from: at, to: at, text: this.#ownLines(at, this.#block(after, column)) },
    ];
  }

  #afterColon({ srcToken }: Pair): number {
    const colon = srcToken?.sep?.find(({ type }) => type === "map-value-ind");
    if (!colon) throw new Unplaceable();
    return colon.offset + 1;
  }

  #readingsOf(list: YAMLSeq, path: readonly string[]): unknown[] {
    const read = this.#reading(path);
    return list.items.map((item) => read(nodeOf(item).toJS(this.#document)));
  }

  #setItem(item: unknown, reading: unknown, after: unknown, path: readonly string[]): Splice[] {
    if (same(reading, after)) return [];
    if (!isMap(item) || !isFields(reading) || !isFields(after)) throw new Unplaceable();
    return this.#setFields(item, reading, after, path);
  }

  #setFlowList(list: YAMLSeq, after: readonly unknown[], path: readonly string[]): Splice[] {
    const readings = this.#readingsOf(list, path);
    const places = placesOfOurs(readings, after);
    const edited = (place: number, item: unknown): Splice[] =>
      this.#setItem(list.items[place], readings[place], item, path);
    const [start, end] = [rangeOf(list.items[0]).from, endOf(list.items.at(-1))];
    const isGrown = readings.every((_, place) => places[place] === place);
    if (isGrown) {
      const added = after.slice(readings.length);
      const grown = { from: end, to: end, text: added.map((item) => `, ${this.#inFlow([item])}`).join("") };
      return [...readings.flatMap((_, place) => edited(place, after[place])), grown];
    }
    const textAt = (place: number, splices: readonly Splice[]): string => {
      const { from, to } = rangeOf(list.items[place]);
      return spliced(this.#text, splices, from, to);
    };
    const pieces = arranged(readings, places, {
      untouched: (place) => textAt(place, []),
      ours: (which, place) =>
        place === undefined ? this.#inFlow([after[which]]) : textAt(place, edited(place, after[which])),
    });
    return [{ from: start, to: end, text: pieces.join(", ") }];
  }

  /** Each item with the lines above it, from the end of the one before. */
  #chunksOf(list: YAMLSeq): { readonly from: number; readonly to: number }[] {
    const { srcToken } = list;
    if (srcToken?.type !== "block-seq") throw new Unplaceable();
    const dashes = srcToken.items.flatMap(({ start }) => start.filter(({ type }) => type === "seq-item-ind"));
    const [first] = dashes;
    if (!first || dashes.length !== list.items.length) throw new Unplaceable();
    const ends = list.items.map((item) => lineAfter(this.#text, endOf(item)));
    return ends.map((to, place) => ({ from: ends[place - 1] ?? lineStart(this.#text, first.offset), to }));
  }

  #setBlockList(list: YAMLSeq, pair: Pair, after: readonly unknown[], path: readonly string[]): Splice[] {
    const readings = this.#readingsOf(list, path);
    const places = placesOfOurs(readings, after);
    const chunks = this.#chunksOf(list);
    const [from, to] = [chunks[0]?.from ?? 0, chunks.at(-1)?.to ?? 0];
    const column = columnOf(this.#text, rangeOf(list).from);
    const textAt = (place: number, splices: readonly Splice[]): string => {
      const chunk = chunks[place] ?? { from, to };
      return spliced(this.#text, splices, chunk.from, chunk.to);
    };
    const pieces = arranged(readings, places, {
      untouched: (place) => textAt(place, []),
      ours: (which, place) =>
        place === undefined
          ? this.#block([after[which]], column)
          : textAt(place, this.#setItem(list.items[place], readings[place], after[which], path)),
    });
    if (pieces.length === 0) {
      const at = this.#afterColon(pair);
      const none = { from: at, to: at, text: " []" };
      return [none, { from, to, text: "" }];
    }
    const lines = pieces.map((piece) => (piece.endsWith("\n") ? piece : piece + this.#ending)).join("");
    const endsOpen = to === this.#text.length && !this.#text.endsWith("\n");
    return [{ from, to, text: endsOpen ? lines.replace(/\r?\n$/u, "") : lines }];
  }

  /** As lines of its own, indented. */
  #block(value: unknown, column: number): string {
    const lines = stringify(value, this.#style).replace(/^(?=.)/gmu, " ".repeat(column));
    return withEnding(lines, this.#ending);
  }

  /** What goes between brackets. */
  #inFlow(value: readonly unknown[] | Fields): string {
    if (Array.isArray(value) && value.length === 0) return "";
    const text = stringify(value, { ...this.#style, collectionStyle: "flow", flowCollectionPadding: false });
    return text.trim().slice(1, -1);
  }

  /** The last line of a file may be without its end. */
  #ownLines(at: number, lines: string): string {
    return at > 0 && this.#text[at - 1] !== "\n" ? this.#ending + lines.replace(/\r?\n$/u, "") : lines;
  }
}

/** Ours in their order; what of the file's cannot be read stays behind the item that it stood behind. */
function arranged(
  readings: readonly unknown[],
  places: readonly (number | undefined)[],
  text: { untouched(place: number): string; ours(which: number, place: number | undefined): string },
): string[] {
  const kept = new Set(places);
  const following = new Map<number | undefined, string[]>();
  let behind: number | undefined;
  for (const [place, reading] of readings.entries()) {
    if (kept.has(place)) behind = place;
    if (reading === undefined) following.set(behind, [...(following.get(behind) ?? []), text.untouched(place)]);
  }
  const pieces = [...(following.get(undefined) ?? [])];
  for (const [which, place] of places.entries())
    pieces.push(text.ours(which, place), ...(place === undefined ? [] : (following.get(place) ?? [])));
  return pieces;
}
