import { oneLine } from "./text.ts";

const EXIT_CODE = /\b(?:exit(?:ed)?(?: with)?(?: code)?|exit status|status code|returned)[:\s]+(\d{1,3})\b/i;

const STOPPED =
  /^(?:The user doesn['’]t want to|The tool use was rejected|User rejected|Permission .{0,40}denied by user|\[Request interrupted by user)(?:[\s\S]*?the user said:\s*([\s\S]+))?/;

/** What the user said when they stopped a call; empty where they said nothing, undefined where it ran. */
export function stoppedWith(output: string): string | undefined {
  const stopped = STOPPED.exec(output);
  return stopped ? oneLine(stopped[1] ?? "", 200) : undefined;
}

/** What stands in a conversation that was handed over for the answer to a call that was cut off. */
export const NO_RESULT = "[no result of this call was recorded]";

/** How a run ended: a call can fail without any program having told a code. */
export interface Ended {
  readonly exitCode: number | undefined;
  readonly failed: boolean;
}

/** What a shell tool's result tells of how it ended. */
export function endedWith(output: string, isError: boolean | null | undefined): Ended {
  const told = output.slice(0, 400).match(EXIT_CODE) ?? output.slice(-400).match(EXIT_CODE);
  if (told) return { exitCode: Number(told[1]), failed: Number(told[1]) !== 0 };
  if (output.endsWith(NO_RESULT)) return { exitCode: undefined, failed: false };
  return { exitCode: isError === false ? 0 : undefined, failed: isError === true };
}

const TEST_COMMAND =
  /\b(?:(?:npm|pnpm|yarn|bun)\s+(?:run\s+)?test|vitest|jest|mocha|pytest|tox|go test|cargo (?:test|nextest)|rspec|phpunit|mvn (?:\S+ )*test|gradle\w* (?:\S+ )*test|ctest|dotnet test|node --test|make (?:test|check)|deno test)\b/;

export const isTestCommand = (command: string): boolean => TEST_COMMAND.test(command);
