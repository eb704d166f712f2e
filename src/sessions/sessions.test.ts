import { expect, test } from "vitest";
import { newId } from "../core/index.ts";
import { Stage } from "../engine.test-kit.ts";
import { type NewSession, SESSION_STATES } from "../store/index.ts";
import { type Arrival, sessionTree } from "./index.ts";
import { canMove } from "./transitions.ts";

const MINUTE = 60_000;
const me = { pid: process.pid };
const at = (path: string) => ({ given: path, normalized: path });

const arrive = (stage: Stage, fields: Partial<Arrival>) =>
  stage.store.transaction((tables) =>
    stage.engine.sessions.arrive(tables, {
      harness: "claude-code",
      key: "a",
      project: at("/projects/alpha"),
      at: stage.clock.now(),
      runtime: "hooks",
      ...fields,
    }),
  );

test("S2: a move on somebody's word is made if it is legal; else refused with both states, and nothing changes", async () => {
  for (const from of SESSION_STATES) {
    for (const to of SESSION_STATES) {
      const stage = await Stage.open();
      const { session } = await stage.engine.sessions.create({ key: "a" });
      await stage.store.sessions.change(session.id, { state: from });
      const before = await stage.store.sessions.get(session.id);
      stage.clock.advance(MINUTE);
      if (canMove(from, to)) {
        expect(await stage.engine.sessions.move(session.id, to, "api")).toMatchObject({ state: to });
        expect((await stage.store.sessions.get(session.id))?.state).toBe(to);
      } else {
        await expect(stage.engine.sessions.move(session.id, to, "api")).rejects.toThrow(`from ${from} to ${to}`);
        expect(await stage.store.sessions.get(session.id)).toEqual(before);
      }
    }
  }
});

test("S2: a prompt makes any session active again but a terminated one", async () => {
  for (const state of SESSION_STATES) {
    const stage = await Stage.open();
    await stage.start("a");
    await stage.store.sessions.change((await stage.session("a")).id, { state });
    await stage.prompt("a", "Go on with the parser.");
    expect((await stage.session("a")).state).toBe(state === "terminated" ? "terminated" : "active");
  }
});

test("S8: one integration holds the claim; what another says of the same session is not counted", async () => {
  const stage = await Stage.open();
  expect(await arrive(stage, {})).toMatchObject({ created: true, holdsClaim: true });
  expect(await arrive(stage, { runtime: "plugin" })).toMatchObject({ created: false, holdsClaim: false });
  expect(await arrive(stage, { runtime: "plugin", source: "startup" })).toMatchObject({ holdsClaim: false });
  expect(await arrive(stage, {})).toMatchObject({ holdsClaim: true });
});

test("S8: the claim passes on when the session is restarted by another integration, after its end or a long silence", async () => {
  const stage = await Stage.open();
  await arrive(stage, {});
  stage.clock.advance(31 * MINUTE);
  expect(await arrive(stage, { runtime: "plugin" })).toMatchObject({ holdsClaim: false });
  expect(await arrive(stage, { runtime: "plugin", source: "resume" })).toMatchObject({ holdsClaim: true });
  expect(await arrive(stage, {})).toMatchObject({ holdsClaim: false });
});

test("S1: an event that comes late does not turn the last activity back", async () => {
  const stage = await Stage.open();
  await stage.start("a");
  stage.clock.advance(10 * MINUTE);
  await stage.prompt("a", "Now.");
  const { lastActivityAt } = await stage.session("a");
  await stage.engine.hooks.handle({
    event: "user-prompt-submit",
    harness: "claude-code",
    body: JSON.stringify({
      session_id: "a",
      cwd: "/projects/alpha",
      prompt: "Said five minutes ago, in the spool since.",
    }),
    runtime: "hooks",
    hookPid: "late",
    spooledAt: stage.clock.now() - 5 * MINUTE,
  });
  expect(await stage.session("a")).toMatchObject({ lastActivityAt, promptCount: 2 });
});

test("S5: lineage: by the named key, by the process that was cleared, else by the project", async () => {
  const stage = await Stage.open();
  const first = (await arrive(stage, { key: "first", client: me })).session;
  stage.clock.advance(1000);
  const other = (await arrive(stage, { key: "other" })).session;
  stage.clock.advance(1000);
  const cleared = (await arrive(stage, { key: "cleared", source: "clear", client: me })).session;
  expect(cleared).toMatchObject({ parentId: first.id, lineage: "clear" });
  const named = (await arrive(stage, { key: "named", previousSessionKey: "other" })).session;
  expect(named).toMatchObject({ parentId: other.id, lineage: "previous_key" });
  const abroad = (await arrive(stage, { harness: "codex", key: "abroad", previousSessionKey: "first" })).session;
  expect(abroad).toMatchObject({ parentId: first.id, lineage: "previous_key" });
  stage.clock.advance(1000);
  expect((await arrive(stage, { key: "plain" })).session).toMatchObject({ lineage: "project" });
  expect((await arrive(stage, { key: "elsewhere", project: at("/projects/beta") })).session).toMatchObject({
    parentId: null,
  });
  expect((await arrive(stage, { key: "nowhere", project: undefined })).session).toMatchObject({ parentId: null });
});

test("S5: what fits a session and the subagents that it sent out means the session, however many these are", async () => {
  const stage = await Stage.open();
  const insert = async (key: string, fields: Partial<NewSession> = {}) => {
    const at = "2026-01-01T00:00:00.000Z";
    const times = { startedAt: at, lastActivityAt: at, endedAt: null, endReason: null };
    const harness = { harness: "claude-code", type: "coding", state: "active" } as const;
    return (await stage.store.sessions.insert({ id: newId(), key, ...harness, ...times, ...fields })).session;
  };
  const subagents = Array.from({ length: 15 }, (_, n) => `b0a1c2d3-4444/agent${n}`);
  const parent = { id: newId(), key: "b0a1c2d3-4444" };
  await insert(parent.key, { id: parent.id });
  for (const key of subagents) await insert(key, { parentId: parent.id, lineage: "subagent" });
  expect(await stage.engine.sessions.find("b0a1c2d3")).toMatchObject(parent);
  expect(await stage.engine.sessions.find("b0a1c2d3-4444/agent14")).toMatchObject({ parentId: parent.id });
  await insert("b0a1c2d3-5555");
  await expect(stage.engine.sessions.find("b0a1c2d3")).rejects.toThrow("more than one");
});

test("S5: the chain is shown as a tree from its first ancestor, whichever of it is asked for", async () => {
  const stage = await Stage.open();
  const keys = ["one", "two", "three"];
  let previousSessionKey: string | undefined;
  for (const key of keys) {
    await arrive(stage, { key, previousSessionKey, project: undefined });
    previousSessionKey = key;
  }
  await arrive(stage, { key: "side", previousSessionKey: "one", project: undefined });
  for (const key of ["one", "three", "side"]) {
    const tree = await sessionTree(stage.store, await stage.session(key));
    expect(tree.key).toBe("one");
    expect(tree.children.map((child) => child.key).sort()).toEqual(["side", "two"]);
    expect(tree.children.find((child) => child.key === "two")?.children[0]?.key).toBe("three");
  }
});

test("S1: a session is found by a beginning that fits it alone; else the error says which fit, or that none does", async () => {
  const stage = await Stage.open();
  for (const key of ["abcd-one", "abcd-two"]) await stage.engine.sessions.create({ key });
  expect((await stage.engine.sessions.find("abcd-o")).key).toBe("abcd-one");
  await expect(stage.engine.sessions.find("abcd")).rejects.toMatchObject({
    code: "refused",
    hint: expect.stringContaining(","),
  });
  await expect(stage.engine.sessions.find("nothing")).rejects.toMatchObject({ code: "not_found" });
});
