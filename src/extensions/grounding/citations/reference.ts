/** Lines of a file, counted from 1, both included. */
export interface LineRange {
  readonly from: number;
  readonly to: number;
}

const PROJECT_ROOT = /^\$(?:\{PROJECT_ROOT\}|PROJECT_ROOT(?=[/\\]|$))[/\\]*/;
/** `:45`, `:45-67`, `:45:10` (the column is ignored), `#L45-L67`. */
const LINES = /(?::|#L)(\d+)(?:-L?(\d+)|:\d+)?$/;
const WRITTEN_LINES = /^\s*L?(\d+)(?:\s*-\s*L?(\d+))?\s*$/i;

function range(from: string | undefined, to: string | undefined): LineRange {
  const first = Number(from);
  return { from: first, to: to === undefined ? first : Number(to) };
}

/** A path as agents write it: `${PROJECT_ROOT}/src/a.ts:45-67`, `src/a.ts:45`, `./src/a.ts`. */
export function parseReference(text: string): { readonly path: string; readonly lines: LineRange | undefined } {
  const relative = text.trim().replace(PROJECT_ROOT, "./");
  const lines = LINES.exec(relative);
  if (!lines) return { path: relative, lines: undefined };
  return { path: relative.slice(0, lines.index), lines: range(lines[1], lines[2]) };
}

/** Lines in a field of their own: 45, "45", "45-67", "L45". Anything else becomes a range that no file has. */
export function parseLines(value: unknown): LineRange {
  const [, from, to] = WRITTEN_LINES.exec(String(value)) ?? [];
  return from === undefined ? { from: 0, to: 0 } : range(from, to);
}
