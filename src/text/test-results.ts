/** How the tests of a run ended. */
export interface TestResults {
  readonly passing: number;
  readonly failing: number;
  /** Skipped, ignored, pending or still to be written. */
  readonly pending: number;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: colors are escape sequences.
const COLOURS = /\u001B\[[0-9;]*[A-Za-z]/g;
export const withoutColours = (output: string): string => output.replace(COLOURS, "");

/** A summary stands at the end; megabytes of output before it are not read. */
const READ_CHARS = 200_000;

const PASSING = "x?passed|passing|pass";
const FAILING = "failed|failing|failures?|fail|errors?|cancelled";
const PENDING = "skipped|skip|pending|todo|ignored|xfailed|incomplete";

/**
 * What runners print at the end of a run, by their own forms: the last of each counts, or where each crate has one,
 * all.
 */
const SUMMARIES: readonly RegExp[] = [
  // Vitest, Jest: `Tests  2 failed | 12 passed (14)`
  /^[ \t]*Tests:?[ \t]+\d+ (?:failed|passed|skipped|todo|pending)\b.*$/gm,
  // pytest, with and without its frame
  /^=*[ \t]*\d+ (?:failed|passed|skipped|errors?|xfailed|xpassed|deselected)\b.* in [\d.:]+ ?m?s?.*$/gm,
  // Cargo and nextest
  /^(?:test result: .*|[ \t]*Summary \[.*\] +\d+ tests? run: .*)$/gm,
  // node --test: a line for each count
  /(?:^(?:ℹ|#) (?:tests|suites|pass|fail|cancelled|skipped|todo) \d+\n?){3,}/gm,
  // Mocha and Bun: the same, the number first
  /^[ \t]*\d+ pass(?:ing(?: \(.*\))?)?$(?:\n[ \t]*\d+ (?:failing|fail|pending|skip|todo)$)*/gm,
  // RSpec
  /^\d+ examples?, \d+ failures?.*$/gm,
  // PHPUnit, Maven, Python's unittest
  /^(?:\[\w+\] +)?Tests(?: run)?: \d+, (?:Assertions|Failures).*$|^OK \(\d+ tests?, .*\)$/gm,
  /^Ran \d+ tests? in .*\n+(?:OK|FAILED).*$/gm,
  // .NET and Deno
  /^\s*(?:Passed|Failed)!\s+- Failed:.*$/gm,
  /^(?:ok|FAILED) \| \d+ passed.*$/gm,
  // CTest
  /^\d+% tests passed, \d+ tests failed out of \d+/gm,
];
const ADDS_UP = /^test result: /;
const TOTAL = /(\d+) examples?|Tests(?: run)?: (\d+)|Ran (\d+)|OK \((\d+)|out of (\d+)/;

/** The sum of what stands before these words, or behind them. */
function countOf(summary: string, words: string): number {
  const numbers = new RegExp(`(\\d+) (?:tests )?(?:${words})(?![\\w:])|\\b(?:${words})(?:[:=]\\s*| )(\\d+)`, "gi");
  return [...summary.matchAll(numbers)].reduce((sum, [, before, behind]) => sum + Number(before ?? behind), 0);
}

function counted(summary: string): TestResults {
  const [failing, pending] = [countOf(summary, FAILING), countOf(summary, PENDING)];
  const total = TOTAL.exec(summary)
    ?.slice(1)
    .find((number) => number !== undefined);
  const passing = total === undefined ? countOf(summary, PASSING) : Number(total) - failing - pending;
  return { passing: Math.max(0, passing), failing, pending };
}

/**
 * Go has no summary. With `-v` each test has a line; without, packages that pass have one and tests that fail have one.
 */
function ofGo(output: string): TestResults | undefined {
  const count = (pattern: RegExp): number => output.match(pattern)?.length ?? 0;
  const [passed, failed] = [count(/^--- PASS: /gm), count(/^--- FAIL: /gm)];
  const packages = count(/^ok[ \t]+\S+[ \t]+(?:[\d.]+s|\(cached\))/gm);
  const broken = count(/^FAIL[ \t]+\S+/gm);
  if (passed + failed + packages + broken === 0) return undefined;
  return { passing: passed || packages, failing: failed || broken, pending: count(/^--- SKIP: /gm) };
}

/** What the output of a test runner says of its tests; nothing where it is none. */
export function testResultsIn(given: string): TestResults | undefined {
  const output = withoutColours(given.slice(-READ_CHARS)).replaceAll("\r\n", "\n");
  for (const pattern of SUMMARIES) {
    const found = output.match(pattern);
    const last = found?.at(-1);
    if (found && last !== undefined) return counted(ADDS_UP.test(last) ? found.join("\n") : last);
  }
  return ofGo(output);
}
