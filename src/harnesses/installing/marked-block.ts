import { ThroughlineError } from "../../core/index.ts";

const BLOCK_START = "<!-- throughline:start -->";
const BLOCK_END = "<!-- throughline:end -->";

// Only at the start of a line: a text that merely speaks of the markers has no block.
const START = `(?<=^\\uFEFF?)${BLOCK_START}`;
const BLOCK = new RegExp(`${START}(?:(?!${START})[\\s\\S])*?^${BLOCK_END}`, "m");
const LONELY_START = new RegExp(START, "m");

function refuseHalfBlock(path: string, text: string): void {
  const half = LONELY_START.exec(text.replaceAll(new RegExp(BLOCK, "gm"), (block) => block.replaceAll("<", " ")));
  if (!half) return;
  const line = text.slice(0, half.index).split("\n").length;
  throw new ThroughlineError(
    "bad_config",
    `${path}:${line}: \`${BLOCK_START}\` without its \`${BLOCK_END}\``,
    "Remove that line, or put the closing one where Throughline's text ends.",
  );
}

const lineEndOf = (text: string): string => /\r?\n/.exec(text)?.[0] ?? "\n";

/** Puts our lines between the markers: in place when they are there, else after everything the user has. */
export function withBlock(path: string, text: string, lines: string): string {
  refuseHalfBlock(path, text);
  const existing = BLOCK.exec(text);
  const eol = lineEndOf(existing?.[0] ?? text);
  const block = [BLOCK_START, ...lines.split("\n"), BLOCK_END].join(eol);
  if (existing) return text.replace(BLOCK, () => block);
  if (text === "" || text === "\uFEFF") return text + block + eol;
  return text.endsWith("\n") ? text + eol + block + eol : text + eol + eol + block;
}

const cutEnd = (text: string, end: string): string => (text.endsWith(end) ? text.slice(0, -end.length) : text);

/** The text without our lines and without the blank line that came with them: exactly what `withBlock` put there. */
export function withoutBlock(path: string, text: string): string {
  refuseHalfBlock(path, text);
  let rest = text;
  for (let found = BLOCK.exec(rest); found; found = BLOCK.exec(rest)) {
    const eol = lineEndOf(found[0]);
    const before = rest.slice(0, found.index);
    const after = rest.slice(found.index + found[0].length);
    const kept = cutEnd(cutEnd(before, eol), eol);
    // Text directly after the block was a separate line.
    if (!after.startsWith(eol)) rest = kept + (kept !== "" && after !== "" ? eol : "") + after;
    else rest = (/\n\r?\n$/.test(before) ? cutEnd(before, eol) : before) + after.slice(eol.length);
  }
  return rest;
}
