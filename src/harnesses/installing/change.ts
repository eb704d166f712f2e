import { redact } from "../../core/index.ts";

/** One file as it is and as it shall be; `undefined` stands for no file. */
export interface FileChange {
  readonly path: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
  /** What the change is for, in a few words. */
  readonly description: string;
}

/**
 * The text of a file without anything that Throughline put into it; `undefined` when the whole file is Throughline's.
 * A text that has nothing of ours comes back as it is; one that cannot be understood makes it throw.
 */
export type Strip = (path: string, text: string) => string | undefined;

const LONGEST_SHOWN_LINE = 400;

function shown(line: string): string {
  const more = line.length - LONGEST_SHOWN_LINE;
  return more > 0 ? `${line.slice(0, LONGEST_SHOWN_LINE)}… [${more} more characters]` : line;
}

const linesOf = (text: string | undefined): string[] => (text ? text.replace(/\r?\n$/, "").split(/\r?\n/) : []);

/** A change as a person reads it before agreeing to it. The lines around it may hold the user's secrets. */
export function renderChange({ path, before, after, description }: FileChange): string {
  const verb = before === undefined ? "create" : after === undefined ? "delete" : "change";
  const lines = diffLines(linesOf(before), linesOf(after)).map(({ sign, text }) => `${sign} ${shown(text)}`.trimEnd());
  return redact([`${verb} ${path}: ${description}`, ...lines].join("\n"));
}

interface DiffLine {
  /** `@` stands for lines left out. */
  readonly sign: "+" | "-" | " " | "@";
  readonly text: string;
}

const CONTEXT = 3;
const LARGEST_TABLE = 1_000_000;

/** The longest common subsequence of two short runs of lines, walked as removals, additions and common lines. */
function align(before: readonly string[], after: readonly string[]): DiffLine[] {
  const removed = before.map((text): DiffLine => ({ sign: "-", text }));
  const added = after.map((text): DiffLine => ({ sign: "+", text }));
  if (before.length * after.length > LARGEST_TABLE) return [...removed, ...added];
  const width = after.length + 1;
  const common = new Uint32Array((before.length + 1) * width);
  const at = (i: number, j: number): number => common[i * width + j] ?? 0;
  for (let i = before.length - 1; i >= 0; i--) {
    for (let j = after.length - 1; j >= 0; j--) {
      common[i * width + j] = before[i] === after[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const lines: DiffLine[] = [];
  let [i, j] = [0, 0];
  while (i < before.length && j < after.length) {
    const text = before[i] ?? "";
    if (text === after[j]) {
      lines.push({ sign: " ", text });
      i++;
      j++;
    } else if (at(i + 1, j) >= at(i, j + 1)) {
      lines.push({ sign: "-", text });
      i++;
    } else {
      lines.push({ sign: "+", text: after[j] ?? "" });
      j++;
    }
  }
  return [...lines, ...removed.slice(i), ...added.slice(j)];
}

/** The difference of two texts by lines, with a little of what surrounds each place. */
function diffLines(before: readonly string[], after: readonly string[]): DiffLine[] {
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && before[head] === after[head]) head++;
  let tail = 0;
  while (tail < shorter - head && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail++;
  const same = (text: string): DiffLine => ({ sign: " ", text });
  const all = [
    ...before.slice(0, head).map(same),
    ...align(before.slice(head, before.length - tail), after.slice(head, after.length - tail)),
    ...before.slice(before.length - tail).map(same),
  ];
  const isNear = new Set<number>();
  all.forEach(({ sign }, index) => {
    if (sign === " ") return;
    for (let near = index - CONTEXT; near <= index + CONTEXT; near++) isNear.add(near);
  });
  const lines: DiffLine[] = [];
  let line = 0;
  all.forEach((one, index) => {
    if (one.sign !== "+") line++;
    if (!isNear.has(index)) return;
    if (index > 0 && !isNear.has(index - 1)) lines.push({ sign: "@", text: `line ${line}` });
    lines.push(one);
  });
  return lines;
}
