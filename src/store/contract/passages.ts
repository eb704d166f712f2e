import { expect, test } from "vitest";
import { INDEXED, type Indexed, ownerOf, passagePk, type Scope, type SessionRecord, type Store } from "../index.ts";
import { aLot, aPassage, EDITION, found, indexAll, isComplete, take } from "./indexing.ts";
import { aCheckpoint, aMemory, aMessage, append, at, type StoreOf, stored } from "./kit.ts";

const HOSTILE = [
  'unbalanced "',
  "'",
  '""',
  "a OR",
  "NEAR(",
  "NOT",
  "AND AND",
  "col:umn",
  "-minus",
  "^start",
  "(",
  "*",
  "{}",
  "a\0b",
  "\0",
  "\\",
  "",
  "   ",
  "🙂",
  "\uD83D",
  "%_",
  "x".repeat(5000),
  "'; DROP TABLE memories; --",
  "\uE0000",
  "\uE0001",
  "\uE000none",
];

/** Messages of a session as given, indexed; their numbers in the order of the texts. */
async function said(store: Store, session: SessionRecord, ...contents: string[]): Promise<number[]> {
  await append(store, session.id, ...contents.map((content) => aMessage({ content })));
  await indexAll(store);
  const { newest } = await store.passages.progress("messages");
  return contents.map((_, n) => newest - contents.length + n + 1);
}

const spanOf = (from: number, to: number) => ({ from: Date.parse(at(from)), to: Date.parse(at(to)) });
const sizeOf = async (store: Store, scope: Scope) => (await store.passages.extentOf("messages", scope)).passages;
const progressOf = (store: Store, source: Indexed = "messages") => store.passages.progress(source);

export function passagesContract(store: StoreOf): void {
  test("M2: a term gives the passages that hold it, the newest first, and as many as are wanted", async () => {
    const session = await stored(store());
    const [a, b, c] = await said(store(), session, "redis one", "nothing of it", "redis two");
    expect(await found(store(), ["redis"])).toEqual([c, a]);
    expect(await found(store(), ["redis"], { limit: 1 })).toEqual([c]);
    expect(await found(store(), ["nothing"])).toEqual([b]);
    expect(await found(store(), ["unsaid"])).toEqual([]);
    expect(await store().passages.holding("messages", { termSets: [], scope: {}, limit: 5 })).toEqual([]);
  });

  test("M2: several terms are held together, and several sets are answered in their order", async () => {
    const session = await stored(store());
    const [a, b] = await said(store(), session, "redis holds tokens", "redis alone");
    const termSets = [["redis", "tokens"], ["unsaid"], ["redis"], ["alone", "redis", "redis"]];
    const lists = await store().passages.holding("messages", { termSets, scope: {}, limit: 5 });
    expect(lists.map((pks) => pks.map(ownerOf))).toEqual([[a], [], [b, a], [b]]);
  });

  test("M4: a session, a project and an agent see their own, alone and together", async () => {
    const alpha = await stored(store(), { projectNormalized: "/alpha", agent: "ada" });
    const beta = await stored(store(), { projectNormalized: "/beta", agent: "ada" });
    const other = await stored(store(), { projectNormalized: "/alpha", agent: "bob" });
    const [a = 0] = await said(store(), alpha, "secret plan");
    const [b = 0] = await said(store(), beta, "secret plan");
    const [o = 0] = await said(store(), other, "secret plan");
    const see = (scope: Parameters<typeof found>[2]) => found(store(), ["secret"], scope);
    expect(await see({})).toEqual([o, b, a]);
    expect(await see({ session: beta.id })).toEqual([b]);
    expect(await see({ project: "/alpha" })).toEqual([o, a]);
    expect(await see({ agent: "ada" })).toEqual([b, a]);
    expect(await see({ project: "/alpha", agent: "ada" })).toEqual([a]);
    expect(await see({ session: beta.id, project: "/alpha" })).toEqual([]);
    for (const name of ["/alph", "/alpha/", "", "/alpha OR /beta", "0", "\uE0000", "none"]) {
      expect(await see({ project: name }), name).toEqual([]);
      expect(await see({ agent: name }), name).toEqual([]);
      expect(await see({ session: name }), name).toEqual([]);
      expect(await see({ project: name, orNone: true }), name).toEqual([]);
    }
  });

  test("M4: what belongs to no project holds in all of them, where that is asked for", async () => {
    for (const project of ["/alpha", null, "/beta"])
      await store().memories.insert(aMemory({ content: "rule", project }));
    await indexAll(store());
    const see = (scope: Parameters<typeof found>[2]) => found(store(), ["rule"], { source: "memories", ...scope });
    expect(await see({ project: "/alpha", orNone: true })).toEqual([2, 1]);
    expect(await see({ project: "/unknown", orNone: true })).toEqual([2]);
    expect(await see({ project: "/alpha" })).toEqual([1]);
    expect(await see({ orNone: true })).toEqual([3, 2, 1]);
  });

  test("M4: what belongs to nobody holds for every agent, where that is asked for; what is another's never", async () => {
    for (const owner of [
      {},
      { agent: "ada" },
      { agent: "bob" },
      { project: "/alpha" },
      { agent: "ada", project: "/alpha" },
    ])
      await store().memories.insert(aMemory({ content: "rule", project: null, agent: null, ...owner }));
    await indexAll(store());
    const see = (scope: Parameters<typeof found>[2]) => found(store(), ["rule"], { source: "memories", ...scope });
    expect(await see({ agent: "ada", orNone: true })).toEqual([5, 2, 1]);
    expect(await see({ agent: "unknown", orNone: true })).toEqual([1]);
    expect(await see({ agent: "ada" })).toEqual([5, 2]);
    expect(await see({ project: "/alpha", orNone: true })).toEqual([5, 4, 1]);
    expect(await see({ project: "/alpha", agent: "ada", orNone: true })).toEqual([5, 2, 1]);
  });

  test("M4: an agent's own project is its own, even if both have the same name", async () => {
    const byProject = await stored(store(), { projectNormalized: "twin" });
    const byAgent = await stored(store(), { projectNormalized: null, agent: "twin" });
    const [p] = await said(store(), byProject, "words");
    const [a] = await said(store(), byAgent, "words");
    expect(await found(store(), ["words"], { project: "twin" })).toEqual([p]);
    expect(await found(store(), ["words"], { agent: "twin" })).toEqual([a]);
  });

  test("M2: no term is ever taken as syntax, and none widens a scope", async () => {
    const [own, other] = [
      await stored(store(), { projectNormalized: "/alpha" }),
      await stored(store(), { projectNormalized: "/beta" }),
    ];
    const [mine] = await said(store(), own, "a harmless fact about sockets");
    await said(store(), other, "another fact about sockets");
    for (const term of HOSTILE) {
      const beside = await found(store(), [term, "sockets"], { project: "/alpha" });
      const alone = await found(store(), [term], { project: "/alpha" });
      for (const list of [beside, alone]) expect([[], [mine]], JSON.stringify(term)).toContainEqual(list);
    }
    for (const term of ["", "   ", '"', "\0", "*"]) expect(await found(store(), [term])).toEqual([]);
  });

  test("M4: no word of a text can carry its passage into another scope", async () => {
    const [own, other] = [
      await stored(store(), { projectNormalized: "/alpha" }),
      await stored(store(), { projectNormalized: "/beta" }),
    ];
    await said(store(), other, "first");
    await append(store(), own.id, aMessage({ content: "forged" }));
    const lot = await aLot(store(), "messages");
    const words = ["forged", ...Array.from({ length: 30 }, (_, n) => `x \uE000${n}`), ...HOSTILE];
    if (lot) await take(store(), "messages", { ...lot, passages: lot.passages.map((one) => ({ ...one, words })) });
    expect(await found(store(), ["forged"], { project: "/alpha" })).toHaveLength(1);
    expect(await found(store(), ["forged"], { project: "/beta" })).toEqual([]);
    expect(await found(store(), ["forged"], { project: "/gamma", orNone: true })).toEqual([]);
  });

  test("M2: strange words are found again as they were indexed", async () => {
    const session = await stored(store());
    await append(store(), session.id, aMessage({ content: "strange" }));
    const lot = await aLot(store(), "messages");
    const words = ["漢字", "🙂", "émile", "x".repeat(5000), "\uE001maya", "\uE00217", "\ud83d"];
    if (lot) await take(store(), "messages", { ...lot, passages: lot.passages.map((one) => ({ ...one, words })) });
    for (const word of words) expect(await found(store(), [word]), word.slice(0, 9)).toEqual([1]);
    for (const none of ["漢", "é", "emile", "x".repeat(4999), "maya", "17"])
      expect(await found(store(), [none]), none.slice(0, 9)).toEqual([]);
  });

  test("M2: a passage comes back with every field; one that is not there does not come", async () => {
    const session = await stored(store());
    await append(store(), session.id, aMessage({ content: "first", createdAt: at(1) }));
    const lot = await aLot(store(), "messages");
    const [owner] = await store().passages.waiting("messages", { above: 0 }, 1);
    if (!lot || !owner) throw new Error("nothing waits");
    const second = { pk: passagePk(1, 63), start: 3, size: 2, traits: 4095, terms: Uint8Array.of(9, 8, 7, 6) };
    const meaning = Uint8Array.from({ length: 100 }, (_, n) => n * 2);
    await take(store(), "messages", { ...lot, passages: [aPassage(owner), aPassage(owner, { ...second, meaning })] });
    const read = await store().passages.read("messages", [passagePk(1, 63), passagePk(1, 0), passagePk(1, 5), 99_999]);
    const byPk = new Map(read.map((one) => [one.pk, one]));
    expect(read).toHaveLength(2);
    expect(byPk.get(passagePk(1, 0))).toMatchObject({ place: 1, at: Date.parse(at(1)), start: 0, size: 5, traits: 5 });
    expect(byPk.get(passagePk(1, 63))).toMatchObject({ start: 3, size: 2, traits: 4095, length: 1 });
    expect([...(byPk.get(passagePk(1, 63))?.terms ?? [])]).toEqual([9, 8, 7, 6]);
    expect([...(byPk.get(passagePk(1, 63))?.meaning ?? [])]).toEqual([...meaning]);
    expect(byPk.get(passagePk(1, 0))?.meaning).toBeNull();
    expect(await store().passages.read("messages", [])).toEqual([]);
  });

  test("M5: what is from a span of time comes newest first, its beginning within and its end without", async () => {
    const session = await stored(store());
    const steps = [30, 10, 20, 40];
    await append(store(), session.id, ...steps.map((step) => aMessage({ createdAt: at(step) })));
    await indexAll(store());
    const during = async (from: number, to: number, limit = 10) =>
      (await store().passages.during("messages", spanOf(from, to), {}, limit)).map(ownerOf);
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
    const during = async (from: number, to: number, project: string) =>
      (await store().passages.during("messages", spanOf(from, to), { project }, 10)).map(ownerOf);
    expect(await during(10, 15, "/mine")).toEqual([3]);
    expect(await during(10, 15, "/theirs")).toEqual([4, 2]);
    expect(await during(0, 30, "/mine")).toEqual([5, 3, 1]);
    expect(await during(13, 19, "/mine")).toEqual([]);
    expect(await during(10, 15, "/nobody's")).toEqual([]);
  });

  test("M2: the passages at places of sessions are those of these places alone", async () => {
    const [one, two] = [await stored(store()), await stored(store())];
    await said(store(), one, "a", "b", "c");
    await said(store(), two, "d", "e");
    const [first] = await store().passages.read("messages", [passagePk(1, 0)]);
    const [fourth] = await store().passages.read("messages", [passagePk(4, 0)]);
    const places: [number, number][] = [
      [first?.thread ?? 0, 2],
      [fourth?.thread ?? 0, 1],
      [fourth?.thread ?? 0, 3],
      [999, 1],
    ];
    expect((await store().passages.at(places)).map(({ pk }) => ownerOf(pk)).sort()).toEqual([2, 4]);
    expect(await store().passages.at([])).toEqual([]);
  });

  test("M2: how many passages a scope has is known, also after some of them went", async () => {
    const [one, two] = [
      await stored(store(), { projectNormalized: "/alpha", agent: "ada", type: "background" }),
      await stored(store(), { projectNormalized: "/beta" }),
    ];
    await said(store(), one, "a b", "c d", "e f");
    await said(store(), two, "g h");
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
    await said(store(), await stored(store(), { projectNormalized: null }), "i j");
    expect(await Promise.all([size({ project: null }), size({ project: "/beta", orNone: true })])).toEqual([1, 2]);
    await store().transaction(({ messages }) => messages.discard(one.id, 2));
    expect(await Promise.all([size({}), size({ session: one.id })])).toEqual([3, 1]);
    expect(await progressOf(store())).toMatchObject({ passages: 3, length: 6 });
  });

  test("M2: what waits is read oldest first above, newest first below, whole, however long it is", async () => {
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

  test("M2: a lot is indexed as a whole or not at all", async () => {
    const session = await stored(store());
    await append(store(), session.id, aMessage({ content: "one" }), aMessage({ content: "two" }));
    const lot = await aLot(store(), "messages");
    if (!lot) throw new Error("nothing waits");
    const before = await progressOf(store());
    const twice = { ...lot, passages: [...lot.passages, ...lot.passages] };
    await expect(take(store(), "messages", twice)).rejects.toThrow();
    expect(await progressOf(store())).toEqual(before);
    expect(await found(store(), ["one"])).toEqual([]);
    await take(store(), "messages", lot);
    expect(await found(store(), ["one"])).toEqual([1]);
  });

  test("M2: owners that went away while their lot was made are left out, and the lot is read again", async () => {
    const [kept, gone] = [await stored(store()), await stored(store())];
    await append(store(), kept.id, aMessage({ content: "kept" }));
    await append(store(), gone.id, aMessage({ content: "gone" }));
    await append(store(), kept.id, aMessage({ content: "kept too" }));
    const lot = await aLot(store(), "messages");
    await store().transaction(({ messages }) => messages.discard(gone.id, 1));
    if (lot) await take(store(), "messages", lot);
    expect(await found(store(), ["gone"])).toEqual([]);
    await indexAll(store());
    expect(await found(store(), ["kept"])).toEqual([3, 1]);
    expect(isComplete(await progressOf(store()))).toBe(true);
  });

  test("M2: a number that is given out again while a lot was being made is indexed for its new owner", async () => {
    const [old, young] = [await stored(store(), { type: "ephemeral" }), await stored(store())];
    await append(store(), old.id, aMessage({ content: "ancient words" }));
    const lot = await aLot(store(), "messages");
    await store().transaction(({ messages }) => messages.discard(old.id, 1));
    await append(store(), young.id, aMessage({ content: "fresh words" }));
    if (lot) await take(store(), "messages", lot);
    await indexAll(store());
    expect(await found(store(), ["ancient"])).toEqual([]);
    expect(await found(store(), ["fresh"])).toEqual([1]);
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
        const lot = await aLot(store(), "messages", 1);
        if (lot) await take(store(), "messages", lot);
      };
      for (let n = 0; n < done; n++) await step();
      const lot = await aLot(store(), "messages", 1);
      await store().transaction(({ messages }) => messages.discard(old.id, 2));
      await append(store(), young.id, aMessage({ content: "fresh words" }), aMessage({ content: "fresh too" }));
      if (lot) await take(store(), "messages", lot);
      await indexAll(store());
      expect(await found(store(), ["ancient"])).toEqual([]);
      expect(await found(store(), ["fresh"])).toEqual([3, 2]);
      expect(await found(store(), ["base"])).toEqual([1]);
    },
  );

  test("M2: a lot from before the index was emptied changes nothing", async () => {
    const session = await stored(store());
    await said(store(), session, "one", "two");
    await append(store(), session.id, aMessage({ content: "three" }));
    const lot = await aLot(store(), "messages");
    await store().transaction(({ passages }) => passages.clear("messages", EDITION));
    if (lot) await take(store(), "messages", lot);
    expect(await progressOf(store())).toMatchObject({ low: 3, high: 3, passages: 0 });
    await indexAll(store());
    for (const [n, word] of ["one", "two", "three"].entries()) expect(await found(store(), [word])).toEqual([n + 1]);
    expect((await progressOf(store())).passages).toBe(3);
  });

  test("M1: a memory that is forgotten before or while it is indexed is never found, and holds nothing up", async () => {
    for (const content of ["early word", "late word", "kept word"])
      await store().memories.insert(aMemory({ id: content, content }));
    await store().memories.forget("early word", at(1));
    const lot = await aLot(store(), "memories");
    await store().memories.forget("late word", at(2));
    if (lot) await take(store(), "memories", lot);
    await indexAll(store());
    expect(await found(store(), ["word"], { source: "memories" })).toEqual([3]);
  });

  test("M1: what is forgotten, buried or discarded is out of the index at once", async () => {
    const session = await stored(store());
    const memory = aMemory({ content: "zebra" });
    await store().memories.insert(memory);
    const removed = aMemory({ content: "zebra removed" });
    await store().memories.insert(removed);
    const checkpoint = aCheckpoint(session, { digest: "zebra" });
    await store().transaction(({ checkpoints }) => checkpoints.append(checkpoint));
    await said(store(), session, "zebra");
    const all = async () =>
      (await Promise.all(INDEXED.map((source) => found(store(), ["zebra"], { source })))).map(({ length }) => length);
    expect(await all()).toEqual([1, 2, 1]);
    await store().memories.forget(memory.id, at(9));
    await store().memories.remove(removed.id);
    await store().transaction(({ checkpoints }) => checkpoints.bury(checkpoint.id, at(9)));
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
    await said(store(), gone, "zebra");
    await said(store(), kept, "zebra");
    await store().transaction(async ({ messages, sessions }) => {
      await messages.discard(gone.id, 1);
      await sessions.remove(gone.id);
    });
    expect(await found(store(), ["zebra"])).toEqual([2]);
    expect(await found(store(), ["zebra"], { source: "checkpoints" })).toEqual([2]);
    expect(await found(store(), ["zebra"], { session: gone.id })).toEqual([]);
  });

  test("M2: an emptied index is filled again, the newest first, and finds the same as before", async () => {
    const session = await stored(store());
    await said(store(), session, "redis one", "redis two", "redis three");
    await store().transaction(({ passages }) => passages.clear("messages", "next"));
    expect(await progressOf(store())).toMatchObject({ low: 3, high: 3, passages: 0, length: 0, edition: "next" });
    expect(await found(store(), ["redis"])).toEqual([]);
    expect(await sizeOf(store(), { session: session.id })).toBe(0);
    for (const expected of [[3], [3, 2], [3, 2, 1]]) {
      const lot = await aLot(store(), "messages", 1);
      if (lot) await take(store(), "messages", lot);
      expect(await found(store(), ["redis"])).toEqual(expected);
    }
    await indexAll(store());
    expect(isComplete(await progressOf(store()))).toBe(true);
    expect(await sizeOf(store(), { session: session.id })).toBe(3);
  });

  test("M2: an index that grew in many small lots is put together bit by bit, and finds what it found", async () => {
    const session = await stored(store());
    const contents = Array.from({ length: 60 }, (_, n) => `zebra${n} ${n % 2 ? "odd" : "even"}`);
    for (const content of contents) await said(store(), session, content);
    await store().transaction(({ messages }) => messages.discard(session.id, 3));
    const before = await found(store(), ["odd"], { session: session.id });
    const step = (isBegun: boolean) => store().transaction(({ passages }) => passages.gatherUp("messages", isBegun));
    let steps = 0;
    for (let isBegun = false; await step(isBegun); isBegun = true) if (++steps > 1000) throw new Error("it never ends");
    expect(await found(store(), ["odd"], { session: session.id })).toEqual(before);
    expect(await found(store(), ["zebra0"])).toEqual([]);
    expect(await step(false)).toBe(false);
    await said(store(), session, "zebra60 even");
    expect(await found(store(), ["zebra60"])).toEqual([61]);
  });
}
