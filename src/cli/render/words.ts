import { formatDuration } from "../../core/index.ts";

/** What was given on the command line. */
export type Asked = Readonly<Record<string, unknown>>;

/** What a person is shown of an operation's answer, by the operation's name. */
export type Renderers = Readonly<Record<string, (value: unknown, asked: Asked) => string>>;

const since = (at: string): string => formatDuration(Date.now() - Date.parse(at));

/** In the largest unit, for a table: `3 d ago`. */
export const age = (at: string): string =>
  Number.isNaN(Date.parse(at)) ? "unknown" : `${since(at).split(" ", 2).join(" ")} ago`;
export const when = (at: string): string => `${at} (${since(at)} ago)`;

export const orNone = (rows: readonly unknown[], none: string, shown: () => string): string =>
  rows.length === 0 ? none : shown();
