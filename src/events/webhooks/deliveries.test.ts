import { expect, onTestFinished, test } from "vitest";
import { Stage } from "../../engine.test-kit.ts";
import type { OutsideEvent } from "../outside.ts";
import { deliveries, keepOnly, type WebhookState, webhookStates } from "./deliveries.ts";

const anEvent = (id: number, sessionId: string | null = null): OutsideEvent => ({
  ...{ id, type: "session.start", time: "2026-01-01T00:00:00.000Z", sessionId, sessionKey: null },
  ...{ project: null, task: null, payload: {} },
});
const aState = (hook: string): WebhookState => ({
  ...{ hook, failures: 2, failingSince: null, lastDeliveryAt: null, lastFailureAt: null },
  ...{ lastError: "it answered 500", delivered: 7, givenUp: 1 },
});

async function aStage() {
  const stage = await Stage.open();
  onTestFinished(() => stage.engine.close());
  const waiting = async (hook: string) =>
    (await deliveries(stage.store).list({ states: [hook] })).map(({ event }) => event.id);
  return { stage, store: stage.store, waiting };
}

test("V8: deliveries wait for each hook in the order of their events, whatever the clock did", async () => {
  const { store, waiting } = await aStage();
  for (const [id, hook, eventId] of [
    ["a", "one", 20],
    ["b", "two", 21],
    ["c", "one", 3],
    ["d", "one", 100],
  ] as const)
    expect(await deliveries(store).add({ id, hook, event: anEvent(eventId) })).toBe(true);
  expect([await waiting("one"), await waiting("two")]).toEqual([[3, 20, 100], [21]]);
  expect(await deliveries(store).add({ id: "c", hook: "one", event: anEvent(9) })).toBe(false);
});

test("V8: what waits of a session goes with it; the news that it was purged stays", async () => {
  const { stage, store, waiting } = await aStage();
  const { session } = await stage.engine.sessions.create({ key: "a" });
  await deliveries(store).add({ id: "a", hook: "one", event: anEvent(1, session.id) });
  await deliveries(store).add({ id: "b", hook: "one", event: { ...anEvent(2, session.id), type: "session.purged" } });
  await store.sessions.remove(session.id);
  expect(await waiting("one")).toEqual([2]);
});

test("V8: hooks that are no longer configured are forgotten", async () => {
  const { store, waiting } = await aStage();
  for (const hook of ["one", "two"]) {
    await deliveries(store).add({ id: `of ${hook}`, hook, event: anEvent(1) });
    await webhookStates(store).put(aState(hook));
  }
  await keepOnly(store, ["two"]);
  expect([await waiting("one"), await waiting("two")]).toEqual([[], [1]]);
  expect(await webhookStates(store).get("one")).toBeUndefined();
  expect(await webhookStates(store).get("two")).toEqual(aState("two"));
  await keepOnly(store, []);
  expect(await waiting("two")).toEqual([]);
  expect(await webhookStates(store).get("two")).toBeUndefined();
});
