import { expect, test } from "vitest";
import { newId } from "../../core/index.ts";
import type { NewCompaction } from "../index.ts";
import { at, type StoreOf, stored } from "./kit.ts";

export function compactionsContract(store: StoreOf): void {
  const announced = (sessionId: string, step: number): NewCompaction => ({
    ...{ id: newId(), sessionId, trigger: "auto", upTo: step, announcedAt: at(step) },
  });
  const pending = {
    ...{ happenedAt: null, summary: null, things: null, given: null },
    ...{ givenAt: null, needed: null, score: null },
  };

  test("R4: an announced compaction is due for its session, the newest first, and listed only once it happened", async () => {
    const [one, other] = [await stored(store()), await stored(store())];
    const [first, second] = [announced(one.id, 1), announced(one.id, 2)];
    await store().compactions.add(first);
    await store().compactions.add(second);
    expect(await store().compactions.owed(one.id)).toEqual({ ...second, ...pending });
    expect(await store().compactions.owed(other.id)).toBeUndefined();
    expect(await store().compactions.list({ limit: 5 })).toEqual([]);
    await store().compactions.change(second.id, { happenedAt: at(3), summary: "what we did" });
    const happened = { ...second, ...pending, happenedAt: at(3), summary: "what we did" };
    expect(await store().compactions.list({ limit: 5 })).toEqual([happened]);
    expect(await store().compactions.list({ sessionId: other.id, limit: 5 })).toEqual([]);
    expect(await store().compactions.find(second.id.slice(-8))).toEqual([happened]);
    expect(await store().compactions.find(first.id)).toEqual([]);
  });

  test("R4: once its text was injected, nothing is due, unless it never arrived", async () => {
    const { id } = await stored(store());
    const compaction = announced(id, 1);
    await store().compactions.add(compaction);
    await store().compactions.change(compaction.id, { happenedAt: at(2), given: "the text", givenAt: at(3) });
    expect(await store().compactions.owed(id)).toBeUndefined();
    await store().compactions.takeBack(id, "another text");
    expect(await store().compactions.owed(id)).toBeUndefined();
    await store().compactions.takeBack(id, "the text");
    expect(await store().compactions.owed(id)).toMatchObject({ id: compaction.id, given: null, givenAt: null });
  });

  test("R4: a compaction whose outcome is open is found until it is settled", async () => {
    const { id } = await stored(store());
    const [first, second] = [announced(id, 1), announced(id, 2)];
    for (const one of [first, second]) {
      await store().compactions.add(one);
      await store().compactions.change(one.id, { happenedAt: at(5) });
    }
    expect((await store().compactions.unsettled(id)).map((one) => one.id)).toEqual([first.id, second.id]);
    // Without a need there is no score, but it is settled.
    await store().compactions.change(first.id, { needed: "{}", score: null });
    expect((await store().compactions.unsettled(id)).map((one) => one.id)).toEqual([second.id]);
  });
}
