import { expect, test } from "vitest";
import type { NewWebhookDelivery, WebhookState } from "../index.ts";
import { at, type StoreOf } from "./kit.ts";

const MANY = 100;

export function webhooksContract(store: StoreOf): void {
  const aDelivery = (id: string, fields: Partial<NewWebhookDelivery> = {}): NewWebhookDelivery => ({
    ...{ id, hook: "one", type: "session.start", sessionId: "s", body: `{"id":"${id}"}`, createdAt: at(1) },
    ...fields,
  });
  const add = (id: string, fields: Partial<NewWebhookDelivery> = {}) =>
    store().webhooks.add(aDelivery(id, fields), MANY);
  const state: WebhookState = {
    ...{ hook: "one", failures: 2, failingSince: null, lastDeliveryAt: at(1), lastFailureAt: at(2) },
    ...{ lastError: "it answered 500", delivered: 7, givenUp: 1 },
  };

  test("V8: deliveries wait for each hook in the order they came, until they are removed", async () => {
    await add("a");
    await add("b", { hook: "two" });
    await add("c", { sessionId: null });
    const first = await store().webhooks.next("one");
    expect(first).toMatchObject(aDelivery("a"));
    expect(await store().webhooks.waiting("one")).toBe(2);
    await store().webhooks.remove(first?.pk ?? 0);
    expect(await store().webhooks.next("one")).toMatchObject({ id: "c", sessionId: null });
    expect(await store().webhooks.next("none")).toBeUndefined();
    await expect(add("c")).rejects.toThrow();
  });

  test("V8: a hook has a maximum of pending deliveries, the newest", async () => {
    await add("other", { hook: "two" });
    for (const id of ["a", "b", "c"]) expect(await store().webhooks.add(aDelivery(id), 3)).toBe(0);
    expect(await store().webhooks.add(aDelivery("d"), 3)).toBe(1);
    expect((await store().webhooks.next("one"))?.id).toBe("b");
    expect(await store().webhooks.waiting("two")).toBe(1);
  });

  test("V8: old deliveries are removed, and those of a removed session", async () => {
    await add("a", { createdAt: at(1) });
    await add("b", { createdAt: at(5) });
    await add("c", { createdAt: at(1), hook: "two" });
    expect(await store().webhooks.removeOlder("one", at(5))).toBe(1);
    expect((await store().webhooks.next("one"))?.id).toBe("b");
    await store().webhooks.forgetSession("s");
    expect([await store().webhooks.waiting("one"), await store().webhooks.waiting("two")]).toEqual([0, 0]);
  });

  test("V8: the status of a hook is stored once and changed in place", async () => {
    expect(await store().webhooks.state("one")).toBeUndefined();
    await store().webhooks.saveState(state);
    const later = { ...state, failures: 3, failingSince: at(3) };
    await store().webhooks.saveState(later);
    expect(await store().webhooks.state("one")).toEqual(later);
  });

  test("V8: hooks that are no longer configured are forgotten", async () => {
    for (const hook of ["one", "two"]) {
      await add(`of ${hook}`, { hook });
      await store().webhooks.saveState({ ...state, hook });
    }
    await store().webhooks.keepOnly(["two"]);
    expect([await store().webhooks.waiting("one"), await store().webhooks.waiting("two")]).toEqual([0, 1]);
    expect(await store().webhooks.state("one")).toBeUndefined();
    await store().webhooks.keepOnly([]);
    expect(await store().webhooks.waiting("two")).toBe(0);
    expect(await store().webhooks.state("two")).toBeUndefined();
  });
}
