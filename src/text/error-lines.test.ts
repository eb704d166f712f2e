import fc from "fast-check";
import { expect, test } from "vitest";
import { expectProportional } from "../../test/support/growth.ts";
import { errorLineOf } from "./error-lines.ts";

const RUNS: readonly (readonly [runner: string, output: string, expected: string])[] = [
  [
    "pytest",
    "Exit code 1\n============ test session starts ===========\ncollected 4 items\n\ntests/test_date.py F...   [100%]\n\n====== FAILURES ======\n______ test_due ______\n    def due():\n>       return a < b\nE   TypeError: can't compare offset-naive and offset-aware datetimes\n\nsrc/b.py:88: TypeError\n====== short test summary info ======\nFAILED tests/test_date.py::test_due - TypeError: can't compare offset-n...\n=========== 1 failed, 3 passed in 0.12s ===========",
    "src/b.py:88: TypeError: can't compare offset-naive and offset-aware datetimes",
  ],
  [
    "pytest's assert",
    "F\n=== FAILURES ===\n    def test_add():\n>       assert add(1, 2) == 4\nE       assert 3 == 4\nE        +  where 3 = add(1, 2)\n\ntests/test_add.py:5: AssertionError\n=== 1 failed in 0.1s ===",
    "tests/test_add.py:5: assert 3 == 4",
  ],
  [
    "a Python traceback",
    'Traceback (most recent call last):\n  File "/app/main.py", line 3, in <module>\n    run()\n  File "/app/job.py", line 12, in run\n    x = d["k"]\nKeyError: \'k\'',
    "/app/job.py:12: KeyError: 'k'",
  ],
  [
    "vitest",
    "Exit code 1\n RUN  v4.1.0\n\n FAIL  tests/auth.test.ts > login > refuses a wrong password\nAssertionError: expected 200 to be 401 // Object.is equality\n\n- Expected\n+ Received\n\n ❯ tests/auth.test.ts:14:22\n\n Test Files  1 failed (1)\n      Tests  1 failed | 3 passed (4)",
    "tests/auth.test.ts:14: AssertionError: expected 200 to be 401 // Object.is equality",
  ],
  [
    "jest",
    "FAIL src/sum.test.js\n  ● adds\n\n    expect(received).toBe(expected) // Object.is equality\n\n    Expected: 4\n    Received: 3\n\n      at Object.<anonymous> (src/sum.test.js:5:21)\n\nTests:       1 failed, 1 total",
    "src/sum.test.js:5: expect(received).toBe(expected) // Object.is equality; Expected: 4; Received: 3",
  ],
  [
    "go test",
    "--- FAIL: TestAdd (0.00s)\n    add_test.go:9: Add(1, 2) = 4; want 3\nFAIL\nFAIL\texample.com/calc\t0.002s\nFAIL",
    "add_test.go:9: Add(1, 2) = 4; want 3",
  ],
  [
    "go's panic",
    "panic: runtime error: index out of range [3] with length 3\n\ngoroutine 1 [running]:\nmain.main()\n\t/app/main.go:8 +0x1d\nexit status 2",
    "/app/main.go:8: panic: runtime error: index out of range [3] with length 3",
  ],
  [
    "cargo test",
    "running 1 test\ntest tests::it_works ... FAILED\n\nfailures:\n\n---- tests::it_works stdout ----\nthread 'tests::it_works' panicked at src/lib.rs:10:9:\nassertion `left == right` failed\n  left: 4\n right: 5\n\nfailures:\n    tests::it_works\n\ntest result: FAILED. 0 passed; 1 failed\n\nerror: test failed, to rerun pass `--lib`",
    "thread 'tests::it_works' panicked at src/lib.rs:10:9: assertion `left == right` failed",
  ],
  [
    "cargo build",
    '   Compiling a v0.1.0\nerror[E0308]: mismatched types\n --> src/main.rs:4:18\n  |\n4 |     let x: i32 = "a";\n\nerror: could not compile `a` (bin "a") due to 1 previous error',
    "src/main.rs:4: error[E0308]: mismatched types",
  ],
  [
    "tsc",
    "src/a.ts(12,5): error TS2322: Type 'string' is not assignable to type 'number'.\nFound 1 error in src/a.ts:12",
    "src/a.ts(12,5): error TS2322: Type 'string' is not assignable to type 'number'.",
  ],
  [
    "eslint",
    "\n/app/src/a.js\n  3:1  warning  Unexpected console statement  no-console\n  12:5  error  'x' is not defined  no-undef\n\n✖ 2 problems (1 error, 1 warning)\n",
    "/app/src/a.js:12:5: error 'x' is not defined no-undef",
  ],
  [
    "gcc",
    "a.c: In function 'main':\na.c:2:3: warning: unused variable 'y'\na.c:3:5: error: expected ';' before 'return'\nmake: *** [Makefile:2: a.o] Error 1",
    "a.c:3:5: error: expected ';' before 'return'",
  ],
  [
    "Maven's compiler",
    "[INFO] BUILD FAILURE\n[ERROR] COMPILATION ERROR :\n[ERROR] /app/src/main/java/A.java:[12,8] cannot find symbol\n[ERROR] Failed to execute goal org.apache.maven.plugins:compiler: Compilation failure",
    "/app/src/main/java/A.java:[12,8] cannot find symbol",
  ],
  [
    "Java",
    'Exception in thread "main" java.lang.IllegalStateException: no session\n\tat java.base/java.util.Objects.check(Objects.java:3)\n\tat com.shop.Cart.open(Cart.java:41)\n',
    'Cart.java:41: Exception in thread "main" java.lang.IllegalStateException: no session',
  ],
  ["a shell", "Exit code 127\nbash: line 1: pytset: command not found", "bash: line 1: pytset: command not found"],
  [
    "npm",
    'npm error Missing script: "bild"\nnpm error A complete log of this run can be found in: /x',
    'npm error Missing script: "bild"',
  ],
  [
    "git",
    "Auto-merging\nCONFLICT (content): Merge conflict in src/main.py\nAutomatic merge failed; fix conflicts",
    "CONFLICT (content): Merge conflict in src/main.py",
  ],
  ["only a sum", "=== 1 failed, 3 passed in 0.12s ===", "=== 1 failed, 3 passed in 0.12s ==="],
  ["nothing that tells", "one\ntwo", "two"],
];

test.each(RUNS)("N1: the error of %s is found, with its place", (_, output, expected) => {
  expect(errorLineOf(output)).toBe(expected);
});

test("N1: no output is too odd or too long", async () => {
  const lines = RUNS.flatMap(([, output]) => output.split("\n"));
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.constantFrom(...lines), fc.string())), (output) => {
      expect(errorLineOf(output.join("\n")).length).toBeLessThanOrEqual(200);
    }),
  );
  for (const text of ["Error: \n", "a.b.", "a/", 'File "', "1 failed ", "=", "E   ", "a.c:1: "])
    await expectProportional(errorLineOf, (size) => text.repeat(size / text.length), 1_000_000);
});
