import { expect, test } from "vitest";
import type { Spoken } from "../capture/index.ts";
import { detectTrigger } from "./detect-trigger.ts";

const ROOT = "/projects/alpha";
let ids = 0;
/** A call and its result. */
function call(name: string, input: unknown, result: string, isError = false): Spoken[] {
  ids += 1;
  const common = { createdAt: "", toolUseId: `t${ids}`, toolName: name };
  return [
    { ...common, role: "assistant", kind: "tool_use", content: JSON.stringify({ name, input }) },
    { ...common, role: "tool", kind: "tool_result", content: result, isError },
  ];
}
const bash = (command: string, result: string, isError = false) => call("Bash", { command }, result, isError);
const edit = () => call("Edit", { file_path: `${ROOT}/a.ts` }, "updated");
const of = (recorded: readonly string[], ...calls: Spoken[][]) =>
  detectTrigger({ projectNormalized: ROOT }, calls.flat(), { since: 0, recorded });

test("C9: the weightiest names the checkpoint; small edits make none", () => {
  expect(of([], edit())).toBeUndefined();
  expect(of([], edit(), edit(), edit())).toEqual({ trigger: "file_edit", because: "changed a.ts" });
  const created = call("Write", { file_path: `${ROOT}/n.ts`, content: "x" }, "File created successfully");
  expect(of(["Use X"], created)).toEqual({ trigger: "decision", because: "decided: Use X; changed n.ts" });
});

test("C9: an error counts as recovered once the same command passes, or the tests do", () => {
  const made = bash("make", "Exit code 2\nerror: no rule", true);
  expect(of([], made, bash("make", "ok"))).toEqual({
    ...{ trigger: "error_recovery", because: "`make` passes again after: error: no rule" },
  });
  expect(of([], made, bash("ls", "ok"))).toBeUndefined();
  const tested = bash("npm test", "Exit code 1\nError: boom", true);
  expect(of([], tested, bash("npx vitest run a", "fine"))?.because).toContain("Error: boom");
});
