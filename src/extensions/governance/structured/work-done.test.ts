import fc from "fast-check";
import { expect, test } from "vitest";
import { nextStepsIn, type Spoken } from "../../../capture/index.ts";
import { afterBoth, type FileAction, workIn } from "./work-done.ts";

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
const write = (path: string, result = "File created successfully") =>
  call("Write", { file_path: path, content: "x" }, result);
const bash = (command: string, result: string, isError = false) => call("Bash", { command }, result, isError);
const told = (...calls: Spoken[][]) => workIn(calls.flat(), ROOT).files.map(({ path, action }) => `${action} ${path}`);

test("C8: files are created, modified and deleted as the tools did it, each once", () => {
  expect(told(write(`${ROOT}/a.ts`), call("Edit", { file_path: `${ROOT}/a.ts` }, "updated"))).toEqual(["created a.ts"]);
  expect(told(write(`${ROOT}/a.ts`, "The file has been updated."))).toEqual(["modified a.ts"]);
  const patch = "*** Begin Patch\n*** Add File: n.ts\n+x\n*** Update File: m.ts\n*** Delete File: d.ts\n*** End Patch";
  expect(told(call("apply_patch", { input: patch }, "Done"))).toEqual([
    "created n.ts",
    "modified m.ts",
    "deleted d.ts",
  ]);
});

test("C8: what failed, what lies outside the project, and what is ours is no change of it", () => {
  const failed = call("Write", { file_path: `${ROOT}/a.ts` }, "denied", true);
  expect(told(failed, write("/tmp/x.ts"), write(`${ROOT}/.throughline/NOTES.md`))).toEqual([]);
});

test("C8: tests are those of the last run; a log that is only looked at is none", () => {
  const run = (output: string) => bash("npm test", output);
  expect(workIn([...run("Tests  1 failed | 2 passed (3)"), ...run("Tests  3 passed (3)")], ROOT).tests?.passing).toBe(
    3,
  );
  expect(workIn(bash("cat old.log", "Tests  3 passed (3)"), ROOT).tests).toBeUndefined();
});

test("C8: a file's way through any changes ends as if only its first and last state had been seen", () => {
  const steps = fc.array(fc.constantFrom<FileAction>("created", "modified", "deleted"), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(steps, (actions) => {
      let now: FileAction | undefined;
      for (const action of actions) now = afterBoth(now, action);
      if (actions.at(-1) === "deleted") expect(["deleted", undefined]).toContain(now);
      else expect(["created", "modified"]).toContain(now);
    }),
  );
});

test("C8: next steps are read from how people write them", () => {
  expect(nextStepsIn("Done.\n\n**Next steps:**\n1. Add rate limits\n2. [ ] Ship\n\nBye")).toEqual([
    "Add rate limits",
    "Ship",
  ]);
  expect(nextStepsIn("Next: run the migration")).toEqual(["run the migration"]);
  expect(nextStepsIn("The next thing that happened was odd.")).toEqual([]);
});
