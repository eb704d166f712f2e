import { beforeEach, expect, onTestFinished, test } from "vitest";
import { Stage } from "../../../engine.test-kit.ts";
import type { DecisionContent } from "../ledger-entries.ts";

const PROJECT = "/projects/alpha";
const CLONE = "/projects/clone";

let stage: Stage;
beforeEach(async () => {
  stage = await Stage.open();
  onTestFinished(() => stage.engine.close());
});

const decisions = () => stage.engine.ledger.decisions;
const content = (decision: string): DecisionContent => ({
  ...{ decision, rationale: "", alternatives: [], evidence: [], testScenarios: [] },
});
/** As when a person rewords it in a file. */
async function reword(project: string, id: string, to: string): Promise<void> {
  const before = await decisions().list({ project });
  const after = before.map((one) => (one.id === id ? { ...one, decision: to } : one));
  await decisions().importFromFile(project, before, after);
}

test("L2: former texts of a decision stay as versions, and it is found by part of its id, withdrawn or not", async () => {
  const { id } = await decisions().add({ project: PROJECT, task: null, content: content("Use A.") });
  await reword(PROJECT, id, "Use B.");
  await reword(PROJECT, id, "Use C.");
  const former = [content("Use A."), content("Use B.")];
  for (const name of [id, id.slice(-8)])
    expect(await decisions().show(PROJECT, name)).toMatchObject({ id, decision: "Use C.", before: former });
  await decisions().withdraw(PROJECT, id.slice(-8));
  expect(await decisions().list({ project: PROJECT })).toEqual([]);
  expect(await decisions().show(PROJECT, id)).toMatchObject({ withdrawnAt: expect.any(String), before: former });
  await expect(decisions().show(PROJECT, id.slice(-3))).rejects.toThrow("there is no decision");
});

test("L2: what is reworded in a clone is not reworded here", async () => {
  const { id } = await decisions().add({ project: PROJECT, task: null, content: content("Use A.") });
  await decisions().importFromFile(CLONE, [], await decisions().list({ project: PROJECT }));
  await reword(CLONE, id, "Theirs.");
  expect(await decisions().show(PROJECT, id)).toMatchObject({ id, decision: "Use A.", before: [] });
  expect(await decisions().show(CLONE, id)).toMatchObject({ id, decision: "Theirs." });
});
