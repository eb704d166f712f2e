import { expect, test } from "vitest";
import { ownerOf, type PassageSearch, passagePk, type Scope, type SessionRecord } from "../../src/store/index.ts";
import { aPassage, indexAll, indexBatch, indexMessages, nextBatch, progressOf, search, sizeOf } from "./indexing.ts";
import { aMessage, append, at, type StoreOf, stored } from "./kit.ts";

const spanOf = (from: number, to: number) => ({ from: Date.parse(at(from)), to: Date.parse(at(to)) });

export function passagesContract(store: StoreOf): void {
  /** The owners of the passages of a time, whatever their words or with one of them. */
  const inSpan = async (asked: Omit<PassageSearch, "termSets">, ...words: string[]) => {
    const [pks = []] = await store().passages.search("messages", { ...asked, termSets: [words] });
    return pks.map(ownerOf);
  };

  test("M2: a term gives the passages that hold it, the newest first, and as many as are wanted", async () => {
    const session = await stored(store());
    const [a, b, c] = await indexMessages(store(), session, "redis one", "nothing of it", "redis two");
    expect(await search(store(), ["redis"])).toEqual([c, a]);
    expect(await search(store(), ["redis"], { limit: 1 })).toEqual([c]);
    expect(await search(store(), ["nothing"])).toEqual([b]);
    expect(await search(store(), ["unsaid"])).toEqual([]);
    expect(await store().passages.search("messages", { termSets: [], scope: {}, limit: 5 })).toEqual([]);
  });

  test("M2: several terms are held together, and several sets are answered in their order", async () => {
    const session = await stored(store());
    const [a, b] = await indexMessages(store(), session, "redis holds tokens", "redis alone");
    const termSets = [["redis", "tokens"], ["unsaid"], ["redis"], ["alone", "redis", "redis"]];
    const lists = await store().passages.search("messages", { termSets, scope: {}, limit: 5 });
    expect(lists.map((pks) => pks.map(ownerOf))).toEqual([[a], [], [b, a], [b]]);
  });

  test("M2: strange words are found again as they were indexed", async () => {
    const session = await stored(store());
    await append(store(), session.id, aMessage({ content: "strange" }));
    const batch = await nextBatch(store(), "messages");
    const words = ["漢字", "🙂", "émile", "x".repeat(5000), "\uE001maya", "\uE00217", "\ud83d"];
    if (batch)
      await indexBatch(store(), "messages", { ...batch, passages: batch.passages.map((one) => ({ ...one, words })) });
    for (const word of words) expect(await search(store(), [word]), word.slice(0, 9)).toEqual([1]);
    for (const none of ["漢", "é", "emile", "x".repeat(4999), "maya", "17"])
      expect(await search(store(), [none]), none.slice(0, 9)).toEqual([]);
  });

  test("M2: a passage comes back with every field; one that is not there does not come", async () => {
    const session = await stored(store());
    await append(store(), session.id, aMessage({ content: "first", createdAt: at(1) }));
    const batch = await nextBatch(store(), "messages");
    const [owner] = await store().passages.waiting("messages", { above: 0 }, 1);
    if (!batch || !owner) throw new Error("nothing to index");
    const second = { pk: passagePk(1, 63), start: 3, size: 2, traits: 4095, terms: Uint8Array.of(9, 8, 7, 6) };
    const meaning = Uint8Array.from({ length: 100 }, (_, n) => n * 2);
    await indexBatch(store(), "messages", {
      ...batch,
      passages: [aPassage(owner), aPassage(owner, { ...second, meaning })],
    });
    const read = await store().passages.read("messages", {
      pks: [passagePk(1, 63), passagePk(1, 0), passagePk(1, 5), 99_999],
    });
    const byPk = new Map(read.map((one) => [one.pk, one]));
    expect(read).toHaveLength(2);
    expect(byPk.get(passagePk(1, 0))).toMatchObject({ place: 1, at: Date.parse(at(1)), start: 0, size: 5, traits: 5 });
    expect(byPk.get(passagePk(1, 63))).toMatchObject({ start: 3, size: 2, traits: 4095, length: 1 });
    expect([...(byPk.get(passagePk(1, 63))?.terms ?? [])]).toEqual([9, 8, 7, 6]);
    expect([...(byPk.get(passagePk(1, 63))?.meaning ?? [])]).toEqual([...meaning]);
    expect(byPk.get(passagePk(1, 0))?.meaning).toBeNull();
    expect(await store().passages.read("messages", { pks: [] })).toEqual([]);
  });

  test("M5: passages of a time span come newest first; the start is inclusive, the end exclusive", async () => {
    const session = await stored(store());
    const steps = [30, 10, 20, 40];
    await append(store(), session.id, ...steps.map((step) => aMessage({ createdAt: at(step) })));
    await indexAll(store());
    const during = (from: number, to: number, limit = 10) => inSpan({ scope: {}, span: spanOf(from, to), limit });
    expect(await during(10, 40)).toEqual([1, 3, 2]);
    expect(await during(10, 41, 2)).toEqual([4, 1]);
    expect(await during(11, 20)).toEqual([]);
    expect(await during(40, 10)).toEqual([]);
  });

  test("M2: the passages of a time in one project are found, however much others said since and meanwhile", async () => {
    const [mine, theirs] = [
      await stored(store(), { projectNormalized: "/mine" }),
      await stored(store(), { projectNormalized: "/theirs" }),
    ];
    const say = (session: SessionRecord, minute: number) =>
      append(store(), session.id, aMessage({ content: "said", createdAt: at(minute) }));
    for (const [session, minute] of [
      [mine, 1],
      [theirs, 10],
      [mine, 11],
      [theirs, 12],
      [mine, 20],
    ] as const)
      await say(session, minute);
    await indexAll(store());
    const during = (from: number, to: number, project: string) =>
      inSpan({ scope: { project }, span: spanOf(from, to), limit: 10 });
    expect(await during(10, 15, "/mine")).toEqual([3]);
    expect(await during(10, 15, "/theirs")).toEqual([4, 2]);
    expect(await during(0, 30, "/mine")).toEqual([5, 3, 1]);
    expect(await during(13, 19, "/mine")).toEqual([]);
    expect(await during(10, 15, "/unknown")).toEqual([]);
    const asked = { scope: {}, span: spanOf(10, 15), limit: 10 };
    expect(await inSpan(asked, "said")).toEqual([4, 3, 2]);
    expect(await inSpan(asked, "unsaid")).toEqual([]);
  });

  test("M2: the passages at places of sessions are those of these places alone", async () => {
    const [one, two] = [await stored(store()), await stored(store())];
    await indexMessages(store(), one, "a", "b", "c");
    await indexMessages(store(), two, "d", "e");
    const [first] = await store().passages.read("messages", { pks: [passagePk(1, 0)] });
    const [fourth] = await store().passages.read("messages", { pks: [passagePk(4, 0)] });
    const places: [number, number][] = [
      [first?.thread ?? 0, 2],
      [fourth?.thread ?? 0, 1],
      [fourth?.thread ?? 0, 3],
      [999, 1],
    ];
    expect((await store().passages.read("messages", { places })).map(({ pk }) => ownerOf(pk)).sort()).toEqual([2, 4]);
    expect(await store().passages.read("messages", { places: [] })).toEqual([]);
  });

  test("M2: how many passages a scope has is known, also after some of them went", async () => {
    const [one, two] = [
      await stored(store(), { projectNormalized: "/alpha", agent: "ada", type: "background" }),
      await stored(store(), { projectNormalized: "/beta" }),
    ];
    await indexMessages(store(), one, "a b", "c d", "e f");
    await indexMessages(store(), two, "g h");
    const size = (scope: Scope) => sizeOf(store(), scope);
    expect(await Promise.all([size({}), size({ session: one.id }), size({ project: "/beta" })])).toEqual([4, 3, 1]);
    expect(await Promise.all([size({ agent: "ada" }), size({ agent: "bob" })])).toEqual([3, 0]);
    expect(await size({ project: "/beta", agent: "ada" })).toBeLessThanOrEqual(1);
    expect(await progressOf(store())).toMatchObject({ passages: 4, length: 8 });
    expect(await store().passages.extentOf("messages", { project: "/beta" })).toEqual({
      passages: 1,
      averageLength: 2,
    });
    expect(await Promise.all([size({ project: null }), size({ project: "/beta", orNone: true })])).toEqual([0, 1]);
    await indexMessages(store(), await stored(store(), { projectNormalized: null }), "i j");
    expect(await Promise.all([size({ project: null }), size({ project: "/beta", orNone: true })])).toEqual([1, 2]);
    await store().transaction(({ messages }) => messages.discard(one.id, 2));
    expect(await Promise.all([size({}), size({ session: one.id })])).toEqual([3, 1]);
    expect(await progressOf(store())).toMatchObject({ passages: 3, length: 6 });
  });
}
