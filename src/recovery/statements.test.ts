import { expect, test } from "vitest";
import type { Activity } from "../conversation/index.ts";
import { statements } from "./statements.ts";
import { said, someRemains } from "./test-kit.ts";

const RULE = "You must not change the public API of Exporter, and never touch src/legacy.";

const stated = (activity: Partial<Activity>, known = "Some work was done.") =>
  statements(someRemains(activity).activity, known).join("\n");

test("R4: a request that nobody told is told, its end too, and the rules that a cut took from it", () => {
  const padding = "and then there are these other things that were said ".repeat(12);
  const requests = [said(`Look at the log. ${padding} ${RULE} ${padding} Now find out why.`, 4)];
  const text = stated({ requests, constraints: [said(RULE, 4)] });
  expect(text).toMatch(/"Look at the log\. .*… .*Now find out why\." \[#4\]/);
  expect(text).toContain(`**Insisted on**: ${RULE} [#4]`);
  expect(stated({ requests: [said(RULE, 4)], constraints: [said(RULE, 4)] }).split(RULE)).toHaveLength(2);
});

test("R4: rules are told unless they were told in full before", () => {
  const constraints = [said(RULE, 1), said("Never push to main.", 2), said("Don't touch the tests.", 3)];
  const given = `"… ${RULE.slice(0, 50)}…"\n- Never push to main.`;
  const text = stated({ constraints }, given);
  expect(text).toContain(RULE);
  expect(text).toContain("Don't touch the tests.");
  expect(text).not.toContain("Never push to main.");
});

test("R4: a decision that was told in other words is not told again", () => {
  const decisions = [said("Fix: Use prefix matching instead of exact match for orphaned states.", 3)];
  const given = "- In `ListOrphaned()` of orphaned states, use prefix matching instead of exact match [#9]";
  expect(stated({ decisions, requests: [said("Go on with the rest of it")] }, given)).not.toContain("Decided");
  expect(stated({ decisions })).toContain("**Decided**: Fix: Use prefix");
});
