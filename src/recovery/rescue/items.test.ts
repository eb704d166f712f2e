import fc from "fast-check";
import { expect, test } from "vitest";
import { addCodeWords, itemOf, itemsIn, keyOf } from "./items.ts";

const named = (text: string, words: readonly string[] = []) => [...itemsIn(text, new Set(words))].sort();

test("R4: paths, commits, issues, URLs and names are found in a text", () => {
  expect(
    named(
      "Edited src/auth/session.ts and ./docs/plan.md for #42: rotateRefreshToken, MAX_AGE_MS, see https://example.org/a/b and commit 4be91d2d5e6f.",
    ),
  ).toEqual([
    ...["name MAX_AGE_MS", "name rotateRefreshToken", "path docs/plan.md", "path src/auth/session.ts"],
    ...["reference #42", "reference 4be91d2", "url https://example.org/a/b"],
  ]);
});

const variable = (name: string): string => `$\{${name}}`;

test("R4: devices, packages, methods, routes, commands of a client and pieces of paths are no files", () => {
  expect(named("cat x > /dev/null; import github.com/a/b; t.Log(err); console.log(x); GET /health, /review")).toEqual(
    [],
  );
  expect(named("gh api repos/acme/cli/pulls/112/comments/2734887166/replies")).toEqual([]);
  expect(
    named(`*_test.go ${variable("DIR")}/data.json $ROOT/cmd/main.go <dir>/prompt.txt src/**/*.ts %s/out.json`),
  ).toEqual([]);
  expect(named("a.ts/b.ts")).toEqual([]);
});

test("R4: a path is read whole from what grep, diffs and quoted code make of it", () => {
  expect(named("src/a.go-12-func f() {\nsrc/a.go:13:}")).toEqual(["path src/a.go"]);
  expect(named(`"one\\ntwo/three.go\\n"`)).toEqual(["path two/three.go"]);
  expect(named("diff --git a/src/a.go b/src/a.go\n--- a/src/a.go\n+++ b/src/a.go")).toEqual(["path src/a.go"]);
  expect(named("**src/a.ts** and (src/größe.py), `docs/c.md`")).toEqual([
    ...["path docs/c.md", "path src/a.ts", "path src/größe.py"],
  ]);
});

test("R4: what every program has is not a name: built-ins, products, ids of calls, foreign stack frames, signatures", () => {
  expect(named("setTimeout hasOwnProperty GitHub toolu_01A6BfXyZw9k MDQ6VXNlcjM1MTkzNA")).toEqual([]);
  expect(
    named("    at runMicrotask (node:internal/process/task_queues:140:5)\nCo-Authored-By: SomeAgent <a@b.org>"),
  ).toEqual([]);
  expect(named("sha256OfLedger utf8ToUtf16Length TestRewind_")).toEqual([
    ...["name TestRewind", "name sha256OfLedger", "name utf8ToUtf16Length"],
  ]);
});

test("R4: one digit counts up a list unless it is called an issue", () => {
  expect(named("#1 read the file\n#2 write it")).toEqual([]);
  expect(named("Merge (#5), fixes #7, see PR #3 and #42")).toEqual([
    ...["reference #3", "reference #42", "reference #5", "reference #7"],
  ]);
});

test("R4: field names in an answer of a service are ignored; those in a JSON file may be names", () => {
  const record = { node_id: "MDQ6", diff_hunk: "in readLedger", pull_request_url: "https://a.b/c" };
  expect(named(JSON.stringify([record, record, record]))).toEqual(["name readLedger"]);
  const written = JSON.stringify({ compilerOptions: { noUncheckedIndexedAccess: true } }, null, 2);
  expect(named(written)).toContain("name noUncheckedIndexedAccess");
});

test("R4: plain words count as names only where they are used as names", () => {
  const words = new Set<string>();
  addCodeWords("Call `scheduler` and `opt-out`, the class determines it.\n  12→export function dispatch() {", words);
  expect([...words].sort()).toEqual(["dispatch", "opt-out", "scheduler"]);
  expect(named("the scheduler and the scheduling", [...words])).toEqual(["name scheduler"]);
});

test("R4: whatever the text, items are read without failing and each can be written again", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 300 }), (text) => {
      for (const key of itemsIn(text, new Set())) {
        const { kind, value } = itemOf(key);
        expect(keyOf(kind, value)).toBe(key);
        expect(value.length).toBeGreaterThan(0);
      }
    }),
  );
});

test.each(["\n", "\t \n", " ", "a/", "a.", "-a", "`", "a_b-", "+ ", "A-", " at ", "*"])(
  "R4: however often a text repeats %j, it is read well within a test's time",
  (piece) => {
    const text = piece.repeat(60_000 / piece.length);
    addCodeWords(text, new Set());
    expect(itemsIn(text, new Set()).size).toBeLessThan(5);
  },
);
