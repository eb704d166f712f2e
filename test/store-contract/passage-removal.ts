import { expect, test } from "vitest";
import { INDEXED } from "../../src/store/index.ts";
import { indexAll, indexBatch, indexMessages, nextBatch, progressOf, search } from "./indexing.ts";
import { aCheckpoint, aMemory, at, type StoreOf, stored } from "./kit.ts";

export function passageRemovalContract(store: StoreOf): void {
  test("M1: a memory that is forgotten before or while it is indexed is never found, and blocks nothing", async () => {
    for (const content of ["early word", "late word", "kept word"])
      await store().memories.insert(aMemory({ id: content, content }));
    await store().memories.forget("early word", at(1));
    const batch = await nextBatch(store(), "memories");
    await store().memories.forget("late word", at(2));
    if (batch) await indexBatch(store(), "memories", batch);
    await indexAll(store());
    expect(await search(store(), ["word"], { source: "memories" })).toEqual([3]);
  });

  test("M1: what is forgotten, removed or discarded is out of the index at once", async () => {
    const session = await stored(store());
    const memory = aMemory({ content: "zebra" });
    await store().memories.insert(memory);
    const removed = aMemory({ content: "zebra removed" });
    await store().memories.insert(removed);
    const checkpoint = aCheckpoint(session, { digest: "zebra" });
    await store().transaction(({ checkpoints }) => checkpoints.append(checkpoint));
    await indexMessages(store(), session, "zebra");
    const all = async () =>
      (await Promise.all(INDEXED.map((source) => search(store(), ["zebra"], { source })))).map(({ length }) => length);
    expect(await all()).toEqual([1, 2, 1]);
    await store().memories.forget(memory.id, at(9));
    await store().memories.remove(removed.id);
    await store().transaction(({ checkpoints }) => checkpoints.remove(checkpoint.id));
    await store().transaction(({ messages }) => messages.discard(session.id, 1));
    expect(await all()).toEqual([0, 0, 0]);
    for (const source of INDEXED) expect((await progressOf(store(), source)).passages).toBe(0);
    await indexAll(store());
    expect(await all()).toEqual([0, 0, 0]);
  });

  test("S6: with a session go the passages of its checkpoints and messages, of it alone", async () => {
    const [gone, kept] = [await stored(store()), await stored(store())];
    for (const session of [gone, kept])
      await store().transaction(({ checkpoints }) => checkpoints.append(aCheckpoint(session, { digest: "zebra" })));
    await indexMessages(store(), gone, "zebra");
    await indexMessages(store(), kept, "zebra");
    await store().transaction(async ({ messages, sessions }) => {
      await messages.discard(gone.id, 1);
      await sessions.remove(gone.id);
    });
    expect(await search(store(), ["zebra"])).toEqual([2]);
    expect(await search(store(), ["zebra"], { source: "checkpoints" })).toEqual([2]);
    expect(await search(store(), ["zebra"], { session: gone.id })).toEqual([]);
  });
}
