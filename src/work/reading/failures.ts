import type { CommandRun } from "../../capture/index.ts";
import { contentTerms, isCheckCommand, isTestCommand, wasRefused } from "../../text/index.ts";
import { commandsIn, folderOf, isLook } from "./commands.ts";
import type { Failure, Quote } from "./session-reading.ts";

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

/** `git rebase --abort` ends a `git rebase` that stopped at a conflict. */
const GIT_ENDS = /^(git [\w-]+) .*--(?:continue|abort|skip|quit)\b/;

/** Whether the user said later that it is over, in words that also belong to the failure. */
export function isSettledBy({ command, error, about, seq, at }: Failure, said: Quote): boolean {
  if (said.at < at || (said.at === at && said.seq < seq)) return false;
  const terms = new Set(contentTerms([command, error, about].join("\n")));
  return contentTerms(said.text).some((term) => terms.has(term));
}

/** The commands of a line that try or change something: a failed look leaves nothing undone. */
export const trialsIn = (line: string): string[] => commandsIn(line).filter((part) => !isLook(part));

/** Later runs that settle a failure: the same command, or a passed run of all its tests. */
export class RanSince {
  readonly #ran = new Set<string>();
  readonly #ended = new Set<string>();
  readonly #whole = new Map<string, { readonly tests: TestRun; readonly folder: string }>();

  passed(line: string): void {
    const folder = folderOf(line);
    for (const command of trialsIn(line)) {
      this.#ran.add(command);
      const [, ended] = GIT_ENDS.exec(command) ?? [];
      if (ended !== undefined) this.#ended.add(ended);
      const tests = testRunOf(command);
      if (tests?.isWhole) this.#whole.set(`${folder}\n${command}`, { tests, folder });
    }
  }

  /** Which part of a failed line failed is unknown; of repeated runs only the last counts. */
  failed(line: string): void {
    for (const command of trialsIn(line).slice(-1)) this.#ran.add(command);
  }

  settles(line: string): boolean {
    const folder = folderOf(line);
    return trialsIn(line).every((command) => this.#ran.has(command) || this.#isCovered(command, folder));
  }

  #isCovered(command: string, folder: string): boolean {
    const [begun = ""] = /^git [\w-]+/.exec(command) ?? [];
    if (this.#ended.has(begun)) return true;
    const tests = testRunOf(command);
    if (tests === undefined) return false;
    // All the tests of a folder are not all of the project's.
    return [...this.#whole.values()].some(
      (all) => (all.folder === "" || all.folder === folder) && covers(all.tests, tests),
    );
  }
}

/** Whether a command tries or changes something, and was run. */
export const isTrial = ({ command, error }: CommandRun): boolean =>
  !wasRefused(error ?? "") && trialsIn(command).length > 0;

/** Runs that failed, without those whose command, or all of whose tests, passed since; newest first. */
export function unresolved<Run extends CommandRun>(runs: readonly Run[]): Run[] {
  const since = new RanSince();
  const open: Run[] = [];
  for (const run of [...runs].reverse()) {
    const hasFailed = run.error !== undefined;
    if (hasFailed && isTrial(run) && !since.settles(run.command)) open.push(run);
    if (hasFailed) since.failed(run.command);
    else if (run.exitCode === 0) since.passed(run.command);
  }
  return open;
}

/** Runs of the same commands have the same key, whatever was piped, set or redirected. */
export const commandKey = (line: string): string => trialsIn(line).join(" && ");

/** The unresolved runs that matter now: checks, repeated commands, and the last trial. */
export function currentFailures<Run extends CommandRun>(runs: readonly Run[]): Run[] {
  const last = runs.findLast(isTrial);
  const times = new Map<string, number>();
  for (const { command } of runs) times.set(commandKey(command), (times.get(commandKey(command)) ?? 0) + 1);
  return unresolved(runs).filter(
    (run) => run === last || isCheckCommand(run.command) || (times.get(commandKey(run.command)) ?? 0) > 1,
  );
}
