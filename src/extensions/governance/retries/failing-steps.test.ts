import fc from "fast-check";
import { expect, test } from "vitest";
import { Talk } from "../talk.test-kit.ts";
import { runsOf, stepOf, streaksIn } from "./failing-steps.ts";
import { type FailureKind, kindOf } from "./failure-kinds.ts";

const FAILURES: readonly (readonly [FailureKind, command: string, output: string])[] = [
  ["transient", "npm ci", "npm error code ECONNRESET\nnpm error network aborted"],
  ["transient", "curl -f https://api.example/x", "curl: (22) The requested URL returned error: 503"],
  ["transient", "git fetch", "fatal: unable to access: Could not resolve host: github.com"],
  ["transient", "gh pr list", "HTTP 429: Too Many Requests"],
  ["transient", "node sync.mjs", "Error: connect ETIMEDOUT 10.0.0.1:443"],
  ["transient", "git commit -m x", "fatal: Unable to create '.git/index.lock': File exists; index.lock exists"],
  ["test", "npm test", "AssertionError: expected 1 to be 2\nTests  1 failed | 3 passed (4)"],
  [
    "test",
    "npx vitest run",
    "FAIL  src/a.test.ts > answers 503\nError: Request failed with status code 503\n 1 failed",
  ],
  ["test", "pytest -q", "E       assert 1 == 2\n1 failed, 3 passed in 0.2s"],
  ["test", "go test ./...", "--- FAIL: TestParse (0.00s)"],
  ["test", "cargo test", "test result: FAILED. 3 passed; 1 failed;"],
  ["resource", "npm run build", "FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory"],
  ["resource", "docker build .", "write /var/lib: no space left on device"],
  ["resource", "pytest", "MemoryError"],
  ["resource", "make", "Exit code 137\nKilled"],
  ["resource", "node x.mjs", "Error: EMFILE: too many open files"],
  ["persistent", "git push", "git@github.com: Permission denied (publickey)."],
  ["persistent", "npm publish", "npm error 403 Forbidden - PUT https://registry.npmjs.org/x"],
  ["persistent", "cat /etc/shadow", "EACCES: permission denied"],
  ["logic", "npx tsc --noEmit", "src/a.ts(3,5): error TS2304: Cannot find name 'foo'."],
  ["logic", "node a.mjs", "TypeError: Cannot read properties of undefined (reading 'id')"],
  ["logic", "npm run build", "Exit code 1"],
];

test.each(FAILURES)("V4: %s: %s", (kind, command, output) => {
  expect(kindOf(command, output)).toBe(kind);
});

test("V4: one step is the same however its output is shortened and wherever it is run from", () => {
  const same = [
    ...[
      "npm test",
      "npm   test",
      "cd /p && npm test",
      "npm test 2>&1",
      "npm test 2>&1 | tail -30",
      "timeout 60 npm test",
    ],
    ...[
      "cd '/a b' && timeout -k 5 60 npm test 2>&1 | grep -v x | head -5",
      "npm test; echo done",
      "npm test > out.txt",
      "npm test || true",
    ],
  ];
  for (const command of same) expect(stepOf(command)).toBe("npm test");
  for (const other of ["npm test -- a", "npm run test:e2e", "cd /p"]) expect(stepOf(other)).toBe(other);
});

test("V4: failures of a step are counted until it succeeds; others between do not matter", () => {
  const talk = new Talk()
    .runs("npm test", "1 failed, 2 passed", true)
    .runs("ls", "a")
    .runs("npm test | tail -3", "Tests  1 failed (3)");
  expect(streaksIn(runsOf(talk.messages))).toMatchObject([{ step: "npm test", kind: "test", failures: 2 }]);
  talk.runs("npm run build", "error", true);
  expect(streaksIn(runsOf(talk.messages)).map(({ step, failures }) => [step, failures])).toEqual([
    ["npm test", 2],
    ["npm run build", 1],
  ]);
  talk.runs("npm test", "Tests  3 passed (3)");
  expect(streaksIn(runsOf(talk.messages)).map(({ step }) => step)).toEqual(["npm run build"]);
});

test("V4: what a person stopped, or the client refused, is no failure", () => {
  const talk = new Talk()
    .runs("npm test", "The user doesn't want to proceed with this tool use.", true)
    .runs("npm test", "Permission to use Bash with command npm test has been denied.", true);
  expect(streaksIn(runsOf(talk.messages))).toEqual([]);
});

test("V4: a streak is as long as the failures behind the last success, whatever else ran", () => {
  const ran = fc.tuple(fc.constantFrom("npm test", "npm run build", "make"), fc.boolean());
  fc.assert(
    fc.property(fc.array(ran, { maxLength: 30 }), (steps) => {
      const talk = new Talk();
      for (const [command, fails] of steps) talk.runs(command, fails ? "Exit code 2" : "fine", fails);
      for (const step of ["npm test", "npm run build", "make"]) {
        const own = steps.filter(([command]) => command === step).map(([, fails]) => fails);
        const failures = own.length - 1 - own.lastIndexOf(false);
        const streak = streaksIn(runsOf(talk.messages)).find((one) => one.step === step);
        expect(streak?.failures ?? 0).toBe(failures);
      }
    }),
  );
});
