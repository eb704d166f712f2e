import { expect, test } from "vitest";
import { placesOf } from "../../../project-files/index.ts";
import type { Task } from "../ledger-entries.ts";
import { notesFormat } from "./notes-format.ts";
import { readContinuity } from "./parsing/continuity.ts";
import { taskBlocks } from "./task-blocks.ts";

const task = (fields: Partial<Task>): Task => ({
  ...{ id: "1", slug: "auth", title: "Auth", status: "open", priority: 2, created: "", decisions: [], handoffs: [] },
  ...{ testScenarios: [], nextSteps: [], blockers: [], questions: [], ...fields },
});
const written = async (notes: string, tasks: readonly Task[]): Promise<string> =>
  notesFormat(placesOf("/p", "/p/.throughline", "throughline"), { others: taskBlocks(tasks) }).write(
    notes,
    readContinuity(""),
  );

const MINE = "# Notes\n\n## Active Sub-Goals\n- mine\n\n## Later\nalso mine\n";

test("L5: without entries the notes get neither section", async () => {
  expect(await written(MINE, [task({})])).not.toMatch(/Test Scenarios|active-sub-goals/);
});

test("L5: next steps are in a person's own section, and only between our markers", async () => {
  const notes = await written(MINE, [task({ nextSteps: ["Write <!-- it -->\nnow"] })]);
  expect(notes).toContain(
    "## Active Sub-Goals\n- mine\n\n<!-- throughline:begin active-sub-goals -->\n<!-- From the tasks' files: change it there. -->\n\n### auth\n- [ ] Write &lt;!-- it --> now\n<!-- throughline:end active-sub-goals -->\n\n## Later\nalso mine\n",
  );
  expect(await written(notes, [task({ nextSteps: ["Write <!-- it -->\nnow"] })])).toBe(notes);
});

test("L5: what is done is no goal any more, and what must hold stays", async () => {
  const held = { testScenarios: [{ name: "Late", type: "edge_case" as const, expected: "grace" }] };
  const notes = await written(MINE, [task({ ...held, nextSteps: ["Write it"] })]);
  const done = await written(notes, [task({ ...held, nextSteps: ["Write it"], status: "complete" })]);
  expect(done).not.toContain("Write it");
  expect(done).toContain("### auth\n1. Late (edge_case): grace\n");
});
