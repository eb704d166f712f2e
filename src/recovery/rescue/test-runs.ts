import { isTestCommand } from "../../conversation/index.ts";

/** `npm run test:integration`, `vitest run`, `go test`: the program, and what it is told to do. */
const RUNNER =
  /^(?:(?:npm|pnpm|yarn|bun|mise|make|just|task|rake|mix|swift|deno|node|go|cargo|dotnet|mvn|gradlew?)(?: run)? )?[\w:./-]+(?: run\b)?/;
/** Tasks that run all the tests of a project, with whatever runner. */
const ALL_TESTS = /^(?:(?:npm|pnpm|yarn|bun|mise|make|just|task|rake)(?: run)? tests?)$/;
/** What picks tests by their names, and what only changes what is printed. */
const FILTER = /(?<= )(?:-run|-k|-t|-g|--grep|--testNamePattern)[ =](?:"[^"]*"|'[^']*'|\S+)/g;
const PRINTING = /^(?:-v+|--verbose|-q|--quiet|-s|-x|--?json|-count=\d+|--bail|--reporter=\S+|--tb=\S+|--)$/;
/** A place that holds all others. */
const EVERYWHERE = /^(?:\.|\.\/\.\.\.)$/;

interface TestRun {
  readonly runner: string;
  /** Under what conditions: with other tags or another configuration it is another run. */
  readonly flags: string;
  /** Whether it ran all the tests there are. */
  readonly isWhole: boolean;
}

function testRunOf(command: string): TestRun | undefined {
  const runner = isTestCommand(command) ? RUNNER.exec(command)?.[0] : undefined;
  if (runner === undefined) return undefined;
  const rest = command.slice(runner.length);
  const words = rest
    .replace(FILTER, "")
    .split(" ")
    .filter((word) => word !== "" && !PRINTING.test(word));
  const flags = words.filter((word) => word.startsWith("-"));
  const places = words.filter((word) => !word.startsWith("-") && !EVERYWHERE.test(word));
  return { runner, flags: flags.join(" "), isWhole: places.length === 0 && rest.search(FILTER) < 0 };
}

/** Whether a run of tests that passed later could not have passed, had the earlier one still failed. */
export function coversTests(later: string, earlier: string): boolean {
  const [all, some] = [testRunOf(later), testRunOf(earlier)];
  if (!all?.isWhole || !some || all.flags !== some.flags) return false;
  return all.runner === some.runner || (ALL_TESTS.test(all.runner) && !/test[:_-]\w/.test(some.runner));
}
