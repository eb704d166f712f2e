import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { redact } from "../../core/index.ts";
import { formatCheckpoint, parseCheckpoint } from "./checkpoint-markdown.ts";
import { formatCreated, parseCreated } from "./created-time.ts";
import type { Draft } from "./draft.ts";
import { isPlaceholder, normalizeEntry } from "./list-entries.ts";

const AT = Date.parse("2026-11-15T13:52:07.123Z");

const DRAFT: Draft = {
  task: "Build login page with OAuth fallback",
  progress: ["Wrote `src/auth.py` lines 45-120, login flow complete", "Ran `pytest`: exit 0, 14 passed"],
  nextAction: "Run `pytest tests/auth_test.py` to verify login",
  blockers: ["Git conflict in src/main.py lines 80-95"],
  keyDecisions: ["Keep sessions in Redis because two servers share them"],
  relevantContext: ["User prefers verbose error messages"],
};

describe("N1: the file of a checkpoint", () => {
  test("has the form of seed 004", () => {
    expect(formatCheckpoint("build-login-page", DRAFT, AT, { offset: 480 })).toBe(`# Checkpoint: build-login-page
**Created:** 2026-11-15 21:52 GMT+8
**Task:** Build login page with OAuth fallback

## Progress
- Wrote \`src/auth.py\` lines 45-120, login flow complete
- Ran \`pytest\`: exit 0, 14 passed

## Next Action
Run \`pytest tests/auth_test.py\` to verify login

## Blockers
- Git conflict in src/main.py lines 80-95

## Key Decisions
- Keep sessions in Redis because two servers share them

## Relevant Context
- User prefers verbose error messages

**Age:** Derived from file mtime at resume time (shown automatically by \`/checkpoint list\` script); from Created where it is there
`);
  });

  test("redacts secrets in every field", () => {
    const secret = "ghp_16C7e42F292c6912E7710c838347Ae178B4a";
    const all: Draft = {
      ...{ task: secret, nextAction: secret, progress: [secret], blockers: [secret] },
      ...{ keyDecisions: [secret], relevantContext: [secret] },
    };
    expect(formatCheckpoint("with-a-secret", all, AT, { problems: [secret] })).not.toContain(secret);
  });

  const text = fc.oneof(
    fc.string(),
    fc.string({ unit: "grapheme" }),
    fc.stringMatching(/^[-#*+>`~=<!|\d. \n\ta-z]{1,30}$/),
    fc.constantFrom("# x", "- - -\n# y", "```\nopen", "<!-- a", "<script>", "a\n---", "a\n\n## Blockers\n- b", "1. x"),
  );
  const holdsNoSecret = (one: string): boolean => redact(one) === one;
  const entry = text.map(normalizeEntry).filter((one) => !isPlaceholder(one) && holdsNoSecret(one));
  const drafts = fc.record({
    task: text.map((one) => one.replace(/\s+/g, " ").trim()).filter(holdsNoSecret),
    nextAction: fc.oneof(entry, fc.constant("")),
    ...{ progress: fc.array(entry), blockers: fc.array(entry) },
    ...{ keyDecisions: fc.array(entry), relevantContext: fc.array(entry) },
  });

  test("says when it is read what was written, whatever that was", () => {
    const offset = fc.constantFrom(0, 480, -210, 345);
    const created = fc.integer({ min: 0, max: 4_000_000_000_000 });
    fc.assert(
      fc.property(drafts, created, offset, (draft, at, zone) => {
        const snapshot = {
          at: "",
          branch: "a-->b",
          commit: null,
          files: [{ path: "x--y", hash: "1", ranges: [] }],
        };
        const read = parseCheckpoint(formatCheckpoint("some-name", draft, at, { offset: zone, snapshot }));
        expect(read).toMatchObject({ name: "some-name", draft, created: at, problems: [], others: "" });
        expect(read.snapshot).toMatchObject({ branch: "a-->b", files: snapshot.files });
      }),
      { numRuns: 400 },
    );
  });

  test("is read with other line ends and a byte order mark", () => {
    const written = formatCheckpoint("build-login-page", DRAFT, AT);
    expect(parseCheckpoint(`\uFEFF${written.replaceAll("\n", "\r\n")}`)).toMatchObject({ draft: DRAFT });
  });

  test("is read as a person left it: bare paragraphs, other bullets, placeholders, more sections", () => {
    const read = parseCheckpoint(`# Checkpoint: by-hand

**Created**: 2026-11-14 09:05
- **Task:** Fix the parser

## progress:
<!-- What was completed — be specific -->
1. Wrote src/a.ts
   lines 3-9
* Ran the tests

Changed src/b.ts
in two places

## Notes of mine
Call Ann about \`## Blockers\`.

\`\`\`
## Blockers
- not this one
\`\`\`

## Next Action
Run \`npm test\`,
then commit.

## Blockers
none

**Age:** old
`);
    expect(read.draft).toEqual({
      task: "Fix the parser",
      progress: ["Wrote src/a.ts\n lines 3-9", "Ran the tests", "Changed src/b.ts\nin two places"],
      nextAction: "Run `npm test`,\nthen commit.",
      ...{ blockers: [], keyDecisions: [], relevantContext: [] },
    });
    expect(read.created).toBe(new Date(2026, 10, 14, 9, 5).getTime());
    expect(read.others).toMatch(/^## Notes of mine\nCall Ann[\s\S]*not this one\n```$/);
    expect(formatCheckpoint("by-hand", read.draft, AT, { others: read.others })).toContain(read.others);
  });

  test.each(["", "\n", "no checkpoint at all", "# Checkpoint:", "<!-- throughline: {broken -->", "## Progress"])(
    "is read without a fault from %j",
    (text) => {
      expect(parseCheckpoint(text)).toMatchObject({ created: undefined, snapshot: undefined });
    },
  );
});

describe("N1: Created", () => {
  test.each([
    ["2026-11-15 21:52 GMT+8", "2026-11-15T13:52:00.000Z"],
    ["2026-11-15 21:52 GMT-3:30", "2026-11-16T01:22:00.000Z"],
    ["2026-11-15 21:52 UTC", "2026-11-15T21:52:00.000Z"],
    ["2026-11-15T21:52:30.5Z", "2026-11-15T21:52:30.000Z"],
    ["2026-11-15 21:52 +0530", "2026-11-15T16:22:00.000Z"],
  ])("%s is %s", (text, time) => {
    expect(new Date(parseCreated(text) ?? 0).toISOString()).toBe(time);
  });

  test.each(["yesterday", "", "2026-13-01 10:00", "15.11.2026"])("%j is no time", (text) => {
    expect(parseCreated(text)).toBeUndefined();
  });

  test("is read as it is written, in every zone", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 66_000_000 }), fc.integer({ min: -56, max: 56 }), (minute, quarter) => {
        expect(parseCreated(formatCreated(minute * 60_000, quarter * 15))).toBe(minute * 60_000);
      }),
    );
  });
});
