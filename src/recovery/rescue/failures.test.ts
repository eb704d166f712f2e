import { expect, test } from "vitest";
import { activityOf, callContent, NO_RESULT } from "../../conversation/index.ts";
import { outcomeOf, unresolved } from "./failures.ts";

const at = "2026-01-01T00:00:00.000Z";
const REJECTED =
  "The user doesn't want to proceed with this tool use. The tool use was rejected (eg. if it was a file edit, the new_string was NOT written to the file).";

/** Commands with what the client answered to each. */
const ran = (...runs: readonly (readonly [command: string, output: string, isError: boolean])[]) =>
  activityOf(
    runs.flatMap(([command, content, isError], n) => [
      {
        kind: "tool_use",
        role: "assistant",
        content: callContent("Bash", { command }),
        toolUseId: `${n}`,
        createdAt: at,
      },
      { kind: "tool_result", role: "tool", content, isError, toolUseId: `${n}`, createdAt: at },
    ]),
  ).commands;

test("R4: a command that the user stopped has not failed: it is told as stopped, in their words", () => {
  const said = `${REJECTED} To tell you how to proceed, the user said:\nfirst fix the lint`;
  expect(unresolved(ran(["npm test", said, true])).map(outcomeOf)).toEqual(["stopped by the user: first fix the lint"]);
  expect(unresolved(ran(["npm test", REJECTED, true])).map(outcomeOf)).toEqual(["stopped by the user"]);
});

test("R4: what was run since is stopped no more, and what failed still fails after it was stopped", () => {
  const failed = ["npm test", "Exit code 1\nError: boom", true] as const;
  expect(unresolved(ran(["npm test", REJECTED, true], ["npm test", "ok", false]))).toEqual([]);
  expect(unresolved(ran(["npm test", REJECTED, true], failed)).map(outcomeOf)).toEqual(["exit 1: Error: boom"]);
});

test("R4: an exit code is told only where one was: a call can fail without, and one that was cut off has no result", () => {
  expect(unresolved(ran(["npm test", "Command timed out", true])).map(outcomeOf)).toEqual([
    "failed: Command timed out",
  ]);
  for (const before of ["", "[this call failed]\n"]) {
    const cutOff = ran(["npm test", `${before}${NO_RESULT}`, true]);
    expect(unresolved(cutOff)).toEqual([]);
    expect(cutOff.map(outcomeOf)).toEqual(["no result"]);
  }
});

test("R4: a program that prints such words itself has run", () => {
  expect(ran(["cat log.txt", REJECTED, false])[0]?.stopped).toBeUndefined();
});
