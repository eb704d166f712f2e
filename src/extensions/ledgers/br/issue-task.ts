import type { Decision, Task } from "../ledger-entries.ts";
import { decisionIn, handoffIn } from "./comments.ts";
import type { Issue } from "./issues.ts";

const BLOCKING = ["blocks", "conditional-blocks", "waits-for"];
const DONE = ["closed", "tombstone"];

/** Decisions in the store, with the ids of withdrawn ones. */
export interface KnownDecisions {
  readonly active: readonly Decision[];
  readonly withdrawn: readonly string[];
}

/** An issue as the ledgers see a task. */
export function taskOfIssue(issue: Issue, { active, withdrawn }: KnownDecisions): Task {
  const { id, title, status, priority, created_at: created, comments, dependencies } = issue;
  const known = new Set([...withdrawn, ...active.map((one) => one.id)]);
  const commented = comments
    .map((comment) => decisionIn(comment, id))
    .filter((one) => one !== undefined)
    // The same words may have come twice: from us, and from the clone whose comment this is.
    .filter((one, at, all) => !known.has(one.id) && all.findIndex((other) => other.id === one.id) === at);
  const handed = comments.map(handoffIn).filter((one) => one !== undefined);
  const last = handed.at(-1)?.notes;
  const waiting = dependencies.filter((one) => BLOCKING.includes(one.dependency_type) && !DONE.includes(one.status));
  return {
    ...{ id, slug: id, title: title || id, status, priority, created, keeper: "br" },
    decisions: [...active, ...commented].sort((a, b) => (a.ts < b.ts ? -1 : a.ts > b.ts ? 1 : 0)),
    testScenarios: [],
    handoffs: handed.map(({ handoff }) => handoff),
    nextSteps: last?.nextSteps ?? [],
    blockers: [...waiting.map((one) => `${one.id} ${one.title}`.trim()), ...(last?.blockers ?? [])],
    questions: last?.questions ?? [],
  };
}
