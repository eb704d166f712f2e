import { expect, test } from "vitest";
import { activityOf, callContent } from "../../capture/index.ts";
import { NO_RESULT } from "../../text/index.ts";
import { unresolved } from "./failures.ts";

const at = "2026-01-01T00:00:00.000Z";
const REJECTED =
  "The user doesn't want to proceed with this tool use. The tool use was rejected (eg. if it was a file edit, the new_string was NOT written to the file).";

type Ran = readonly [command: string, output: string, isError: boolean];

/** Commands with what the client answered to each. */
const ran = (...runs: readonly Ran[]) =>
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

test("R4: a command that the user stopped has not failed, and what failed before it still fails", () => {
  const rejection = `${REJECTED} To tell you how to proceed, the user said:\nfirst fix the lint`;
  expect(unresolved(ran(["npm test", rejection, true], ["npm run lint", REJECTED, true]))).toEqual([]);
  const failed = ["npm test", "Exit code 1\nError: boom", true] as const;
  expect(unresolved(ran(failed, ["npm test", REJECTED, true])).map(({ error }) => error)).toEqual(["Error: boom"]);
});

test("R4: an exit code is set only where there was one: a call can fail without, and one that was cut off has no result", () => {
  const [timedOut] = unresolved(ran(["npm test", "Command timed out", true]));
  expect(timedOut).toMatchObject({ exitCode: undefined, error: "Command timed out" });
  expect(unresolved(ran(["npm test", NO_RESULT, false]))).toEqual([]);
});

test("R4: a program that prints such words itself has run", () => {
  expect(ran(["cat log.txt", REJECTED, false])[0]?.stopped).toBeUndefined();
});

/** The failures that are current after these runs, by their commands. */
const open = (...runs: readonly Ran[]) => unresolved(ran(...runs)).map(({ command }) => command);
const fails = (command: string, error = "boom"): Ran => [command, `Exit code 1\nError: ${error}`, true];
const passes = (command: string): Ran => [command, "ok", false];

test.each([
  ["npm run lint", "cd web && CI=1 npm run lint 2>&1 | tail -30"],
  ["go test -run TestOne ./a", "go test ./... 2>&1"],
  ["go test -run TestOne ./a", "make test"],
  ['go test ./a -run "TestOne" -count=1 -v 2>&1 | grep FAIL', "mise run fmt && mise run test"],
  ["npx vitest run a.test.ts", "npm test"],
  ["npx vitest run -t signs a.test.ts", "npx vitest run --reporter=dot"],
  ["pytest tests/test_a.py -k expired", "uv run pytest -q"],
  ["cd web && npm test -- a", "cd web && npm test"],
  ["git commit -m 'One'", "git commit -m 'Another'"],
  ["git rebase origin/main", "git add a.ts && GIT_EDITOR=true git rebase --continue"],
  ["git cherry-pick 1a2b3c4", "git cherry-pick --quit"],
])("R4: what failed as `%s` is resolved when `%s` passes", (earlier, later) => {
  expect(open(fails(earlier), passes(later))).toEqual([]);
  expect(open(passes(later), fails(earlier))).toEqual([earlier]);
});

test.each([
  ["go test ./...", "go test ./a"],
  ["go test ./a/b", "go test ./a"],
  ["go test ./a", "go test -run TestOne ./a"],
  ["go test -race ./a", "go test ./..."],
  ["go test -tags=e2e ./a", "mise run test"],
  ["go test ./...", "go build ./..."],
  ["go build ./...", "npm test"],
  ["npm test", "npx vitest run a.test.ts"],
  ["npm test -- a", "cd web && npm test"],
  ["npm test", "npm test -- --changed"],
  ["npm run test:e2e", "npm test"],
  ["npx tsc --noEmit", "npm test"],
  ["npm run build", "npm test"],
  ["npm run lint && npm test", "npm test"],
  ['pytest -k "not slow"', "pytest -k slow"],
  ["git rebase origin/main", "git merge --continue"],
  ["git push origin main", "git push origin feature"],
  ["git branch -D old", "git branch"],
])("R4: what failed as `%s` may well fail still though `%s` passes", (earlier, later) => {
  expect(open(fails(earlier), passes(later))).toEqual([earlier]);
});

test("R4: a failed look leaves nothing undone", () => {
  expect(open(fails("grep -rn readAll src | head"), fails("cd web && ls dist"), fails("git log nowhere"))).toEqual([]);
  expect(open(fails("grep -q readAll src && npm run build"))).toHaveLength(1);
});

test.each([
  [
    "npm test 2>&1 | tail -5",
    "Tests: 1 failed, 41 passed\nFAIL test/a.test.ts > sessions > keeps both",
    "FAIL test/a.test.ts > sessions > keeps both",
  ],
  [
    "npx vitest run; echo done",
    " FAIL  test/a.test.ts > a\nAssertionError: expected 200 to be 401\n Tests  1 failed | 8 passed (9)\ndone",
    "AssertionError: expected 200 to be 401",
  ],
  [
    "cd web && go build ./... 2>&1 | head -20",
    "# acme/cli\ncli/rewind.go:579:13: undefined: agent",
    "cli/rewind.go:579:13: undefined: agent",
  ],
  ["npx tsc --noEmit | head", "src/a.ts(3,5): error TS2322: Type 'string' is not assignable", "error TS2322"],
  [
    "mise run test 2>&1 | tail -20",
    "--- FAIL: TestX (0.00s)\n    a_test.go:9: got 4, want 3\nFAIL",
    "a_test.go:9: got 4, want 3",
  ],
  ["git merge main 2>&1 | tail -3", "CONFLICT (content): Merge conflict in a.go", "CONFLICT"],
])("R4: `%s` has failed by its output, though the shell reported another program's end", (command, output, error) => {
  const [run] = unresolved(ran([command, output, false]));
  expect(run?.exitCode).toBeUndefined();
  expect(run?.error).toContain(error);
});

test.each([
  ["npm test 2>&1 | tail -5", "Tests  41 passed (41)\n ✓ throws an AssertionError\n ✓ expected values to be kept"],
  ["cat test.log | tail -5", "Tests: 1 failed, 41 passed"],
  ["grep -rn 'npm test' docs | head", "docs/a.md:1:1: FAIL test/a.test.ts"],
  ['git commit -m "npm test; 1 failed" | tail -1', "1 failed, 2 files changed"],
  ["set -o pipefail; npm test | tail", "1 failed (retried)"],
  ["npm test", "1 failed, but that is expected\n"],
])("R4: `%s` has not failed by what it printed", (command, output) => {
  expect(unresolved(ran([command, output, false]))).toEqual([]);
});

test("R4: a run in the background proves nothing yet", () => {
  const begun = ["npm test", "Command running in background with ID: b1. Output is being written.", false] as const;
  expect(open(fails("npx vitest run a.test.ts"), begun)).toEqual(["npx vitest run a.test.ts"]);
});
