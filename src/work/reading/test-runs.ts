import { isTestCommand } from "../../text/index.ts";

/** `npm run test:integration`, `vitest run`, `go test`: the program and its task. */
const RUNNER =
  /^(?:(?:npm|pnpm|yarn|bun|mise|make|just|task|rake|mix|swift|deno|node|go|cargo|dotnet|mvn|gradlew?)(?: run)? )?[\w:./-]+(?: run\b)?/;
/** Tasks that run all the tests of a project, with whatever runner. */
const ALL_TESTS = /^(?:(?:npm|pnpm|yarn|bun|mise|make|just|task|rake)(?: run)? tests?)$/;
/** What picks tests by their names, and what only changes what is printed. */
const FILTER = /(?<= )(?:-run|-k|-t|-g|--grep|--testNamePattern)[ =](?:"[^"]*"|'[^']*'|\S+)/g;
const PRINTING = /^(?:-v+|--verbose|-q|--quiet|-s|-x|--?json|-count=\d+|--bail|--reporter=\S+|--tb=\S+|--)$/;
/** A place that holds all others. */
const EVERYWHERE = /^(?:\.|\.\/\.\.\.)$/;

export interface TestRun {
  readonly runner: string;
  /** With other tags or another configuration it is another run. */
  readonly flags: string;
  /** Whether it ran all the tests there are. */
  readonly isWhole: boolean;
}

/** What a command runs, if that is tests. */
export function testRunOf(command: string): TestRun | undefined {
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

/** Whether a later pass proves that the earlier failure is gone. */
export const covers = (later: TestRun, earlier: TestRun): boolean =>
  later.isWhole &&
  later.flags === earlier.flags &&
  (later.runner === earlier.runner || (ALL_TESTS.test(later.runner) && !/test[:_-]\w/.test(earlier.runner)));
