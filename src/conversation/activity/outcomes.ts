import { oneLine } from "./text.ts";

const EXIT_CODE = /\b(?:exit(?:ed)?(?: with)?(?: code)?|exit status|status code|returned)[:\s]+(\d{1,3})\b/i;
const ERROR_LINE =
  /(?:\b(?:error|exception|failed|failure|fatal|panic|traceback|cannot|undefined|not found|denied|refused|timed out|segmentation fault)\b|✗|✘|\bFAIL\b)/i;
const NO_ERROR = /\b(?:0|no) (?:errors?|failures?|failed)\b/i;

/** The exit code that a shell tool's result tells, if it tells one. */
export function exitCodeOf(output: string, isError: boolean | null | undefined): number | undefined {
  const told = output.slice(0, 400).match(EXIT_CODE) ?? output.slice(-400).match(EXIT_CODE);
  if (told) return Number(told[1]);
  if (isError === false) return 0;
  return isError ? 1 : undefined;
}

/** The line that says what went wrong, or the last line where none does. */
export function errorLineOf(output: string): string {
  const lines = output
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line.length > 0 && !/^exit code \d+$/i.test(line));
  const telling = lines.find((line) => ERROR_LINE.test(line) && !NO_ERROR.test(line));
  return oneLine(telling ?? lines.at(-1) ?? "", 200);
}

const TEST_COMMAND =
  /\b(?:(?:npm|pnpm|yarn|bun)\s+(?:run\s+)?test|vitest|jest|mocha|pytest|tox|go test|cargo (?:test|nextest)|rspec|phpunit|mvn (?:\S+ )*test|gradle\w* (?:\S+ )*test|ctest|dotnet test|node --test|make (?:test|check)|deno test)\b/;

export const isTestCommand = (command: string): boolean => TEST_COMMAND.test(command);
