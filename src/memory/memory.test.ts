import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { lastIncidents } from "../audit/index.ts";
import { Stage } from "../engine.test-kit.ts";
import { purge } from "../sessions/index.ts";
import { whyReplaced } from "./facts/supersession.ts";
import type { RememberInput } from "./input.ts";

let stage: Stage;
beforeEach(async () => {
  stage = await Stage.open();
});
afterEach(() => stage.engine.close());

const remember = (
  content: string,
  fields: { project?: string; agent?: string; kind?: RememberInput["kind"]; source?: string } = {},
) => stage.engine.memory.remember({ content, project: "/p", source: "user", ...fields });
const held = async () => (await stage.engine.memory.list({})).map(({ content }) => content).sort();
const recalled = async (query: string, asOf?: number) =>
  (await stage.engine.memory.recall({ query, asOf })).map(({ content }) => content);

const [OLD, NEW] = ["The staging port is 8080.", "The staging port is 9090."];
const WHY = "The staging port: 8080 → 9090";

describe("K4: a new value takes the place of the old one", () => {
  test("with why, and the old one is recalled only as of a time when it held", async () => {
    const old = await remember(OLD);
    const before = stage.clock.now();
    stage.clock.advance(60_000);
    const next = await remember(NEW);
    expect(next.supersedes).toEqual([{ id: old.id, content: OLD, why: WHY }]);
    expect(await held()).toEqual([NEW]);
    expect(await recalled("staging port")).toEqual([NEW]);
    expect(await recalled("staging port", before)).toContain(OLD);
    expect(await stage.engine.memory.show(old.id)).toMatchObject({
      supersededBy: next.id,
      supersededWhy: WHY,
      succeededBy: [{ id: next.id }],
    });
  });

  test("only where agent and project are the same", async () => {
    await remember(OLD);
    for (const scope of [{ project: "/q" }, { agent: "ada" }])
      expect(await remember(NEW, scope)).not.toHaveProperty("supersedes");
    // An agent's own is no rival of what is everybody's in the same project.
    await remember(OLD, { agent: "ada", project: "/z" });
    expect(await remember(NEW, { project: "/z" })).not.toHaveProperty("supersedes");
    const everywhere = { content: NEW, source: "user" };
    expect(await stage.engine.memory.remember(everywhere)).not.toHaveProperty("supersedes");
    expect(await stage.engine.memory.remember({ ...everywhere, content: OLD })).toMatchObject({
      supersedes: [{ content: NEW }],
    });
    expect(await held()).toEqual([OLD, OLD, OLD, NEW, NEW, NEW]);
  });

  test("what says the same is one memory, and a superseded one comes back when it is repeated", async () => {
    const first = await remember(OLD);
    for (const same of [`  ${OLD.toUpperCase()} `, "- The **staging** port is `8080`"])
      expect(await remember(same)).toMatchObject({ id: first.id, wasKnown: true });
    await remember(NEW);
    const again = await remember(OLD);
    expect(again.id).not.toBe(first.id);
    expect(again.supersedes).toMatchObject([{ content: NEW }]);
    expect(await held()).toEqual([OLD]);
  });

  test("what differs by case, blanks, punctuation and articles is one memory; by numbers, names or denial it is not", async () => {
    const first = await remember("Deploys go through the blue pipeline on Tuesdays");
    const same = await remember("The deploys go through the  blue pipeline on Tuesdays.");
    expect(same).toMatchObject({ id: first.id, content: first.content, wasKnown: true });
    const others = [
      "The deploys do not go through the blue pipeline on Tuesdays.",
      "The deploys go through the green pipeline on Tuesdays.",
      "The deploys go through the blue pipeline 2 on Tuesdays.",
    ];
    for (const other of others) expect((await remember(other)).id).not.toBe(first.id);
    expect(await held()).toHaveLength(4);
    expect(await remember(same.content, { project: "/q" })).not.toMatchObject({ id: first.id });
  });

  test("of twenty at once, one holds", async () => {
    await Promise.all(Array.from({ length: 20 }, (_, n) => remember(`The staging port is ${9000 + n}.`)));
    expect(await held()).toHaveLength(1);
    expect(await stage.engine.memory.history({})).toHaveLength(20);
  });

  test("found among two thousand others, though none of them was indexed yet", async () => {
    await remember(OLD);
    const one = await remember("Lunch is at noon.");
    await stage.store.transaction(async ({ memories }) => {
      for (let n = 0; n < 2000; n++)
        await memories.insert({
          ...one,
          id: `other-${n}`,
          content: `The production port of service ${n} was checked.`,
        });
    });
    expect(await remember(NEW)).toMatchObject({ supersedes: [{ content: OLD }] });
  });
});

describe("K4: possible contradictions are shown together, and the caller says what no longer holds", () => {
  const [NPM, PNPM] = [
    "We install with npm in the shop repository.",
    "The shop repository has switched from npm to pnpm.",
  ];

  test("both hold; recall gives the newer one first, also where the question only finds the older", async () => {
    const old = await remember(NPM);
    stage.clock.advance(60_000);
    const next = await remember(PNPM);
    expect(next).toMatchObject({ related: [{ id: old.id, content: NPM }] });
    expect(next).not.toHaveProperty("supersedes");
    expect(await held()).toEqual([PNPM, NPM]);
    for (const query of ["what do we install in the shop repository", "what do we install with"])
      expect(await stage.engine.memory.recall({ query })).toMatchObject([
        { content: PNPM },
        { content: NPM, newer: next.id },
      ]);
    expect(await stage.engine.memory.recall({ query: "what do we install with", limit: 1 })).toMatchObject([
      { content: NPM },
    ]);
  });

  test("not what merely shares a word, belongs to others, or was said later than is asked for", async () => {
    await remember(NPM);
    const before = stage.clock.now();
    stage.clock.advance(60_000);
    for (const scope of [{ project: "/q" }, { agent: "ada" }])
      expect(await remember(PNPM, scope)).not.toHaveProperty("related");
    expect(await remember("The shop opens at noon.")).not.toHaveProperty("related");
    await remember(PNPM);
    expect(await recalled("what do we install with", before)).toEqual([NPM]);
  });

  test("what is named is superseded, in whatever words, also by what was known before", async () => {
    const old = await remember(NPM);
    const next = await remember(PNPM);
    const { memory } = stage.engine;
    const named = { content: PNPM, project: "/p", source: "user", supersedes: [old.id.slice(-8)] };
    expect(await memory.remember(named)).toMatchObject({
      ...{ id: next.id, wasKnown: true },
      supersedes: [{ id: old.id, content: NPM, why: "named as replaced" }],
    });
    expect(await held()).toEqual([PNPM]);
    expect(await memory.show(old.id)).toMatchObject({ succeededBy: [{ id: next.id }] });
    await expect(memory.remember({ ...named, content: "We use bun." })).rejects.toThrow(/was superseded by/);
    await expect(memory.remember({ ...named, supersedes: ["none"] })).rejects.toThrow(/no memory "none"/);
    expect(await held()).toEqual([PNPM]);
  });

  test("of three about the same, each names the newest", async () => {
    const contents = [NPM, PNPM, "npm and pnpm are both allowed in the shop repository."];
    for (const content of contents) {
      await remember(content);
      stage.clock.advance(60_000);
    }
    const found = await stage.engine.memory.recall({ query: "npm in the shop repository" });
    expect(found.map(({ content }) => content)).toEqual([...contents].reverse());
    expect(found.map(({ newer }) => newer)).toEqual([undefined, found[0]?.id, found[0]?.id]);
  });
});

describe("M1: who may supersede whom", () => {
  const by = (source: string, content: string, kind = "fact") => ({ source, content, kind });
  const [AGENT, USER] = ["message m1 (agent)", "message m2 (user)"];
  test.each([
    ["user", "session s", true],
    ["session s", "user", true],
    [USER, "user", true],
    [USER, AGENT, true],
    [AGENT, AGENT, true],
    ["user", AGENT, true],
    [AGENT, "user", false],
    [AGENT, "session s", false],
    [AGENT, USER, false],
  ])("%s over %s: %s", (newer, older, may) => {
    expect(whyReplaced(by(newer, NEW), by(older, OLD)) !== undefined).toBe(may);
  });

  test.each(["open_item", "promise", "failed"])("%s neither supersedes nor is superseded", (kind) => {
    expect(whyReplaced(by("user", NEW, kind), by("user", OLD))).toBeUndefined();
    expect(whyReplaced(by("user", NEW), by("user", OLD, kind))).toBeUndefined();
  });
});

describe("M1: forgetting is final", () => {
  test("for what was superseded by it too, at whatever time is asked for", async () => {
    await remember(OLD);
    const before = stage.clock.now();
    stage.clock.advance(60_000);
    const next = await remember(NEW);
    const after = stage.clock.now();
    stage.clock.advance(60_000);
    await stage.engine.memory.forget(next.id);
    for (const asOf of [undefined, before, after]) expect(await recalled("staging port", asOf)).toEqual([]);
    expect((await stage.engine.memory.history({})).map(({ content }) => content)).toEqual(["", ""]);
  });

  test("what followed it stays", async () => {
    const old = await remember(OLD);
    await remember(NEW);
    await stage.engine.memory.forget(old.id);
    expect(await recalled("staging port")).toEqual([NEW]);
  });

  test("two who forget the same at once: one is refused as already forgotten, and one trace is left", async () => {
    const { id } = await remember(OLD);
    const outcomes = await Promise.allSettled([stage.engine.memory.forget(id), stage.engine.memory.forget(id)]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(await lastIncidents(stage.store, 9)).toMatchObject([{ kind: "forgotten", detail: `forgot memory ${id}` }]);
  });

  test("a purged session takes its memories along, also those that are over", async () => {
    await stage.start("s1");
    const { id: sessionId } = await stage.session("s1");
    for (const content of [OLD, NEW]) await stage.engine.memory.remember({ content, source: "session s1", sessionId });
    await purge(stage.engine.services, await stage.session("s1"));
    expect(await stage.engine.memory.history({})).toEqual([]);
  });
});

describe("M1: editing", () => {
  test("two who edit the same at once: one is refused, and one memory holds", async () => {
    const { id } = await remember(OLD);
    const edit = (content: string) => stage.engine.memory.edit(id, { content, source: "user" });
    const outcomes = await Promise.allSettled([edit("The door is red."), edit("The window is blue.")]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    const [done] = outcomes.flatMap((outcome) => (outcome.status === "fulfilled" ? [outcome.value.content] : []));
    expect(await held()).toEqual([done]);
  });

  test("to what another memory says already makes one of the two; case and kind can be changed", async () => {
    const [a, b] = [await remember("The door is red."), await remember("The gate is made of oak.")];
    const { memory } = stage.engine;
    expect(await memory.edit(b.id, { content: a.content, source: "user" })).toMatchObject({ id: a.id, changed: true });
    const cased = await memory.edit(a.id, { content: "The door is RED.", source: "user" });
    expect(cased).toMatchObject({ changed: true, supersedes: [{ id: a.id, why: "edited" }] });
    const asRule = await memory.edit(cased.id, { content: cased.content, kind: "constraint", source: "user" });
    expect(asRule).toMatchObject({ changed: true, kind: "constraint" });
    expect(await held()).toEqual(["The door is RED."]);
  });
});
