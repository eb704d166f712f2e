import { expect, test } from "vitest";
import { purgedSessions, wasPurged } from "../../sessions/index.ts";
import { at, emptyStore, stored, storeOfSchema19 } from "../../store/store.test-kit.ts";
import { historyMarks, markId } from "./history-marks.ts";
import { followedPlaces } from "./history-watcher.ts";

test("H4: how far a history was read is kept for each session of a database, and goes with the session", async () => {
  const store = emptyStore();
  const [one, other] = [await stored(store), await stored(store)];
  const path = "/home/ünï/opencode.db";
  const marks = historyMarks(store);
  const markOf = async (sessionId: string, of = path) => (await marks.get(markId(sessionId, of)))?.mark;
  expect(await markOf(one.id)).toBeUndefined();
  await marks.put({ sessionId: one.id, path, mark: "row 7", updatedAt: at(1) });
  await marks.put({ sessionId: other.id, path, mark: "row 3", updatedAt: at(1) });
  await marks.put({ sessionId: one.id, path, mark: '{"row":"9\'""}', updatedAt: at(2) });
  expect(await markOf(one.id)).toBe('{"row":"9\'""}');
  expect(await markOf(other.id)).toBe("row 3");
  expect(await markOf(one.id, "/another.db")).toBeUndefined();
  await store.transaction((tables) => tables.sessions.remove(one.id));
  expect(await markOf(one.id)).toBeUndefined();
  expect(await markOf(other.id)).toBe("row 3");
});

test("H4: that a session was purged is known by its client and key", async () => {
  const store = emptyStore();
  expect(await wasPurged(store, "codex", "k")).toBe(false);
  await purgedSessions(store).put({ harness: "codex", key: "k", purgedAt: at(1) });
  await purgedSessions(store).put({ harness: "codex", key: "k", purgedAt: at(2) });
  expect(await wasPurged(store, "codex", "k")).toBe(true);
  expect(await wasPurged(store, "gemini", "k")).toBe(false);
});

test("H4: where a client's histories are followed is known, one place for each", async () => {
  const places = followedPlaces(emptyStore());
  expect(await places.list()).toEqual([]);
  const codex = { harness: "codex", userHome: "/home/ünï", env: { CODEX_HOME: "/a 'b'" }, lookedAt: at(1) };
  await places.put(codex);
  await places.put({ ...codex, harness: "claude-code", env: {} });
  await places.put({ ...codex, lookedAt: at(2) });
  expect(await places.list()).toEqual([
    { ...codex, harness: "claude-code", env: {} },
    { ...codex, lookedAt: at(2) },
  ]);
});

test("H4: an import goes on where schema 19 stopped: marks, followed places and purged sessions are known", async () => {
  const store = storeOfSchema19(`
    INSERT INTO history_marks VALUES ('s1', '/o.db', '{"row":"9''"}', '${at(1)}');
    INSERT INTO followed_places VALUES ('codex', '/home/ünï', '{"CODEX_HOME":"/a ''b''"}', '${at(1)}');
    INSERT INTO purged_sessions VALUES ('codex', 'k', '${at(1)}');`);
  expect((await historyMarks(store).get(markId("s1", "/o.db")))?.mark).toBe(`{"row":"9'"}`);
  expect(await followedPlaces(store).list()).toEqual([
    { harness: "codex", userHome: "/home/ünï", env: { CODEX_HOME: "/a 'b'" }, lookedAt: at(1) },
  ]);
  expect(await wasPurged(store, "codex", "k")).toBe(true);
});
