import { formatDuration } from "../../core/index.ts";
import type { AnswerOf, OperationName } from "../../operations/index.ts";

/** What was given on the command line. */
export type Asked = Readonly<Record<string, unknown>>;

/** A method, because those are looked up by name: each is given only what its own operation's schema has read. */
type Renderer<Answer> = { render(answer: Answer, asked: Asked): string }["render"];

/** What a person is shown of each operation's answer; where nothing is said here, the JSON itself. */
export type Renderers = { readonly [Name in OperationName]?: Renderer<AnswerOf<Name>> };
/** The same for an operation that is known by name only. */
export type RendererByName = Readonly<Record<string, Renderer<unknown> | undefined>>;

const since = (at: string): string => formatDuration(Date.now() - Date.parse(at));

/** In the largest unit, for a table: `3 d ago`. */
export const age = (at: string): string =>
  Number.isNaN(Date.parse(at)) ? "unknown" : `${since(at).split(" ", 2).join(" ")} ago`;
export const when = (at: string): string => `${at} (${since(at)} ago)`;

export const orNone = (rows: readonly unknown[], none: string, shown: () => string): string =>
  rows.length === 0 ? none : shown();
