import { expect, test } from "vitest";
import type { NewFixer, NewSandbox } from "../index.ts";
import { at, type StoreOf, stored } from "./kit.ts";

export function safetyContract(store: StoreOf): void {
  const sandbox = (sessionId: string, step: number): NewSandbox => ({
    ...{ id: `sandbox-${sessionId}-${step}`, sessionId, cause: "probe", reason: "it 'drifted'", enteredAt: at(step) },
  });

  test("V7: a session is in one sandbox at a time, until it is lifted", async () => {
    const [one, other] = [await stored(store()), await stored(store())];
    const { safety } = store();
    expect(await safety.enter(sandbox(one.id, 1))).toBe(true);
    expect(await safety.enter(sandbox(one.id, 2))).toBe(false);
    expect(await safety.enter(sandbox(other.id, 3))).toBe(true);
    const open = { ...sandbox(one.id, 1), liftedAt: null, liftedReason: null, liftedSeq: null };
    expect(await safety.sandboxes(one.id)).toEqual([open]);
    expect(await safety.openSandboxes()).toHaveLength(2);
    expect(await safety.lift(one.id, { at: at(4), reason: "looked at", seq: 7 })).toBe(true);
    expect(await safety.lift(one.id, { at: at(5), reason: "again", seq: 8 })).toBe(false);
    expect(await safety.enter(sandbox(one.id, 6))).toBe(true);
    expect((await safety.sandboxes(one.id)).map(({ id }) => id)).toEqual([sandbox(one.id, 6).id, open.id]);
    expect((await safety.sandboxes(one.id))[1]).toMatchObject({
      liftedAt: at(4),
      liftedReason: "looked at",
      liftedSeq: 7,
    });
  });

  test("V7: samples are kept as they were measured, newest first", async () => {
    const { id: sessionId } = await stored(store());
    const sample = (step: number) => ({
      ...{ id: `sample-${step}`, sessionId, occasion: "periodic", sampledAt: at(step), refusalRateWindow: 0.38 },
      ...{ baselineRefusalRate: 0.08, delta: 0.3, action: "degrade_to_sandbox", severity: "low", findings: "[]" },
      judgedBy: "rules",
    });
    for (const step of [1, 3, 2]) await store().safety.addSample(sample(step));
    expect(await store().safety.samples(sessionId, 2)).toEqual([sample(3), sample(2)]);
  });

  test("V4: a step has one open fixer at a time, and it is closed once", async () => {
    const { id: sessionId } = await stored(store());
    const fixer = (id: string, step: string, opened: number): NewFixer => ({
      ...{
        id,
        sessionId,
        step,
        kind: "test",
        failures: 3,
        brief: "look",
        openedAt: at(opened),
        deadlineAt: at(opened + 600),
      },
    });
    const { fixers } = store();
    expect(await fixers.open(fixer("fixer-0001", "npm test", 2))).toBe(true);
    expect(await fixers.open(fixer("fixer-0002", "npm test", 3))).toBe(false);
    expect(await fixers.open(fixer("fixer-0003", "make", 1))).toBe(true);
    expect((await fixers.allOpen()).map(({ id }) => id)).toEqual(["fixer-0003", "fixer-0001"]);
    expect(await fixers.close("fixer-0001", { at: at(9), outcome: "fix", note: "it was the clock" })).toBe(true);
    expect(await fixers.close("fixer-0001", { at: at(10), outcome: "escalate", note: "" })).toBe(false);
    expect(await fixers.open(fixer("fixer-0004", "npm test", 11))).toBe(true);
    expect((await fixers.ofSession(sessionId)).map(({ id }) => id)).toEqual(["fixer-0004", "fixer-0001", "fixer-0003"]);
    expect(await fixers.find("0001")).toMatchObject([{ outcome: "fix", note: "it was the clock", closedAt: at(9) }]);
  });
}
