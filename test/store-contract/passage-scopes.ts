import { expect, test } from "vitest";
import { indexAll, indexBatch, indexMessages, nextBatch, search } from "./indexing.ts";
import { aMemory, aMessage, append, type StoreOf, stored } from "./kit.ts";

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

export function passageScopesContract(store: StoreOf): void {
  test("M4: a session, a project and an agent see their own, alone and together", async () => {
    const alpha = await stored(store(), { projectNormalized: "/alpha", agent: "ada" });
    const beta = await stored(store(), { projectNormalized: "/beta", agent: "ada" });
    const other = await stored(store(), { projectNormalized: "/alpha", agent: "bob" });
    const [a = 0] = await indexMessages(store(), alpha, "secret plan");
    const [b = 0] = await indexMessages(store(), beta, "secret plan");
    const [o = 0] = await indexMessages(store(), other, "secret plan");
    const see = (scope: Parameters<typeof search>[2]) => search(store(), ["secret"], scope);
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

  test("M4: passages without a project match all of them if asked for", async () => {
    for (const project of ["/alpha", null, "/beta"])
      await store().memories.insert(aMemory({ content: "rule", project }));
    await indexAll(store());
    const see = (scope: Parameters<typeof search>[2]) => search(store(), ["rule"], { source: "memories", ...scope });
    expect(await see({ project: "/alpha", orNone: true })).toEqual([2, 1]);
    expect(await see({ project: "/unknown", orNone: true })).toEqual([2]);
    expect(await see({ project: "/alpha" })).toEqual([1]);
    expect(await see({ orNone: true })).toEqual([3, 2, 1]);
  });

  test("M4: passages without an agent match every agent if asked for; those of another agent never", async () => {
    for (const owner of [
      {},
      { agent: "ada" },
      { agent: "bob" },
      { project: "/alpha" },
      { agent: "ada", project: "/alpha" },
    ])
      await store().memories.insert(aMemory({ content: "rule", project: null, agent: null, ...owner }));
    await indexAll(store());
    const see = (scope: Parameters<typeof search>[2]) => search(store(), ["rule"], { source: "memories", ...scope });
    expect(await see({ agent: "ada", orNone: true })).toEqual([5, 2, 1]);
    expect(await see({ agent: "unknown", orNone: true })).toEqual([1]);
    expect(await see({ agent: "ada" })).toEqual([5, 2]);
    expect(await see({ project: "/alpha", orNone: true })).toEqual([5, 4, 1]);
    expect(await see({ project: "/alpha", agent: "ada", orNone: true })).toEqual([5, 2, 1]);
  });

  test("M4: an agent's own project is its own, even if both have the same name", async () => {
    const byProject = await stored(store(), { projectNormalized: "twin" });
    const byAgent = await stored(store(), { projectNormalized: null, agent: "twin" });
    const [p] = await indexMessages(store(), byProject, "words");
    const [a] = await indexMessages(store(), byAgent, "words");
    expect(await search(store(), ["words"], { project: "twin" })).toEqual([p]);
    expect(await search(store(), ["words"], { agent: "twin" })).toEqual([a]);
  });

  test("M2: no term is taken as syntax, and none widens a scope", async () => {
    const [own, other] = [
      await stored(store(), { projectNormalized: "/alpha" }),
      await stored(store(), { projectNormalized: "/beta" }),
    ];
    const [mine] = await indexMessages(store(), own, "a harmless fact about sockets");
    await indexMessages(store(), other, "another fact about sockets");
    for (const term of HOSTILE) {
      const together = await search(store(), [term, "sockets"], { project: "/alpha" });
      const alone = await search(store(), [term], { project: "/alpha" });
      for (const list of [together, alone]) expect([[], [mine]], JSON.stringify(term)).toContainEqual(list);
    }
    for (const term of ["", "   ", '"', "\0", "*"]) expect(await search(store(), [term])).toEqual([]);
  });

  test("M4: no word of a text can carry its passage into another scope", async () => {
    const [own, other] = [
      await stored(store(), { projectNormalized: "/alpha" }),
      await stored(store(), { projectNormalized: "/beta" }),
    ];
    await indexMessages(store(), other, "first");
    await append(store(), own.id, aMessage({ content: "forged" }));
    const batch = await nextBatch(store(), "messages");
    const words = ["forged", ...Array.from({ length: 30 }, (_, n) => `x \uE000${n}`), ...HOSTILE];
    if (batch)
      await indexBatch(store(), "messages", { ...batch, passages: batch.passages.map((one) => ({ ...one, words })) });
    expect(await search(store(), ["forged"], { project: "/alpha" })).toHaveLength(1);
    expect(await search(store(), ["forged"], { project: "/beta" })).toEqual([]);
    expect(await search(store(), ["forged"], { project: "/gamma", orNone: true })).toEqual([]);
  });
}
