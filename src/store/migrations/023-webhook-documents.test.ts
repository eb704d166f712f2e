import { join } from "node:path";
import { expect, test } from "vitest";
import { scratchFolder } from "../../scratch.test-kit.ts";
import { openSqlite } from "../sqlite/open.ts";
import { ask, run } from "../sqlite/test-kit.ts";
import { migrations } from "./index.ts";

const now = new Date("2026-01-01T00:00:00.000Z");
const anEvent = (id: number, sessionId: string | null) => ({
  ...{ id, type: "session.start", time: "2026-01-01T00:00:00.000Z", sessionId, sessionKey: "key's “one” 👍" },
  ...{ project: null, task: null, payload: { reason: "a\nb" } },
});

test("V8: deliveries that waited in an old database wait on in their order, and the webhooks' status stays", async () => {
  const path = join(scratchFolder(), "old.db");
  const before = migrations.filter(({ number }) => number < 23);
  await openSqlite(path, { now, steps: before }).close();
  const rows = [
    { id: "later", event: anEvent(1_767_225_600_000_002, "s") },
    { id: "of a session that is gone", event: anEvent(1_767_225_600_000_001, "gone") },
    { id: "of none", event: anEvent(1_767_225_600_000_003, null) },
  ];
  const text = (value: string | null) => (value === null ? "NULL" : `'${value.replaceAll("'", "''")}'`);
  run(
    path,
    `INSERT INTO sessions (id, key, harness, type, state, started_at, last_activity_at)
       VALUES ('s', 'k', 'cli', 'coding', 'active', '2026', '2026');
     ${rows
       .map(
         ({ id, event }) => `INSERT INTO webhook_deliveries (id, hook, type, session_id, body, created_at) VALUES
           (${text(id)}, 'h', 'session.start', ${text(event.sessionId)}, ${text(JSON.stringify(event))}, '2026');`,
       )
       .join("")}
     INSERT INTO webhook_states VALUES ('h', 2, NULL, '2026-01-01', NULL, 'it answered 500', 7, 1);`,
  );
  await openSqlite(path, { now }).close();
  const stored = (collection: string) =>
    ask(
      path,
      `SELECT id, session_id, state, at, value FROM documents WHERE collection = '${collection}' ORDER BY at`,
    ).map(({ value, ...row }) => ({ ...row, value: JSON.parse(String(value)) }));
  const asStored = ([one, gone, none]: typeof rows) =>
    [gone, one, none].map((row) => ({
      ...{ id: row?.id, state: "h", at: String(row?.event.id), session_id: row === one ? "s" : null },
      value: { id: row?.id, hook: "h", event: row?.event },
    }));
  expect(stored("webhook-deliveries")).toEqual(asStored(rows));
  expect(stored("webhooks")).toEqual([
    {
      ...{ id: "h", state: "h", at: "", session_id: null },
      value: {
        ...{ hook: "h", failures: 2, failingSince: null, lastDeliveryAt: "2026-01-01", lastFailureAt: null },
        ...{ lastError: "it answered 500", delivered: 7, givenUp: 1 },
      },
    },
  ]);
  expect(ask(path, "SELECT name FROM sqlite_master WHERE name LIKE 'webhook%'")).toEqual([]);
});
