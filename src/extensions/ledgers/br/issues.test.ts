import fc from "fast-check";
import { expect, test } from "vitest";
import { taskOfIssue } from "./issue-task.ts";
import { isIssueId, readIssues } from "./issues.ts";

const NOTHING_KNOWN = { active: [], withdrawn: [] };

test("L5: issues are read from a list and from what `br list` puts around it", () => {
  const issue = { id: "br-1", title: "A", status: "open", priority: 0, created_at: "2026-01-15T10:00:00Z" };
  const read = [{ ...issue, comments: [], dependencies: [] }];
  expect(readIssues(JSON.stringify([issue]))).toEqual(read);
  expect(readIssues(JSON.stringify({ issues: [issue], total: 1, has_more: false }))).toEqual(read);
  expect(readIssues("[]")).toEqual([]);
});

test("L5: an issue needs no more than an id; what has none is passed over, and nothing but such is not understood", () => {
  const [issue] = readIssues('[{"id":"br-1","priority":"high","comments":7},{"title":"no id"},null]') ?? [];
  expect(issue && taskOfIssue(issue, NOTHING_KNOWN)).toEqual({
    ...{ id: "br-1", slug: "br-1", title: "br-1", status: "open", priority: 2, created: "" },
    keeper: "br",
    ...{ decisions: [], testScenarios: [], handoffs: [], nextSteps: [], blockers: [], questions: [] },
  });
  expect(readIssues('{"id":"br-1","title":"Alone"}')).toMatchObject([{ id: "br-1", title: "Alone" }]);
  for (const junk of ["", "no", "{}", "7", '[{"title":"no id"}]', '{"error":{"code":"X","message":"y"}}'])
    expect(readIssues(junk)).toBeUndefined();
});

test("L5: a name that br would take for an option is no id", () => {
  expect(["br-x7y8", "beads_rust-l6xl", "bd-a.1"].every(isIssueId)).toBe(true);
  expect(["--db=/etc/x", "-h", "", "a b", "../a", "a\n"].some(isIssueId)).toBe(false);
});

test("L5: whatever br prints, reading it does not throw", () => {
  const field = fc.oneof(fc.jsonValue(), fc.string(), fc.constant("DECISION: "), fc.constant("HANDOFF:\nSession:"));
  const comment = fc.record({ id: field, author: field, text: field, created_at: field }, { requiredKeys: [] });
  const issue = fc.record(
    {
      id: fc.oneof(field, fc.constant("br-1")),
      ...{ title: field, status: field, priority: field, created_at: field },
      comments: fc.oneof(field, fc.array(fc.oneof(comment, field))),
      dependencies: fc.oneof(field, fc.array(fc.record({ id: field, dependency_type: field }))),
    },
    { requiredKeys: [] },
  );
  const output = fc.oneof(
    fc.string(),
    fc.json(),
    fc.array(issue).map((all) => JSON.stringify(all)),
  );
  fc.assert(
    fc.property(output, (text) => {
      for (const one of readIssues(text) ?? []) expect(taskOfIssue(one, NOTHING_KNOWN).slug).toBe(one.id);
    }),
    { numRuns: 500 },
  );
});
