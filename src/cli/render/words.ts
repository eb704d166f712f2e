import { formatDuration } from "../../core/index.ts";
import type { AnswerOf, OperationName } from "../../operations/index.ts";

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

export const orNone = (rows: readonly unknown[], none: string, shown: () => string): string =>
  rows.length === 0 ? none : shown();
