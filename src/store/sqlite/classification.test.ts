import { join } from "node:path";
import { expect, test } from "vitest";
import { ManualClock } from "../../core/index.ts";
import { scratchFolder } from "../../scratch.test-kit.ts";
import { openThroughline } from "../../throughline.ts";
import { migrations } from "../migrations/index.ts";
import { openSqlite } from "./open.ts";
import { run } from "./test-kit.ts";

const now = new Date("2026-01-01T00:00:00.000Z");

test("S3: sessions that were stored before they had types are classified by their key; a background one is made short", async () => {
  const home = scratchFolder();
  const path = join(home, "throughline.db");
  await openSqlite(path, { now, steps: migrations.filter(({ number }) => number < 3) }).close();
  const keys = [
    "prosoche",
    "nightly-cron",
    "ask:1",
    "agent:ada:main",
    "agent:bob:heartbeat",
    "0198-a-coding-one",
    "acronym",
  ];
  for (const key of keys)
    run(
      path,
      `INSERT INTO sessions (id, key, harness, type, state, started_at, last_activity_at, runtime, total_messages, message_count)
       VALUES ('id ${key}', '${key}', 'cli', 'coding', 'active', '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z', 'api', 60, 60)`,
    );
  for (let seq = 1; seq <= 60; seq++)
    run(
      path,
      `INSERT INTO messages (id, session_id, seq, role, kind, content, created_at, tokens, source_id, hash)
       VALUES ('m${seq}', 'id prosoche', ${seq}, 'user', 'prompt', 'beat ${seq}', '2026-01-01T00:00:00.000Z', 3, 's${seq}', 'h${seq}')`,
    );
  const engine = await openThroughline({ home, config: {}, clock: new ManualClock(now.getTime()) });
  const types = (await engine.services.store.sessions.list()).map(({ key, type, agent }) => `${key} ${type} ${agent}`);
  expect(types.sort()).toEqual([
    "0198-a-coding-one coding null",
    "acronym coding null",
    "agent:ada:main primary ada",
    "agent:bob:heartbeat background bob",
    "ask:1 ephemeral default",
    "nightly-cron background default",
    "prosoche background default",
  ]);
  await engine.runDueWork();
  const kept = await engine.conversation.messages("id prosoche");
  expect(kept.map(({ content }) => content)).toEqual(Array.from({ length: 20 }, (_, n) => `beat ${n + 41}`));
  const [receipt] = await engine.distillation.receipts({ sessionId: "id prosoche" });
  expect(receipt?.summary).toBe("Distilled prosoche session. 60 → 20 messages.");
  await engine.close();
});
