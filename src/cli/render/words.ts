import { formatDuration } from "../../core/index.ts";
import type { AnswerOf, OperationName } from "../../operations/index.ts";
import { colors, excerpt, shortId, table } from "../terminal.ts";

/** Words of an answer, as a sentence for people. */
export const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

/** The command line's options and arguments. */
export type Asked = Readonly<Record<string, unknown>>;

/** A method type (bivariant), because renderers are looked up by name: each only gets its own operation's answer. */
type Renderer<Answer> = { render(answer: Answer, asked: Asked): string }["render"];

/** Renders an operation's answer for people; operations without a renderer print JSON. */
export type Renderers = { readonly [Name in OperationName]?: Renderer<AnswerOf<Name>> };
/** A renderer for an operation known only by name. */
export type RendererByName = Readonly<Record<string, Renderer<unknown> | undefined>>;

const since = (at: string): string => formatDuration(Date.now() - Date.parse(at));

/** In the largest unit, for a table: `3 d ago`. */
export const age = (at: string): string =>
  Number.isNaN(Date.parse(at)) ? "unknown" : `${since(at).split(" ", 2).join(" ")} ago`;
export const when = (at: string): string => `${at} (${since(at)} ago)`;

/** 0.28 as `28 %`. */
export const percent = (share: number | null | undefined): string =>
  share == null ? "" : `${Math.round(share * 100)} %`;

/** What `shown` makes of the rows, or the words for none. */
export const orNone =
  <Row>(none: string, shown: (rows: readonly Row[]) => string) =>
  (rows: readonly Row[]): string =>
    rows.length === 0 ? none : shown(rows);

/** By the title of each column: a field of the row, or what to make of the row. */
export type Columns<Row> = Readonly<Record<string, (keyof Row & string) | ((row: Row) => string | number)>>;

/** How a field is shown: an id by its end, a time by its age, a text by its beginning. */
function cellOf<Row>(row: Row, field: keyof Row & string): string {
  const value = row[field];
  if (value === null || value === undefined) return "";
  if (typeof value !== "string") return String(value);
  if (/^id$|Id$/.test(field)) return shortId(value);
  return /^at$|At$/.test(field) ? age(value) : excerpt(value);
}

export const tableOf = <Row>(rows: readonly Row[], columns: Columns<Row>): string =>
  table(
    Object.keys(columns),
    rows.map((row) =>
      Object.values(columns).map((cell) => (typeof cell === "function" ? String(cell(row)) : cellOf(row, cell))),
    ),
  );

/** A table of the rows, or the words for none. */
export const listing = <Row>(none: string, columns: Columns<Row>) =>
  orNone<Row>(none, (rows) => tableOf(rows, columns));

/** A heading with its lines; nothing without any. */
export const section = (title: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : ["", colors.bold(title), ...lines];

/** The first of many lines, and how many more there are. */
export function firstOf<Row>(
  rows: readonly Row[],
  most: number,
  line: (row: Row) => string,
  more: (count: number) => string,
): string[] {
  const shown = rows.slice(0, most).map(line);
  return rows.length > most ? [...shown, more(rows.length - most)] : shown;
}
