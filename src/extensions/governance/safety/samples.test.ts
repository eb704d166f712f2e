import { expect, test } from "vitest";
import { at, emptyStore, stored } from "../../../store/store.test-kit.ts";
import { type SafetySample, safetySamples } from "./samples.ts";

test("V7: samples are kept as they were measured, newest first", async () => {
  const store = emptyStore();
  const { id: sessionId } = await stored(store);
  const sample = (step: number): SafetySample => ({
    ...{ id: `sample-${step}`, sessionId, occasion: "periodic", sampledAt: at(step), refusalRateWindow: 0.38 },
    ...{ baselineRefusalRate: 0.08, delta: 0.3, action: "degrade_to_sandbox", severity: "low", findings: [] },
  });
  for (const step of [1, 3, 2]) await safetySamples(store).add(sample(step));
  const newest = await safetySamples(store).list({ sessionId }, { newestFirst: true, limit: 2 });
  expect(newest).toEqual([sample(3), sample(2)]);
});
