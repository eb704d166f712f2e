import { describe, expect, test } from "vitest";
import { EMPTY_DRAFT } from "./draft.ts";
import { qualityProblems } from "./quality.ts";

/** A draft that passes. */
const good = {
  ...EMPTY_DRAFT,
  task: "Build login page with OAuth fallback",
  progress: ["Wrote src/auth.py lines 45-120, login flow complete"],
  nextAction: "Run pytest tests/auth_test.py to verify login",
};

describe("N3: the good and the bad of seed 004's table", () => {
  test("Progress", () => {
    expect(qualityProblems({ ...good, progress: ["Wrote src/auth.py lines 45-120, login flow complete"] })).toEqual([]);
    expect(qualityProblems({ ...good, progress: ["Worked on auth"] })).toEqual([
      expect.stringMatching(/^Progress is vague/),
    ]);
  });

  test("Next action", () => {
    expect(qualityProblems({ ...good, nextAction: "Run pytest tests/auth_test.py to verify login" })).toEqual([]);
    expect(qualityProblems({ ...good, nextAction: "Continue testing" })).toEqual([
      expect.stringMatching(/^Next Action cannot be executed/),
    ]);
  });

  test("Blockers", () => {
    expect(qualityProblems({ ...good, blockers: ["Git conflict in src/main.py lines 80-95"] })).toEqual([]);
    expect(qualityProblems({ ...good, blockers: ["Need to fix some conflicts"] })).toEqual([
      expect.stringMatching(/^Blockers are vague/),
    ]);
  });

  test("Context: a preference is kept, and nothing is allowed", () => {
    expect(qualityProblems({ ...good, relevantContext: ["User prefers verbose error messages"] })).toEqual([]);
    expect(qualityProblems({ ...good, relevantContext: [] })).toEqual([]);
  });
});

describe("N3: what is missing is reported", () => {
  test.each(["task", "progress", "nextAction"] as const)("%s", (field) => {
    expect(qualityProblems({ ...good, [field]: EMPTY_DRAFT[field] })).toEqual([expect.stringMatching(/is missing/)]);
  });

  test.each(["none", "TBD", "n/a", "-"])("a next action of %j is none", (nextAction) => {
    expect(qualityProblems({ ...good, nextAction })).toEqual([expect.stringMatching(/^Next Action is missing/)]);
  });

  test.each([
    "Made progress",
    "Fixed some bugs",
    "Looked into the issue",
    "Did stuff on the login",
    "Almost done",
    "auth",
    "继续",
  ])("progress of %j is vague", (entry) => {
    expect(qualityProblems({ ...good, progress: [entry] })).toEqual([expect.stringMatching(/^Progress is vague/)]);
  });

  test.each([
    "Ran `npm test`: 14 passed",
    "Drafted sections 1 to 3 of the Q1 report",
    "Agreed with the customer to drop the newsletter signup",
    "Renamed fetchUser to loadUser",
    "把登录页面的表单和验证逻辑写完了并且部署到测试环境",
  ])("progress of %j can be verified", (entry) => {
    expect(qualityProblems({ ...good, progress: ["Worked on it", entry] })).toEqual([]);
  });

  test.each([
    "Keep going",
    "Finish it",
    "Run the tests",
    "Make progress",
    "Fix the bugs",
    "Test",
    "Look into it more",
    "We need to continue",
    "继续测试",
  ])("a next action of %j cannot be executed", (nextAction) => {
    expect(qualityProblems({ ...good, nextAction })).toEqual([expect.stringMatching(/^Next Action cannot/)]);
  });

  test.each(["how do i list all files larger than 10MB with find?", "Why does `npm test` fail?"])(
    "a next action of %j is a question",
    (nextAction) => {
      expect(qualityProblems({ ...good, nextAction })).toEqual([expect.stringMatching(/^Next Action is a question/)]);
    },
  );

  test.each([
    "Can you fix the date in src/page.ts?",
    "Run git status",
    "Run pytest",
    "Rerun make",
    "pytest",
    "Fix the off-by-one in src/page.ts:40",
    "Continue with `npm run lint`",
    "Ask Ann whether the discount holds for renewals",
    "Edit parse_header to accept a BOM",
  ])("a next action of %j can", (nextAction) => {
    expect(qualityProblems({ ...good, nextAction })).toEqual([]);
  });

  test.each([
    "User: can you fix src/a.ts?\nAssistant: Sure, I'll look.\nUser: thanks\nAssistant: Done.",
    '{"type":"user","message":"hi"}\n{"role":"assistant","content":"x"}\n{"type":"tool_use"}',
    `src/a.ts ${"and then we talked about it at length ".repeat(150)}`,
  ])("a pasted transcript is refused (%#)", (text) => {
    for (const field of ["progress", "blockers", "keyDecisions", "relevantContext"] as const)
      expect(qualityProblems({ ...good, [field]: text.split("\n") })).toContainEqual(
        expect.stringMatching(/pasted transcript/),
      );
    expect(qualityProblems({ ...good, nextAction: text })).toContainEqual(expect.stringMatching(/pasted transcript/));
  });
});
