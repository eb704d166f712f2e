import fc from "fast-check";
import { expect, test } from "vitest";
import { commandsIn, isTelling, recurs } from "./commands.ts";
import { withoutFieldNames } from "./fields.ts";
import { linesOf } from "./lines.ts";
import { fullPaths } from "./steps.ts";
import { codeWords, keyOf, relativeTo, type ThingKey, thingOf, thingsIn } from "./things.ts";

const nowhere = relativeTo([]);
const inAlpha = relativeTo(["/projects/alpha", "/projects/alpha/.worktrees/3"]);
const named = (text: string, words: readonly string[] = []) => [...thingsIn(text, inAlpha, new Set(words))].sort();

test("R4: paths, commits, issues, URLs, flags and names are found in a text, paths as the project writes them", () => {
  expect(
    named(
      "Edited /projects/alpha/src/auth/session.ts and ./docs/plan.md for #42: rotateRefreshToken, MAX_AGE_MS, --no-verify, see https://example.org/a/b and commit 4be91d2d5e6f.",
    ),
  ).toEqual(
    [
      "name --no-verify",
      "name MAX_AGE_MS",
      "name rotateRefreshToken",
      "path docs/plan.md",
      "path src/auth/session.ts",
      "reference #42",
      "reference 4be91d2",
      "url https://example.org/a/b",
    ].sort(),
  );
});

test("R4: what only looks like a place is none: null devices, imported packages, methods, line numbers of grep", () => {
  expect(named("cat x > /dev/null; import github.com/a/b; t.Log(err); s.repo.Log")).toEqual([]);
  expect(named("src/a.go-12-func f() {\nsrc/a.go:13:}")).toEqual(["path src/a.go"]);
  expect(named(`"one\\ntwo/three.go\\n"`)).toEqual(["path two/three.go"]);
  expect(named("diff --git a/src/a.go b/src/a.go\n--- a/src/a.go\n+++ b/src/a.go\n+see a/src/b.go")).toEqual([
    "path a/src/b.go",
    "path src/a.go",
  ]);
});

test("R4: routes of a service, what its addresses leave open and commands of a client are no places", () => {
  expect(named("gh api repos/acme/cli/pulls/112/comments/2734887166/replies and /review or /plan_review")).toEqual([]);
  expect(named('"gists{/gist_id}", "starred{/owner}{/repo}"')).toEqual([]);
  expect(named("see docs/2026/01/plan.md and src/v2/api.ts")).toEqual([
    "path docs/2026/01/plan.md",
    "path src/v2/api.ts",
  ]);
});

test("R4: ids of services and of calls are nobody's names", () => {
  expect(named("MDQ6VXNlcjM1MTkzNA toolu_01A6BfXyZw9k call_aBcDe9fGh1")).toEqual([]);
  expect(named("sha256OfLedger utf8ToUtf16Length")).toEqual(
    expect.arrayContaining(["name sha256OfLedger", "name utf8ToUtf16Length"]),
  );
});

test("R4: one digit counts up a list unless it is said to be an issue", () => {
  expect(named("#1 read the file\n#2 write it")).toEqual([]);
  expect(named("Merge (#5), fixes #7, see PR #3 and #42")).toEqual([
    ...["reference #3", "reference #42", "reference #5", "reference #7"],
  ]);
});

test("R4: what a service calls its fields is its affair; what stands once in a file of JSON may be a thing", () => {
  const record = {
    node_id: "MDQ6",
    diff_hunk: "in readLedger",
    commit_id: "4be91d2d5e6f",
    pull_request_url: "https://a.b/c",
  };
  const answered = withoutFieldNames(JSON.stringify([record, record, record]));
  expect(named(answered)).toEqual(["name readLedger", "reference 4be91d2"]);
  const written = JSON.stringify({ compilerOptions: { noUncheckedIndexedAccess: true } }, null, 2);
  expect(named(withoutFieldNames(written))).toContain("name noUncheckedIndexedAccess");
  expect(withoutFieldNames('a line of text: {"some_field": 1}')).toBe('a line of text: {"some_field": 1}');
});

test("R4: a command is told as one would type it again, or not at all", () => {
  expect(commandsIn("git commit -m \"$(cat <<'EOF'\nAdd it\nEOF\n)\"")).toEqual(["git commit"]);
  expect(commandsIn('gh pr comment 12 --body "$(cat <<EOF\nDone.\nEOF\n)"')).toEqual(["gh pr comment 12"]);
  expect(commandsIn("number=$(gh pr view --json number -q .number) && npm run otters")).toEqual([
    ...["gh pr view --json number -q .number", "npm run otters"],
  ]);
  expect(commandsIn("file $(which golangci-lint)")).toEqual(["file $(which golangci-lint)"]);
  expect(commandsIn('for f in *; do rm "$f"; done')).toEqual([]);
  expect(recurs('gh api some/route -f body="Fixed in the last commit."')).toBeLessThan(recurs("gh api some/route"));
});

test("R4: words count as names only where they stand as names", () => {
  const words = new Set<string>();
  codeWords("Call `scheduler` after func dispatch() and `opt-out`; the scheduling is late.", words);
  expect([...words].sort()).toEqual(["dispatch", "opt-out", "scheduler"]);
  expect(named("the scheduler and the scheduling", [...words])).toEqual(["name scheduler"]);
});

test("R4: a worktree's paths are the project's, and a person's folder is theirs", () => {
  expect(inAlpha.path("/projects/alpha/.worktrees/3/src/a.ts")).toBe("src/a.ts");
  expect(inAlpha.path("/home/ada/notes/a.md")).toBe("~/notes/a.md");
  expect(inAlpha.text("cd /projects/alpha/src && cat /projects/alpha/README.md")).toBe("cd src && cat README.md");
});

test("R4: a short mention means the one longer path that ends with it", () => {
  const full = fullPaths(["src/auth/session.ts", "test/session.ts", "src/auth/token.ts", "token.ts"]);
  expect(full("token.ts")).toBe("src/auth/token.ts");
  expect(full("auth/session.ts")).toBe("src/auth/session.ts");
  expect(full("session.ts")).toBe("session.ts");
  expect(full("other.ts")).toBe("other.ts");
});

test("R4: a file outside the project does not make a short mention ambiguous", () => {
  const full = fullPaths(["src/auth/token.ts", "/tmp/copy/token.ts", "~/old/token.ts", "../beta/token.ts"]);
  expect(full("token.ts")).toBe("src/auth/token.ts");
  expect(full("/tmp/copy/token.ts")).toBe("/tmp/copy/token.ts");
});

test("R4: a line for the shell is taken apart into what one would type again", () => {
  const line =
    'cd src && FOO=1 go test ./cli/... -run "A|B" 2>&1 | tail -5; git commit -m "x; y"\necho done || make lint > out.txt';
  expect(commandsIn(line)).toEqual(['go test ./cli/... -run "A|B"', "git commit", "make lint"]);
  expect(commandsIn("cat <<'EOF' > a.ts\nrm -rf /\nEOF\nnpm test")).toEqual(["npm test"]);
});

test("R4: what every project has is not worth telling; a search is made once, a build again", () => {
  expect(["git log --oneline -5", "git diff --stat", "git status"].filter(isTelling)).toEqual([]);
  expect(["npm run lint", "go test ./...", "git show abc1234:src/a.ts"].every(isTelling)).toBe(true);
  expect(recurs("npm run build")).toBeGreaterThan(recurs("git show abc1234"));
  expect(recurs("git show abc1234")).toBeGreaterThan(recurs("grep -rn foo src"));
});

test("R4: the line of a definition is read off the numbers that clients show", () => {
  const things = new Set([keyOf("name", "runStatus"), keyOf("name", "newState"), keyOf("name", "readAll")]);
  const shown =
    "    12→func runStatus(newState int) {\n    13→\treadAll()\n   200\texport const newState = 1;\nconst readAll = 2";
  expect([...linesOf(shown, things)]).toEqual([
    ["runStatus", 12],
    ["newState", 200],
  ]);
});

test("R4: whatever the text, things are read without failing and each can be told again", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 300 }), (text) => {
      for (const key of thingsIn(text, nowhere, new Set())) {
        const { kind, value } = thingOf(key);
        expect(keyOf(kind, value)).toBe(key);
        expect(value.length).toBeGreaterThan(0);
      }
    }),
  );
});

test("R4: the paths of a project whose folder has spaces in its name are told whole", () => {
  const inShop = relativeTo(["/work/my shöp"]);
  const found = thingsIn('{"file_path":"/work/my shöp/src/auth/session.ts"}', inShop, new Set());
  expect([...found].filter((key) => key.startsWith("path "))).toEqual(["path src/auth/session.ts"]);
});

const variable = (name: string): string => `$\{${name}}`;

test("R4: what stands behind an asterisk, a variable or a placeholder is no path, nor what is cut at a blank", () => {
  expect(
    named(`grep --include=*_test.go ${variable("DIR")}/metadata.json $ROOT/cmd/main.go '<metadataDir>/prompt.txt'`),
  ).toEqual(["name --include"]);
  expect(named("logs/<id[:2]>/<id[2:]>/full.jsonl, {id}/context.md, src/**/*.ts, %s/out.json")).toEqual([]);
  expect(named("~/Library/Application Support/shop/config.json")).toEqual([]);
  expect(
    named(`**src/a.ts** and *README.md*, <file>/srv/b.ts</file>, ${variable("HOME")}/notes/c.md, *os.File`),
  ).toEqual([...["path /srv/b.ts", "path README.md", "path src/a.ts", "path ~/notes/c.md"]]);
});

test("R4: hashes that were made up for an example, classes of patterns, signatures and half words are no things", () => {
  expect(named("abc1234 a1b2c3d aaa1111 deadbeef, but 4be91d2 and 77c01aa")).toEqual([
    ...["reference 4be91d2", "reference 77c01aa"],
  ]);
  expect(
    named('[a-f0-9]{7} "cli_" \\u003eBugbot\nCo-Authored-By: Some Agent <a@b.org>\nit was uncommittedSo we'),
  ).toEqual([]);
  expect(named("go test -run TestRewind_")).toEqual(["name TestRewind"]);
});

const sureOf = (text: string): string[] => {
  const words = new Set<string>();
  codeWords(text, words);
  const sure = new Set<ThingKey>();
  thingsIn(text, nowhere, words, sure);
  return [...sure].sort();
};

test("R4: a plain word is surely a name only where it stands as code does, a flag only beside what not everybody has", () => {
  expect(sureOf("This function modifies the type definition directly, the class determines it")).toEqual([]);
  expect(sureOf("func contains(list) and `scheduler`, type Strategy interface {")).toEqual([
    ...["name Strategy", "name contains", "name scheduler"],
  ]);
  expect(sureOf("git log --oneline --stat | head; shop serve --port-range 3")).toEqual(["name --port-range"]);
});
