/** How the tests of a run ended. */
export interface TestResults {
  readonly passing: number;
  readonly failing: number;
  /** Skipped, ignored, pending or still to be written. */
  readonly pending: number;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: colours are escape sequences.
const COLOURS = /\u001B\[[0-9;]*[A-Za-z]/g;
/** A summary stands at the end; megabytes of output before it are not read. */
const READ_CHARS = 200_000;

type Reader = (output: string) => TestResults | undefined;

const numberIn = (text: string, pattern: RegExp): number => Number(pattern.exec(text)?.[1] ?? 0);
const lastLine = (output: string, pattern: RegExp): string | undefined => output.match(pattern)?.at(-1);
const countOf = (output: string, pattern: RegExp): number => output.match(pattern)?.length ?? 0;
const results = (passing: number, failing: number, pending: number): TestResults => ({
  ...{ passing: Math.max(0, passing), failing, pending },
});

/** Adds the numbers that stand before any of the words: `2 skipped | 1 todo`. */
const before = (line: string, ...words: string[]): number =>
  words.reduce((sum, word) => sum + numberIn(line, new RegExp(`(\\d+) ${word}\\b`)), 0);

/** Adds the numbers that stand behind any of the words: `Skipped: 2`. */
const behind = (line: string, ...words: string[]): number =>
  words.reduce((sum, word) => sum + numberIn(line, new RegExp(`\\b${word}\\s*[:=]?\\s*(\\d+)`, "i")), 0);

/** `Tests  2 failed | 12 passed | 1 skipped (15)`, and Jest's `Tests:       1 failed, 12 passed, 13 total`. */
const vitestOrJest: Reader = (output) => {
  const line = lastLine(output, /^[ \t]*Tests:?[ \t]+\d+ (?:failed|passed|skipped|todo|pending)\b.*$/gm);
  return (
    (line && results(before(line, "passed"), before(line, "failed"), before(line, "skipped", "todo", "pending"))) ||
    undefined
  );
};

/** `=== 1 failed, 12 passed, 2 skipped in 0.12s ===`; with `-q` without the frame. */
const pytest: Reader = (output) => {
  const line = lastLine(
    output,
    /^=*[ \t]*\d+ (?:failed|passed|skipped|errors?|xfailed|xpassed|deselected)\b.* in [\d.:]+ ?m?s?.*$/gm,
  );
  if (line === undefined) return undefined;
  return results(
    before(line, "passed", "xpassed"),
    before(line, "failed", "errors?"),
    before(line, "skipped", "xfailed"),
  );
};

/** With `-v` each test has a line; without, packages that pass have one and tests that fail have one. */
const go: Reader = (output) => {
  const passed = countOf(output, /^--- PASS: /gm);
  const failed = countOf(output, /^--- FAIL: /gm);
  const packages = countOf(output, /^ok[ \t]+\S+[ \t]+(?:[\d.]+s|\(cached\))/gm);
  const broken = countOf(output, /^FAIL[ \t]+\S+/gm);
  if (passed + failed + packages + broken === 0) return undefined;
  return results(passed || packages, failed || broken, countOf(output, /^--- SKIP: /gm));
};

/** One line a crate: they add up. */
const cargo: Reader = (output) => {
  const lines = output.match(/^test result: .*$/gm);
  const sum = (...words: string[]) => lines?.reduce((total, line) => total + before(line, ...words), 0) ?? 0;
  if (lines) return results(sum("passed"), sum("failed"), sum("ignored"));
  const summary = lastLine(output, /^[ \t]*Summary \[.*\] +\d+ tests? run: .*$/gm);
  return (
    (summary && results(before(summary, "passed"), before(summary, "failed"), before(summary, "skipped"))) || undefined
  );
};

/** `ℹ pass 12`, or `# pass 12` where it is not a terminal. */
const nodeTest: Reader = (output) => {
  const counted = (word: string) => numberIn(output, new RegExp(`^(?:ℹ|#) ${word} (\\d+)$`, "m"));
  if (!/^(?:ℹ|#) pass \d+$/m.test(output)) return undefined;
  return results(counted("pass"), counted("fail") + counted("cancelled"), counted("skipped") + counted("todo"));
};

/** A line for each: `12 passing (30ms)`, `1 failing`, `2 pending`; Bun says `12 pass`, `0 fail`, `1 skip`. */
const mochaOrBun: Reader = (output) => {
  const counted = (words: string) => numberIn(output, new RegExp(`^[ \\t]*(\\d+) (?:${words})(?: \\(.*\\))?$`, "m"));
  if (!/^[ \t]*\d+ (?:passing(?: \(.*\))?|pass)$/m.test(output)) return undefined;
  return results(counted("passing|pass"), counted("failing|fail"), counted("pending|skip|todo"));
};

const rspec: Reader = (output) => {
  const line = lastLine(output, /^\d+ examples?, \d+ failures?.*$/gm);
  if (line === undefined) return undefined;
  const [failing, pending] = [before(line, "failures?"), before(line, "pending")];
  return results(before(line, "examples?") - failing - pending, failing, pending);
};

/** Tests in all, and what became of those that did not pass: PHPUnit, Maven, Python's unittest. */
const byTotal: Reader = (output) => {
  const line =
    lastLine(output, /^(?:\[\w+\] +)?Tests(?: run)?: \d+, (?:Assertions|Failures).*$/gm) ??
    /^Ran \d+ tests? in [\s\S]*?^(?:OK|FAILED).*$/m.exec(output)?.[0] ??
    lastLine(output, /^OK \(\d+ tests?, \d+ assertions?\)$/gm);
  if (line === undefined) return undefined;
  const total = numberIn(line, /(?:Tests(?: run)?: |Ran |OK \()(\d+)/);
  const [failing, pending] = [behind(line, "failures", "errors"), behind(line, "skipped", "incomplete")];
  return results(total - failing - pending, failing, pending);
};

/** `Passed!  - Failed: 0, Passed: 12, Skipped: 2, Total: 14`. */
const dotnet: Reader = (output) => {
  const line = lastLine(output, /^\s*(?:Passed|Failed)!\s+- Failed:.*$/gm);
  return (line && results(behind(line, "Passed:"), behind(line, "Failed:"), behind(line, "Skipped:"))) || undefined;
};

/** `ok | 12 passed | 0 failed | 1 ignored (10ms)`. */
const deno: Reader = (output) => {
  const line = lastLine(output, /^(?:ok|FAILED) \| \d+ passed.*$/gm);
  return (line && results(before(line, "passed"), before(line, "failed"), before(line, "ignored"))) || undefined;
};

/** `90% tests passed, 1 tests failed out of 10`. */
const ctest: Reader = (output) => {
  const [, failed, total] = /^\d+% tests passed, (\d+) tests failed out of (\d+)/m.exec(output) ?? [];
  return failed === undefined ? undefined : results(Number(total) - Number(failed), Number(failed), 0);
};

const READERS: readonly Reader[] = [
  ...[vitestOrJest, pytest, cargo, nodeTest, go, mochaOrBun, rspec, byTotal, dotnet, deno, ctest],
];

/** What the output of a test runner says of its tests; nothing where it is none. */
export function testResultsIn(given: string): TestResults | undefined {
  const output = given.slice(-READ_CHARS).replace(COLOURS, "").replaceAll("\r\n", "\n");
  for (const read of READERS) {
    const found = read(output);
    if (found) return found;
  }
  return undefined;
}
