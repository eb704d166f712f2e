import { bothEnds, oneLine } from "./sentences.ts";

/*
 * Finds the line of a failed run's output that names the error. Runners and compilers differ in their words, but hardly
 * in the shape of their lines: an error with its name and message, a place with a message, and banners and totals.
 */

const LONGEST = 200;
const LONGEST_LINE = 1000;
/** Of a very long output both ends: compilers report errors first, runners last. */
const READ_AT_EACH_END = 60_000;
/** How many lines from an error its place is looked for. */
const NEAR = 8;

const CODES = new RegExp(`${String.fromCharCode(27)}\\[[\\d;]*[A-Za-z]`, "g");
/** Prefixes of runners and build tools. */
const FRAME = /^(?:E {2,}|\[(?:ERROR|FATAL)\]\s+|[│┃|●✗✘×❯→]\s+)+/u;

/** A total, a rule, a heading: it says that something failed, not what. */
const BANNERS = [
  /^[=_*#~-]{3,}|[=_]{3,}$/,
  /^(?:error:\s*)?(?:.{0,80}\b)?exit(?:ed)?(?: with)? (?:code|status)[: ]*\d+\.?$/i,
  /\b\d+\s+(?:\w+\s+){0,2}(?:failed|failing|failures?|errors?|problems?)\b(?!:)/i,
  /\b(?:tests?|failures?|errors?|suites?)(?: run)?:?\s+\d+\b/i,
  /^(?:-{3}\s+)?(?:FAIL|FAILED|FAILURE|BUILD FAIL\w*|ERROR|ERRORS|FAILURES|failures|errors|Traceback\b.*)[:.]?(?:\s+(?!-)[^\s:]*[/.:>][^:]*(?:::?\S+)?)?(?:\s+\(?[\d.]+ ?m?s\)?)?$/,
  /^-{3}\s+FAIL\b|^test .* \.\.\. FAILED$/,
  /\b(?:could not compile|to rerun pass|Failed to execute goal|previous errors?|Re-run (?:Maven|with)|For more information|aborting due to|There (?:are|were) test failures|Lifecycle script|ELIFECYCLE|A complete log of this run)\b/i,
  /^make(?:\[\d+\])?: \*\*\*/,
];

/** `TypeError: …`, `error[E0308]: …`, `error TS2322: …`, `panic: …`, `12:5  error  …`. */
const NAMED = [
  /(?<![\w/])(?:[\w$]+\.)*(?:[A-Z]\w*)?(?:Error|Exception|Panic|Failure|Fault|Interrupt|Exit)(?: \[\w+\])?: ?\S/,
  /(?:^|[\s:)])(?:fatal |internal compiler )?error(?:\[\w+\]| [A-Z]+\d+)?: \S/i,
  /^(?:panic|fatal|CONFLICT\b[^:]{0,20}): ?\S/,
  /\bpanicked at\b/,
  /^\d+:\d+\s+error\s+\S/,
  /^\S+\.\w+:\[\d+,\d+\] \S/,
];
/** `add_test.go:9: got 4, want 3`. */
const LOCATED = /^[\w./@+-]+\.\w{1,6}:\d+(?::\d+)?: (?!warning|note|info|hint|\w*(?:Error|Exception)$)\S/i;
const ASSERTS = /^(?:assert(?:ion)?\b.*(?:[=!<>]=|\bfailed\b|\bin\b|\bis\b)|expect(?:ed)?\b.*\S|Expected:? \S)/;
const WEAK =
  /(?:\b(?:error|ERR!|exception|failed|failure|fatal|panic|cannot|undefined|not found|no such|denied|refused|timed out|segmentation fault)(?!\w)|✗|✘|\bFAIL\b)/i;
/** Banners that at least name the test. */
const NAMES_TEST = /^(?:-{3}\s+)?FAIL(?:ED)?\b:?\s+\S*(?:\s+>\s|::|Test|\.\w{1,4}\b)/;
const NO_ERROR = /\b(?:0|no) (?:errors?|failures?|failed)\b|^warning\b|\bwarning:/i;
/** The further lines of an assertion. */
const COMPARES = /^(?:expected|received|actual|left|right|got|want|wanted)\b\s*:/i;

const PLACES = [
  /File "([^"\n]+)", line (\d+)/,
  /((?:[A-Za-z]:)?[\w./@+~-]*[\w)\]-]\.[A-Za-z]\w{0,5}):(\d+)(?::\d+)?/,
  /([\w./@+-]+\.\w{1,6})\((\d+),\d+\)/,
  /([\w./@+-]+\.\w{1,6}):\[(\d+),\d+\]/,
];
/** Dependencies and system files: the fault is seldom there. */
const ELSEWHERE =
  /node_modules|site-packages|dist-packages|^node:|(?:^|\/)(?:internal|lib\/python[\d.]*|usr\/lib|rustc|\.cargo\/registry|goroot|go\/src)\/|^</i;
const CALLED_ELSEWHERE = /\bat (?:java|javax|jdk|sun|org\.junit)\b|node:internal/;
/** A path alone on its line belongs to the lines below it. */
const PATH_ALONE = /^(?:\.{0,2}\/)?[\w.@+-]+(?:\/[\w.@+-]+)*\.\w{1,6}$/;

interface ErrorLine {
  readonly text: string;
  readonly at: number;
}

const linesOf = (output: string): string[] =>
  bothEnds(output, READ_AT_EACH_END)
    .replace(CODES, "")
    .split("\n")
    .map((line) => line.slice(0, LONGEST_LINE).trim().replace(FRAME, ""))
    .filter((line) => line !== "" && !/^exit code \d+$/i.test(line));

const isNamed = (line: string): boolean => NAMED.some((form) => form.test(line));

/** The most informative line: an error by name before a place with a message, that before an assertion, and so on. */
function errorLineIn(lines: readonly string[]): ErrorLine | undefined {
  const candidates = lines.map((text, at) => ({ text, at })).filter(({ text }) => !NO_ERROR.test(text));
  const informative = candidates.filter(({ text }) => !BANNERS.some((form) => form.test(text)));
  return (
    informative.find(({ text }) => isNamed(text)) ??
    informative.find(({ text }) => LOCATED.test(text)) ??
    informative.find(({ text }) => ASSERTS.test(text)) ??
    informative.find(({ text }) => WEAK.test(text)) ??
    candidates.find(({ text }) => NAMES_TEST.test(text)) ??
    candidates.find(({ text }) => WEAK.test(text))
  );
}

function placeIn(line: string): string | undefined {
  for (const form of PLACES) {
    const [, path, number] = form.exec(line) ?? [];
    if (path !== undefined && !ELSEWHERE.test(path) && !CALLED_ELSEWHERE.test(line)) return `${path}:${number}`;
  }
  return undefined;
}

/** The place of the error: below it in most outputs, above it in a traceback, once for several errors in linters. */
function placeOf({ text, at }: ErrorLine, lines: readonly string[]): string | undefined {
  const position = /^(\d+:\d+)\s/.exec(text)?.[1];
  if (position !== undefined) {
    const path = lines.slice(0, at).findLast((line) => PATH_ALONE.test(line));
    return path === undefined ? undefined : `${path}:${position}`;
  }
  const below = lines.slice(at + 1, at + 1 + NEAR);
  const next = below.findIndex(isNamed);
  const own = next < 0 ? below : below.slice(0, next);
  const above = lines.slice(Math.max(0, at - NEAR), at).reverse();
  for (const line of [...own, ...above]) {
    const place = placeIn(line);
    if (place !== undefined) return place;
  }
  return undefined;
}

function messageOf({ text, at }: ErrorLine, lines: readonly string[]): string {
  const message = text.replace(/^\d+:\d+\s+/, "");
  const [next = "", ...further] = lines.slice(at + 1, at + 4);
  if (message.endsWith(":") && next !== "") return `${message} ${next}`;
  const compared = [next, ...further].filter((line) => COMPARES.test(line));
  return [message, ...compared.slice(0, 2)].join("; ");
}

/** What went wrong, from the output of a run: the error with its place where there is one, or the last line. */
export function errorLineOf(output: string): string {
  const lines = linesOf(output);
  const found = errorLineIn(lines);
  if (found === undefined) return oneLine(lines.at(-1) ?? "", LONGEST);
  const message = messageOf(found, lines);
  const hasPlace = PLACES.some((form) => form.test(message)) || !(isNamed(found.text) || ASSERTS.test(message));
  const place = hasPlace ? undefined : placeOf(found, lines);
  return oneLine(place === undefined ? message : `${place}: ${message}`, LONGEST);
}
