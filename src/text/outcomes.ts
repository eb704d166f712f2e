import { expressionOf, ofAllClients } from "../harnesses/traits/index.ts";
import { bothEnds, oneLine } from "./sentences.ts";

const EXIT_CODE = /\b(?:exit(?:ed)?(?: with)?(?: code)?|exit status|status code|returned)[:\s]+(\d{1,3})\b/i;

const STOPPED = expressionOf(({ stoppedCall }) => stoppedCall);

/** The user's words when they stopped a call; empty without words, undefined where it ran. */
export function stoppedWith(output: string): string | undefined {
  const stopped = STOPPED.exec(output);
  return stopped ? oneLine(stopped[1] ?? "", 200) : undefined;
}

const REFUSED = expressionOf(({ refusedCall }) => refusedCall);

/** Whether the client refused a call: nothing ran, so nothing failed. */
export const wasRefused = (output: string): boolean => REFUSED.test(output);

/** Whether the user or the client kept a call from running. */
export const didNotRun = (output: string): boolean => wasRefused(output) || stoppedWith(output) !== undefined;

/** The result of a call that was cut off, in a conversation that was handed over. */
export const NO_RESULT = "[no result of this call was recorded]";

/** How a run ended: a call can fail without an exit code. */
export interface Ended {
  readonly exitCode: number | undefined;
  readonly failed: boolean;
}

/** The outcome of a run, from a shell tool's result. */
export function endedWith(output: string, isError: boolean | null | undefined): Ended {
  const code = output.slice(0, 400).match(EXIT_CODE) ?? output.slice(-400).match(EXIT_CODE);
  if (code) return { exitCode: Number(code[1]), failed: Number(code[1]) !== 0 };
  if (output.endsWith(NO_RESULT)) return { exitCode: undefined, failed: false };
  return { exitCode: isError === false ? 0 : undefined, failed: isError === true };
}

const TEST_RUNNER =
  "(?:(?:npm|pnpm|yarn|bun)\\s+(?:run\\s+)?test|vitest|jest|mocha|pytest|tox|go test|cargo (?:test|nextest)|rspec|phpunit|mvn (?:\\S+ )*test|gradle\\w* (?:\\S+ )*test|ctest|dotnet test|node --test|make (?:test|check)|(?:mise run|just|task|rake|mix|swift) test|deno test)\\b";
const COMPILER =
  "(?:go (?:build|vet|install|run)|(?:cargo|dotnet|swift|zig) (?:build|check|clippy)|tsc|vue-tsc|g?cc|g\\+\\+|clang(?:\\+\\+)?|javac|kotlinc|golangci-lint run|eslint|biome|ruff|flake8|mypy|pyright|shellcheck|mvn (?:\\S+ )*(?:compile|package|verify)|gradle\\w* (?:\\S+ )*(?:build|assemble|compile\\w*)|(?:npm|pnpm|yarn|bun) run (?:build|compile|lint|typecheck)|(?:make|mise run|just|task) (?:build|compile|lint|typecheck))\\b";
/** Programs that run another one. */
export const LAUNCHERS =
  "(?:(?:time|npx|bunx|env|(?:pnpm|yarn|mise) exec(?: --)?|(?:uv|poetry) run|bundle exec|python3? -m|timeout (?:-[ks] [^-\\s]\\S* |-\\S+ )*\\S+)\\s+)";
/** Where a program name may be: at the beginning of a line or a part of it, after launchers. */
const LAUNCHED = `(?:^|&&|\\|\\||[;\\n(])\\s*(?:[A-Za-z_]\\w*=\\S*\\s+)*${LAUNCHERS}*(?:\\./|node_modules/\\.bin/)?`;

const TEST_COMMAND = new RegExp(`\\b${TEST_RUNNER}`);
const RUNS_TESTS = new RegExp(`${LAUNCHED}${TEST_RUNNER}`);
const COMPILES = new RegExp(`${LAUNCHED}${COMPILER}`);
const JOINS =
  /(?:^|&&|\|\||[;\n(])\s*git (?:-[cC] \S+ )*(?:merge|rebase|cherry-pick|revert|pull|am|stash (?:pop|apply))\b/;

export const isTestCommand = (command: string): boolean => TEST_COMMAND.test(command);

/** Whether a line runs tests, a build or a linter: its result shows the state of the work. */
export const isCheckCommand = (line: string): boolean => RUNS_TESTS.test(line) || COMPILES.test(line);

/** How test runners report failures: a total, or a line for each. */
const REPORTS_FAILED = [
  /^\s*(?:Tests?|Test Suites|Test Files)\b[:\s]+.*\b[1-9]\d* failed\b/m,
  /\b[1-9]\d* (?:failed|failing|failures?)\b(?:,| in |\s*$|\s*\()/m,
  /^\s*(?:---|===) FAIL\b|^\s*FAIL\s+\S|^FAILED \S+::|\btest result: FAILED\b|\bFAILURES!/m,
];
/** Marks in the output of failing tests, and sometimes in the names of passing ones. */
const LOOKS_FAILED = [
  /\bAssertionError\b|\bassert(?:ion)? failed\b|^E\s+assert\b/im,
  /\bExpected\b[\s\S]{0,200}\b(?:Received|Actual|but got|to (?:equal|be))\b/i,
];
const REPORTS_PASSED = /\b\d+ (?:passed|passing)\b|^ok\s+\S|\btest result: ok\b|^PASS\b/m;
/** How compilers and linters report errors. */
const FAILED_BUILD = [
  /^(?:\.{0,2}\/)?[\w./@+-]+\.\w{1,5}:\d+:\d+: (?!warning|note|info)\S/m,
  /^(?:\S+(?:\(\d+,\d+\)|:\d+:\d+)(?: -|:) )?(?:fatal )?error(?:\[\w+\]| [A-Z]+\d+)?: \S/m,
  /^(?:\[ERROR\] )?(?:COMPILATION ERROR|BUILD FAIL(?:ED|URE))\b|\bFound [1-9]\d* errors?\b|\([1-9]\d* errors?,/m,
];
const FAILED_JOIN = /^(?:CONFLICT \(|Automatic merge failed|error: could not apply|fatal: )/m;

const says = (patterns: readonly RegExp[], output: string): boolean => patterns.some((pattern) => pattern.test(output));

export const hasFailedTests = (output: string): boolean => says(REPORTS_FAILED, output) || says(LOOKS_FAILED, output);

/** After these the shell reports another program's end: `npm test | tail`, `npm test; echo done`. */
const GOES_ON = /[|;\n]/;
const KEEPS_FAILURES = /\bpipefail\b/;
const QUOTED = /"(?:\\.|[^"\\])*"|'[^']*'/g;
/** Of a very long output both ends: compilers tell first, runners last. */
const READ_AT_EACH_END = 20_000;

/** Whether the shell reported success although tests, build or merge failed by their output. */
export function hidesFailure(command: string, output: string): boolean {
  const line = command.replace(QUOTED, '""').trim();
  if (!GOES_ON.test(line) || KEEPS_FAILURES.test(line)) return false;
  const read = bothEnds(output, READ_AT_EACH_END);
  if (RUNS_TESTS.test(line) && says(REPORTS_FAILED, read)) return true;
  if (JOINS.test(line) && FAILED_JOIN.test(read)) return true;
  if (COMPILES.test(line)) return says(FAILED_BUILD, read);
  return RUNS_TESTS.test(line) && !REPORTS_PASSED.test(read) && says([...LOOKS_FAILED, ...FAILED_BUILD], read);
}

/** A question of the agent with the user's answer. */
export interface AnsweredQuestion {
  readonly question: string;
  readonly answer: string;
}

/** What the user answered in their own words to questions that the agent asked with a tool: none of its options. */
export const typedAnswersIn = (toolName: string, input: string, output: string): AnsweredQuestion[] =>
  ofAllClients(({ questions }) => questions)
    .filter(({ tool }) => tool === toolName)
    .flatMap(({ answered }) =>
      [...output.matchAll(answered)].map(([, question = "", answer = ""]) => ({
        question: oneLine(question, 300),
        answer: oneLine(answer, 1000),
      })),
    )
    .filter(({ answer }) => !input.includes(JSON.stringify(answer)));

const QUESTION_TOOLS = new Set(ofAllClients(({ questions }) => questions?.tool));
export const asksUser = (toolName: string | null | undefined): boolean => QUESTION_TOOLS.has(toolName ?? "");

const IN_BACKGROUND = expressionOf(({ backgroundRun }) => backgroundRun);

/** Whether a command still runs in the background: it was answered, but has not ended. */
export const isUnderWay = (output: string): boolean => IN_BACKGROUND.test(output);
