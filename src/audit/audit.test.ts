import { expect, test } from "vitest";
import { at, emptyStore, stored, storeOfSchema19 } from "../store/store.test-kit.ts";
import { type Incident, type Injection, incidents, injections, lastIncidents, takeBackInjection } from "./index.ts";

const injection = (sessionId: string, id: string, step: number, hookId: string | null): Injection => ({
  ...{ id, sessionId, event: "session-start", hookId, reason: "same project" },
  ...{ text: "## Session Recovery Context\n👍", createdAt: at(step) },
});

const incident = (id: string, step: number, sessionId: string | null): Incident => ({
  ...{ id, sessionId, kind: "session_interrupted", detail: "ended 'without' a word", createdAt: at(step) },
});

test("R1: injections of a session are listed, oldest first", async () => {
  const store = emptyStore();
  const [session, other] = [await stored(store), await stored(store)];
  const one = injection(session.id, "i2", 1, "h1");
  const two = injection(session.id, "i1", 2, null);
  const three = injection(session.id, "i3", 2, "h3");
  for (const each of [two, three, one, injection(other.id, "i4", 1, null)]) await injections(store).add(each);
  expect(await injections(store).list({ sessionId: session.id })).toEqual([one, two, three]);
  expect(await injections(store).list({ sessionId: "none" })).toEqual([]);
  const newest = { newestFirst: true, limit: 2 };
  expect(await injections(store).list({ sessionId: session.id }, newest)).toEqual([three, two]);
});

test("R1: an injection that never arrived is taken back by its hook, once", async () => {
  const store = emptyStore();
  const session = await stored(store);
  await injections(store).add(injection(session.id, "i1", 1, "h1"));
  await injections(store).add(injection(session.id, "i2", 2, "h2"));
  await injections(store).add(injection(session.id, "i3", 3, null));
  expect(await takeBackInjection(store, "h1")).toEqual(injection(session.id, "i1", 1, "h1"));
  expect(await takeBackInjection(store, "h1")).toBeUndefined();
  expect(await takeBackInjection(store, "never")).toBeUndefined();
  expect((await injections(store).list({ sessionId: session.id })).map(({ id }) => id)).toEqual(["i2", "i3"]);
});

test("S7: incidents are listed newest first, with or without a session, and outlive it", async () => {
  const store = emptyStore();
  const { id: sessionId } = await stored(store);
  const all = [incident("a", 1, null), incident("b", 2, sessionId), incident("c", 2, null)];
  for (const each of all) await incidents(store).add(each);
  await store.sessions.remove(sessionId);
  expect(await lastIncidents(store, 10)).toEqual([...all].reverse());
  expect((await lastIncidents(store, 1)).map(({ id }) => id)).toEqual(["c"]);
});

test("R1: injections and incidents of schema 19 are accounted for, those of a purged session too", async () => {
  const store = storeOfSchema19(`
    INSERT INTO injections (id, session_id, event, hook_id, reason, text, created_at) VALUES
      ('i2', 's1', 'session-start', 'h1', 'same project', '## Session Recovery Context\n👍', '${at(2)}'),
      ('i1', 's1', 'session-start', NULL, 'same project', '## Session Recovery Context\n👍', '${at(1)}');
    INSERT INTO incidents (id, session_id, kind, detail, created_at) VALUES
      ('b', 'purged', 'session_interrupted', 'ended ''without'' a word', '${at(2)}'),
      ('a', NULL, 'session_interrupted', 'ended ''without'' a word', '${at(1)}');`);
  const [first, second] = [injection("s1", "i1", 1, null), injection("s1", "i2", 2, "h1")];
  expect(await injections(store).list({ sessionId: "s1" })).toEqual([first, second]);
  expect(await takeBackInjection(store, "h1")).toEqual(second);
  expect(await lastIncidents(store, 9)).toEqual([incident("b", 2, "purged"), incident("a", 1, null)]);
});
