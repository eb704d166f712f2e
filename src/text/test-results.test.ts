import fc from "fast-check";
import { expect, test } from "vitest";
import { testResultsIn } from "./test-results.ts";

const RUNS: readonly [runner: string, output: string, passing: number, failing: number, pending: number][] = [
  [
    "vitest",
    " Test Files  1 failed | 3 passed (4)\n      Tests  2 failed | 12 passed | 1 skipped | 1 todo (16)\n",
    12,
    2,
    2,
  ],
  [
    "vitest in color",
    "\u001b[2m      Tests \u001b[22m \u001b[1m\u001b[32m310 passed\u001b[39m\u001b[22m | 1 skipped\u001b[90m (311)\u001b[39m",
    310,
    0,
    1,
  ],
  [
    "jest",
    "Test Suites: 1 failed, 2 passed, 3 total\nTests:       1 failed, 2 skipped, 12 passed, 15 total\nTime: 1 s",
    12,
    1,
    2,
  ],
  [
    "pytest",
    "FAILED tests/test_a.py::test_b - assert 1 == 2\n==== 1 failed, 12 passed, 2 skipped, 1 xfailed in 0.12s ====",
    12,
    1,
    3,
  ],
  ["pytest -q", "............   [100%]\n12 passed in 0.03s", 12, 0, 0],
  ["pytest, not collected", "=== 2 errors in 0.10s ===", 0, 2, 0],
  [
    "go test -v",
    "=== RUN   TestA\n--- PASS: TestA (0.00s)\n--- FAIL: TestB (0.00s)\n--- SKIP: TestC (0.00s)\nFAIL\nFAIL\tx/y\t0.1s",
    1,
    1,
    1,
  ],
  ["go test", "ok  \tx/a\t0.01s\nok  \tx/b\t(cached)\n?   \tx/c\t[no test files]", 2, 0, 0],
  ["go test, one fails", "--- FAIL: TestB (0.00s)\nFAIL\nFAIL\tx/y\t0.1s\nok  \tx/a\t0.01s", 1, 1, 0],
  [
    "cargo",
    "test result: ok. 10 passed; 0 failed; 2 ignored; 0 measured\n\ntest result: FAILED. 2 passed; 1 failed; 0 ignored",
    12,
    1,
    2,
  ],
  ["nextest", "     Summary [   0.011s] 13 tests run: 12 passed, 1 failed, 2 skipped", 12, 1, 2],
  [
    "node --test",
    "ℹ tests 15\nℹ suites 0\nℹ pass 12\nℹ fail 1\nℹ cancelled 0\nℹ skipped 1\nℹ todo 1\nℹ duration_ms 50",
    12,
    1,
    2,
  ],
  ["node --test, TAP", "# tests 12\n# pass 12\n# fail 0\n# cancelled 0\n# skipped 0\n# todo 0", 12, 0, 0],
  ["mocha", "  12 passing (30ms)\n  2 pending\n  1 failing\n\n  1) a b:", 12, 1, 2],
  ["bun", " 12 pass\n 1 skip\n 0 fail\n 30 expect() calls", 12, 0, 1],
  ["rspec", "Finished in 0.1 seconds\n15 examples, 1 failure, 2 pending", 12, 1, 2],
  ["phpunit", "Tests: 15, Assertions: 34, Failures: 1, Skipped: 2.", 12, 1, 2],
  ["phpunit, all well", "OK (12 tests, 34 assertions)", 12, 0, 0],
  [
    "maven",
    "[INFO] Tests run: 5, Failures: 0, Errors: 0, Skipped: 0\n[ERROR] Tests run: 15, Failures: 1, Errors: 1, Skipped: 1",
    12,
    2,
    1,
  ],
  ["unittest", "Ran 15 tests in 0.01s\n\nFAILED (failures=1, errors=1, skipped=1)", 12, 2, 1],
  ["unittest, all well", "Ran 12 tests in 0.01s\n\nOK", 12, 0, 0],
  ["dotnet", "Passed!  - Failed:     0, Passed:    12, Skipped:     2, Total:    14, Duration: 1 s", 12, 0, 2],
  ["deno", "ok | 12 passed | 0 failed | 1 ignored (10ms)", 12, 0, 1],
  ["ctest", "90% tests passed, 1 tests failed out of 10\n\nTotal Test time (real) = 0.1 sec", 9, 1, 0],
];

test.each(RUNS)("C8: reads how the tests of %s ended", (_runner, output, passing, failing, pending) => {
  expect(testResultsIn(output)).toEqual({ passing, failing, pending });
  expect(testResultsIn(output.replaceAll("\n", "\r\n"))).toEqual({ passing, failing, pending });
});

test("C8: output that is not of a test run yields no test results", () => {
  const others = ["", "added 12 packages in 3s", "src/a.ts: 12 passed over", "Tests are important.", "ok", "FAIL"];
  for (const text of others) expect({ text, found: testResultsIn(text) }).toEqual({ text, found: undefined });
});

test("C8: whatever a program prints, counts are never negative and nothing breaks", () => {
  const noise = fc.array(fc.oneof(fc.constantFrom(...RUNS.flatMap(([, output]) => output.split("\n"))), fc.string()), {
    maxLength: 12,
  });
  fc.assert(
    fc.property(noise, (lines) => {
      const found = testResultsIn(lines.join("\n"));
      if (!found) return true;
      return [found.passing, found.failing, found.pending].every((count) => Number.isInteger(count) && count >= 0);
    }),
  );
});
