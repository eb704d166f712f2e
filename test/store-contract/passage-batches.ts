import { expect, test } from "vitest";
import {
  EDITION,
  indexAll,
  indexBatch,
  indexMessages,
  isComplete,
  nextBatch,
  progressOf,
  search,
  sizeOf,
} from "./indexing.ts";
import { aMessage, append, type StoreOf, stored } from "./kit.ts";

export function passageBatchesContract(store: StoreOf): void {
  test("M2: waiting texts are read oldest first above, newest first below, and in full", async () => {
    const session = await stored(store());
    const long = "long words ".repeat(1000);
    await append(store(), session.id, ...["one", long, "three"].map((content) => aMessage({ content })));
    const texts = async (from: { above: number } | { upTo: number }, limit = 10) =>
      (await store().passages.waiting("messages", from, limit)).map(({ content }) => content);
    expect(await texts({ above: 0 })).toEqual(["one", long, "three"]);
    expect(await texts({ above: 1 }, 1)).toEqual([long]);
    expect(await texts({ upTo: 2 })).toEqual([long, "one"]);
    expect(await texts({ above: 3 })).toEqual([]);
  });

  test("S6: of texts of a megabyte, only a few are read at once, and at least one", async () => {
    const session = await stored(store());
    const huge = (n: number) => `${n} ${"words ".repeat(250_000)}`;
    await append(store(), session.id, ...[1, 2, 3].map((n) => aMessage({ content: huge(n) })));
    expect(await store().passages.waiting("messages", { above: 0 }, 50)).toHaveLength(1);
    expect(await store().passages.waiting("messages", { upTo: 3 }, 50)).toHaveLength(1);
  });

  test("M2: a batch is indexed as a whole or not at all", async () => {
    const session = await stored(store());
    await append(store(), session.id, aMessage({ content: "one" }), aMessage({ content: "two" }));
    const batch = await nextBatch(store(), "messages");
    if (!batch) throw new Error("nothing to index");
    const before = await progressOf(store());
    const twice = { ...batch, passages: [...batch.passages, ...batch.passages] };
    await expect(indexBatch(store(), "messages", twice)).rejects.toThrow();
    expect(await progressOf(store())).toEqual(before);
    expect(await search(store(), ["one"])).toEqual([]);
    await indexBatch(store(), "messages", batch);
    expect(await search(store(), ["one"])).toEqual([1]);
  });

  test("M2: owners that were deleted while their batch was made are left out, and the batch is read again", async () => {
    const [kept, gone] = [await stored(store()), await stored(store())];
    await append(store(), kept.id, aMessage({ content: "kept" }));
    await append(store(), gone.id, aMessage({ content: "gone" }));
    await append(store(), kept.id, aMessage({ content: "kept too" }));
    const batch = await nextBatch(store(), "messages");
    await store().transaction(({ messages }) => messages.discard(gone.id, 1));
    if (batch) await indexBatch(store(), "messages", batch);
    expect(await search(store(), ["gone"])).toEqual([]);
    await indexAll(store());
    expect(await search(store(), ["kept"])).toEqual([3, 1]);
    expect(isComplete(await progressOf(store()))).toBe(true);
  });

  test("M2: a number that is reused while a batch is made is indexed for its new owner", async () => {
    const [old, young] = [await stored(store(), { type: "ephemeral" }), await stored(store())];
    await append(store(), old.id, aMessage({ content: "ancient words" }));
    const batch = await nextBatch(store(), "messages");
    await store().transaction(({ messages }) => messages.discard(old.id, 1));
    await append(store(), young.id, aMessage({ content: "fresh words" }));
    if (batch) await indexBatch(store(), "messages", batch);
    await indexAll(store());
    expect(await search(store(), ["ancient"])).toEqual([]);
    expect(await search(store(), ["fresh"])).toEqual([1]);
  });

  test.each([0, 1, 2])(
    "M2: the same while older texts are filled in after a rebuild, %i of them so far",
    async (done) => {
      const [base, old, young] = [await stored(store()), await stored(store()), await stored(store())];
      await append(store(), base.id, aMessage({ content: "base words" }));
      await append(store(), old.id, aMessage({ content: "ancient words" }), aMessage({ content: "ancient too" }));
      await indexAll(store());
      await store().transaction(({ passages }) => passages.clear("messages", EDITION));
      const step = async () => {
        const batch = await nextBatch(store(), "messages", 1);
        if (batch) await indexBatch(store(), "messages", batch);
      };
      for (let n = 0; n < done; n++) await step();
      const batch = await nextBatch(store(), "messages", 1);
      await store().transaction(({ messages }) => messages.discard(old.id, 2));
      await append(store(), young.id, aMessage({ content: "fresh words" }), aMessage({ content: "fresh too" }));
      if (batch) await indexBatch(store(), "messages", batch);
      await indexAll(store());
      expect(await search(store(), ["ancient"])).toEqual([]);
      expect(await search(store(), ["fresh"])).toEqual([3, 2]);
      expect(await search(store(), ["base"])).toEqual([1]);
    },
  );

  test("M2: a batch from before the index was emptied changes nothing", async () => {
    const session = await stored(store());
    await indexMessages(store(), session, "one", "two");
    await append(store(), session.id, aMessage({ content: "three" }));
    const batch = await nextBatch(store(), "messages");
    await store().transaction(({ passages }) => passages.clear("messages", EDITION));
    if (batch) await indexBatch(store(), "messages", batch);
    expect(await progressOf(store())).toMatchObject({ low: 3, high: 3, passages: 0 });
    await indexAll(store());
    for (const [n, word] of ["one", "two", "three"].entries()) expect(await search(store(), [word])).toEqual([n + 1]);
    expect((await progressOf(store())).passages).toBe(3);
  });

  test("M2: an emptied index is filled again, the newest first, and finds the same as before", async () => {
    const session = await stored(store());
    await indexMessages(store(), session, "redis one", "redis two", "redis three");
    await store().transaction(({ passages }) => passages.clear("messages", "next"));
    expect(await progressOf(store())).toMatchObject({ low: 3, high: 3, passages: 0, length: 0, edition: "next" });
    expect(await search(store(), ["redis"])).toEqual([]);
    expect(await sizeOf(store(), { session: session.id })).toBe(0);
    for (const expected of [[3], [3, 2], [3, 2, 1]]) {
      const batch = await nextBatch(store(), "messages", 1);
      if (batch) await indexBatch(store(), "messages", batch);
      expect(await search(store(), ["redis"])).toEqual(expected);
    }
    await indexAll(store());
    expect(isComplete(await progressOf(store()))).toBe(true);
    expect(await sizeOf(store(), { session: session.id })).toBe(3);
  });

  test("M2: an index that grew in many small batches is merged step by step, and still finds the same", async () => {
    const session = await stored(store());
    const contents = Array.from({ length: 60 }, (_, n) => `zebra${n} ${n % 2 ? "odd" : "even"}`);
    for (const content of contents) await indexMessages(store(), session, content);
    await store().transaction(({ messages }) => messages.discard(session.id, 3));
    const before = await search(store(), ["odd"], { session: session.id });
    const step = (isBegun: boolean) => store().transaction(({ passages }) => passages.merge("messages", isBegun));
    let steps = 0;
    for (let isBegun = false; await step(isBegun); isBegun = true) if (++steps > 1000) throw new Error("it never ends");
    expect(await search(store(), ["odd"], { session: session.id })).toEqual(before);
    expect(await search(store(), ["zebra0"])).toEqual([]);
    expect(await step(false)).toBe(false);
    await indexMessages(store(), session, "zebra60 even");
    expect(await search(store(), ["zebra60"])).toEqual([61]);
  });
}
