import { copyFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";
import { Kysely } from "kysely";
import { expect, test, vi } from "vitest";
import { aMessage, append, stored } from "../../../test/store-contract/kit.ts";
import { scratchFolder } from "../../scratch.test-kit.ts";
import { sqliteDialect } from "./dialect.ts";
import { openSqliteStore } from "./index.ts";
import { ask } from "./test-kit.ts";

const now = new Date("2026-01-01T00:00:00.000Z");

test("a long text that comes again and again is kept once, compressed", async () => {
  const path = join(scratchFolder(), "throughline.db");
  const { store } = openSqliteStore(path, { now });
  const empty = statSync(path).size + statSync(`${path}-wal`).size;
  const text = Array.from({ length: 20_000 }, (_, n) => `export const value${n} = ${n * 7};`).join("\n");
  const [one, two] = [await stored(store), await stored(store)];
  for (let n = 0; n < 20; n++) {
    await append(store, one.id, aMessage({ content: text, kind: "tool_result", role: "tool" }));
    await append(store, two.id, aMessage({ content: text, kind: "tool_result", role: "tool" }));
  }
  await append(store, one.id, aMessage({ content: `${text}\nchanged`, kind: "tool_result", role: "tool" }));
  await store.close();
  expect(ask(path, "SELECT size FROM bodies ORDER BY size")).toEqual([
    { size: text.length },
    { size: text.length + 8 },
  ]);
  expect(statSync(path).size - empty).toBeLessThan(text.length / 2);
});

test("a full disk is reported, undoes the whole transaction, and the store works again when there is room", async () => {
  const database = new DatabaseSync(":memory:");
  database.exec("CREATE TABLE notes (text TEXT); PRAGMA max_page_count = 20");
  const db = new Kysely<{ notes: { text: string } }>({
    dialect: sqliteDialect(database, { beforeWait() {}, afterCommit() {} }),
  });
  const filling = db.transaction().execute(async (transaction) => {
    for (let n = 0; n < 100; n++)
      await transaction
        .insertInto("notes")
        .values({ text: "x".repeat(4000) })
        .execute();
  });
  await expect(filling).rejects.toThrow(/full/);
  expect(await db.selectFrom("notes").selectAll().execute()).toEqual([]);
  await db.transaction().execute((transaction) => transaction.insertInto("notes").values({ text: "small" }).execute());
  expect(await db.selectFrom("notes").selectAll().execute()).toEqual([{ text: "small" }]);
  await db.destroy();
  database.close();
});

test("a closed store leaves its file alone and whole: nothing is left in the log", async () => {
  const path = join(scratchFolder(), "throughline.db");
  const { store } = openSqliteStore(path, { now });
  await append(store, (await stored(store)).id, aMessage());
  await store.close();
  expect(statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0).toBe(0);
  const unused = openSqliteStore(path, { now });
  await unused.store.close();
  await expect(unused.store.totals()).rejects.toThrow();
});

test("what was committed moves from the log into the database when it has been quiet, not within a commit", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const path = join(scratchFolder(), "throughline.db");
  await openSqliteStore(path, { now }).store.close();
  const { store } = openSqliteStore(path, { now });
  const copy = join(scratchFolder(), "copy.db");
  const inDatabaseAlone = () => {
    copyFileSync(path, copy);
    return ask(copy, "SELECT count(*) AS n FROM sessions")[0]?.n;
  };
  for (let n = 0; n < 300; n++) await store.transaction((tables) => stored({ ...store, ...tables }));
  expect(inDatabaseAlone()).toBe(0);
  vi.advanceTimersByTime(1000);
  expect(inDatabaseAlone()).toBe(300);
  vi.useRealTimers();
  await store.close();
});
