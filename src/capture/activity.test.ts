import { expect, test } from "vitest";
import { activityOf, type Spoken } from "./activity.ts";

const call = (id: string, name: string, input: unknown, result: string): Spoken[] => [
  {
    ...{ kind: "tool_use", role: "assistant", toolUseId: id, createdAt: "" },
    content: JSON.stringify({ name, input }),
  },
  { kind: "tool_result", role: "tool", toolUseId: id, createdAt: "", content: result, isError: true },
];

const LONG = `node -e '\n${"console.log(1);\n".repeat(40)}'`;

test.each([
  "Permission to use Bash with command npm test has been denied.",
  "Exit code 1\nPermission to use Bash with command npm test has been denied.",
  `Permission to use Bash with command ${LONG} has been denied.`,
  "Claude requested permissions to use Bash, but you haven't granted it yet.",
  "Error: This command requires approval",
  "<tool_use_error>Blocked: run it in the background</tool_use_error>",
])("C4: a call that the client refused is no command and no change: %j", (refusal) => {
  const { commands, files } = activityOf([
    ...call("1", "Bash", { command: "npm test" }, refusal),
    ...call("2", "Edit", { file_path: "/p/a.ts" }, refusal),
  ]);
  expect([commands, files]).toEqual([[], []]);
});

test("C4: a call that the user stopped has no outcome and changed nothing", () => {
  const words = "The user doesn't want to proceed with this tool use. the user said: use pnpm";
  const { commands, files } = activityOf([
    ...call("1", "Bash", { command: "npm test" }, `Exit code 1\n${words}`),
    ...call("2", "Edit", { file_path: "/p/a.ts" }, words),
  ]);
  expect(commands).toMatchObject([{ exitCode: undefined, error: undefined, stopped: "use pnpm" }]);
  expect(files).toEqual([]);
});

test("C4: a command that was refused something did run", () => {
  const { commands } = activityOf(call("1", "Bash", { command: "cat a" }, "Exit code 1\ncat: a: Permission denied"));
  expect(commands).toMatchObject([{ exitCode: 1, error: "cat: a: Permission denied" }]);
});
