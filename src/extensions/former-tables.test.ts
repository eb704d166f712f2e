import { expect, test } from "vitest";
import { migratedFrom } from "../store/sqlite/test-kit.ts";
import { at } from "../store/store.test-kit.ts";
import { decisionsOf } from "../work/index.ts";
import { governedSessions, unfinishedSessions, waitingSession } from "./governance/governed-sessions.ts";
import { fixers, OPEN } from "./governance/retries/fixers.ts";
import { safetySamples } from "./governance/safety/samples.ts";
import { OPEN as HELD, sandboxes, sandboxesOf } from "./governance/safety/sandboxes.ts";
import { conflictsOf } from "./ledgers/files/file-conflicts.ts";
import { syncedFiles } from "./ledgers/files/synced-files.ts";
import { tasksOf } from "./ledgers/tasks/task-records.ts";
import { recordedEntriesOf } from "./ledgers/trajectory/recorded-entries.ts";
import { workStates } from "./ledgers/work-states.ts";

/* Extensions had tables of the store up to schema 19. */

const from19 = (rows: string) =>
  migratedFrom(
    19,
    `INSERT INTO sessions (id, key, harness, project_normalized, type, state, started_at, last_activity_at)
      VALUES ('s1', 'k1', 'claude-code', '/alpha', 'coding', 'complete', '${at(0)}', '${at(0)}');
    ${rows}`,
  );

test("V4: fixers of schema 19 stay open or closed", async () => {
  const store = from19(`INSERT INTO fixers VALUES
    ('fixer-0002', 's1', 'make', 'build', 3, 'look', '${at(2)}', '${at(602)}', NULL, NULL, NULL),
    ('fixer-0001', 's1', 'npm test', 'test', 4, 'it''s "odd"', '${at(1)}', '${at(601)}', '${at(3)}', 'fix', 'done')`);
  const common = { sessionId: "s1", openedAt: at(2), deadlineAt: at(602) };
  const open = { ...common, id: "fixer-0002", step: "make", kind: "build", failures: 3, brief: "look" };
  expect(await fixers(store).list({ states: [OPEN] })).toEqual([
    { ...open, closedAt: null, outcome: null, note: null },
  ]);
  const closed = { step: "npm test", brief: `it's "odd"`, closedAt: at(3), outcome: "fix", note: "done" };
  expect(await fixers(store).list({ partOfId: "0001" })).toMatchObject([closed]);
});

test("V7: sessions of schema 19 stay in their sandboxes, and go with them", async () => {
  const store = from19(`INSERT INTO sandboxes VALUES
    ('b', 's1', 'person', 'odd', '${at(3)}', NULL, NULL, NULL),
    ('a', 's1', 'probe', 'drifted', '${at(1)}', '${at(2)}', 'fine', 7)`);
  const open = { id: "b", sessionId: "s1", cause: "person", reason: "odd", enteredAt: at(3) };
  const held = { ...open, liftedAt: null, liftedReason: null, liftedSeq: null };
  expect(await sandboxes(store).list({ states: [HELD] })).toEqual([held]);
  const lifted = { id: "a", cause: "probe", liftedAt: at(2), liftedReason: "fine", liftedSeq: 7 };
  expect(await sandboxesOf(store, "s1")).toMatchObject([held, lifted]);
  await store.sessions.remove("s1");
  expect(await sandboxes(store).list({ states: [HELD] })).toEqual([]);
});

test("V7: safety samples of schema 19 keep what was found", async () => {
  const finding = { rule: "deception", severity: "high", evidence: "I hid it" };
  const store = from19(`INSERT INTO safety_samples VALUES
    ('b', 's1', 'periodic', '${at(2)}', 0.38, 0.08, 0.3, 'none', 'low', '[oops', 'rules'),
    ('a', 's1', 'explicit', '${at(1)}', 0, 0, 0, 'none', 'high', '${JSON.stringify([finding])}', 'rules')`);
  expect(await safetySamples(store).list({ sessionId: "s1" })).toMatchObject([
    { id: "a", occasion: "explicit", findings: [finding] },
    { id: "b", refusalRateWindow: 0.38, delta: 0.3, severity: "low", findings: [] },
  ]);
});

test("V1, V2: sessions with a task of schema 19 wait for a client, or for the rest of their shutdown ritual", async () => {
  const closing = { at: at(4), isInterrupted: false, done: ["commit_work"] };
  const steps = [{ step: "health_check", at: at(2), detail: 'it\'s "odd"' }];
  const store = from19(`
    INSERT INTO sessions (id, key, harness, type, state, started_at, last_activity_at)
      VALUES ('s2', 'k2', 'claude-code', 'coding', 'active', '${at(0)}', '${at(0)}');
    INSERT INTO governed_sessions (session_id, project, root, task, goal, begun_at, is_waiting)
      VALUES ('s2', '/alpha', '/alpha', 'auth', 'Rotate', '${at(2)}', 1);
    INSERT INTO governed_sessions (session_id, project, root, task, goal, begun_at, resumed_from, from_gate, base, steps,
        smoke, smoke_command, smoke_output, smoke_at, override_reason, outcome, next_hint, closed_at, closed_seq, closing)
      VALUES ('s1', '/alpha', '/alpha', 'auth', 'Rotate', '${at(1)}', 'c1', 'G2', '{"commit":null,"dirty":["a"]}',
        '${JSON.stringify(steps).replaceAll("'", "''")}', 'overridden', 'make', 'no', '${at(3)}', 'late', 'failed',
        'Go on', '${at(4)}', 7, '${JSON.stringify(closing)}')`);
  const common = { project: "/alpha", root: "/alpha", task: "auth", goal: "Rotate" };
  const ended = {
    ...{ ...common, sessionId: "s1", begunAt: at(1), resumedFrom: "c1", fromGate: "G2" },
    ...{ base: { commit: null, dirty: ["a"] }, isWaiting: false, steps, smoke: "overridden", smokeCommand: "make" },
    ...{ smokeOutput: "no", smokeAt: at(3), overrideReason: "late", outcome: "failed", nextHint: "Go on" },
    ...{ closedAt: at(4), closedSeq: 7, closing },
  };
  expect(await unfinishedSessions(store)).toEqual([ended]);
  const waiting = { ...common, sessionId: "s2", begunAt: at(2), base: null, isWaiting: true, steps: [], closing: null };
  expect(await waitingSession(store, "/alpha", "/alpha")).toMatchObject(waiting);
  expect(await governedSessions(store).list()).toHaveLength(2);
});

const contentOf = (decision: string) => ({
  ...{ decision, rationale: 'it\'s "best"', alternatives: [], evidence: [], testScenarios: [] },
});
const sql = (value: unknown): string => `'${JSON.stringify(value).replaceAll("'", "''")}'`;

test("L2: decisions of schema 19 keep their former texts, and outlive their sessions", async () => {
  const store = from19(`
    INSERT INTO decisions VALUES
      ('d2', '/alpha', NULL, '${at(2)}', ${sql(contentOf("C"))}, 's1', 'session k1', 'm1', NULL),
      ('d1', '/alpha', 'auth', '${at(1)}', ${sql(contentOf("X"))}, NULL, 'user', NULL, '${at(9)}'),
      ('d2', '/clone', NULL, '${at(2)}', ${sql(contentOf("Theirs"))}, NULL, 'file', NULL, NULL);
    INSERT INTO decision_versions VALUES
      ('/alpha', 'd2', '${at(4)}', ${sql(contentOf("B"))}),
      ('/alpha', 'd2', '${at(3)}', ${sql(contentOf("A"))})`);
  await store.sessions.remove("s1");
  const active = {
    ...{ id: "d2", project: "/alpha", task: null, ts: at(2), content: contentOf("C"), sessionId: "s1" },
    versions: [
      { content: contentOf("A"), replacedAt: at(3) },
      { content: contentOf("B"), replacedAt: at(4) },
    ],
    ...{ source: "session k1", memoryId: "m1", withdrawnAt: null },
  };
  expect(await decisionsOf(store, { project: "/alpha" })).toEqual([active]);
  const withdrawn = { id: "d1", versions: [], withdrawnAt: at(9) };
  expect(await decisionsOf(store, { project: "/alpha", task: "auth", all: true })).toMatchObject([withdrawn]);
  expect(await decisionsOf(store, { project: "/clone" })).toMatchObject([{ content: contentOf("Theirs") }]);
});

test("L1, L4: tasks, work states, files and conflicts of schema 19 are as they were", async () => {
  const store = from19(`
    INSERT INTO tasks VALUES
      ('t1', '/alpha', 'auth', 'Auth', 'open', 2, '${at(1)}', '${at(2)}', '{"nextSteps":["it''s next"]}'),
      ('t2', '/alpha', 'first', 'First', 'open', 0, '${at(3)}', '${at(3)}', '{}');
    INSERT INTO continuities VALUES ('/alpha', '{"state":"x"}', '${at(4)}');
    INSERT INTO ledger_files VALUES
      ('/alpha/NOTES.md', '/alpha', '{"a":1}', x'0AFF', '${at(5)}', NULL),
      ('/alpha/big.md', '/alpha', '{}', NULL, '${at(5)}', NULL);
    INSERT INTO clashes VALUES ('c1', '/alpha', '/alpha/NOTES.md', 'state', '"a"', NULL, '${at(6)}')`);
  const task = { id: "t1", project: "/alpha", slug: "auth", title: "Auth", status: "open", priority: 2 };
  const [first, second, ...more] = await tasksOf(store, "/alpha");
  expect(first).toMatchObject({ id: "t2", state: {} });
  expect(second).toEqual({ ...task, createdAt: at(1), updatedAt: at(2), state: { nextSteps: ["it's next"] } });
  expect(more).toEqual([]);
  expect(await workStates(store).list()).toEqual([{ project: "/alpha", state: { state: "x" }, updatedAt: at(4) }]);
  const file = { path: "/alpha/NOTES.md", project: "/alpha", base: '{"a":1}', copy: "0aff", agreedAt: at(5) };
  expect(await syncedFiles(store).get("/alpha/NOTES.md")).toEqual(file);
  expect(await syncedFiles(store).get("/alpha/big.md")).toMatchObject({ copy: null });
  const conflict = { id: "c1", project: "/alpha", path: "/alpha/NOTES.md", place: "state" };
  expect(await conflictsOf(store, "/alpha", 5)).toEqual([
    { ...conflict, inFile: '"a"', inStore: null, foundAt: at(6) },
  ]);
});

test("L6: the trajectory of schema 19 is in its order", async () => {
  const entries = Array.from({ length: 12 }, (_, n) => ({ phase: "cite", n, text: 'it\'s "quoted"' }));
  const rows = entries.map(
    (entry, n) => `('/alpha', 'a', ${n % 2 ? "'k1'" : "NULL"}, '${at(1)}', 'cite', ${sql(entry)})`,
  );
  const store = from19(
    `INSERT INTO trajectory (project, agent, session_key, ts, phase, entry) VALUES ${rows.join(", ")}`,
  );
  const filter = { project: "/alpha", phases: ["cite"] };
  expect((await recordedEntriesOf(store, filter)).map(({ entry }) => entry)).toEqual(entries);
  const own = await recordedEntriesOf(store, { ...filter, sessionKey: "k1" });
  expect(own.map(({ entry }) => entry)).toEqual(entries.filter(({ n }) => n % 2 === 1));
});
