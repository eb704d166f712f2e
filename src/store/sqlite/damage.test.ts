import {
  closeSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { expect, test } from "vitest";
import { aMessage, append, stored } from "../../../test/store-contract/kit.ts";
import { lastIncidents } from "../../audit/index.ts";
import { ManualClock } from "../../core/index.ts";
import { scratchFolder } from "../../scratch.test-kit.ts";
import { openThroughline } from "../../throughline.ts";
import { openSqliteStore } from "./index.ts";
import { ask } from "./test-kit.ts";

const now = new Date("2026-01-01T00:00:00.000Z");
const PAGE = 4096;

async function filled(): Promise<string> {
  const path = join(scratchFolder(), "throughline.db");
  const { store } = openSqliteStore(path, { now });
  const session = await stored(store, { key: "before" });
  const messages = Array.from({ length: 200 }, (_, n) => aMessage({ content: `message ${n} ${"text ".repeat(100)}` }));
  await append(store, session.id, ...messages);
  await store.close();
  return path;
}

function overwrite(path: string, position: number, bytes: Uint8Array): void {
  const file = openSync(path, "r+");
  writeSync(file, bytes, 0, bytes.length, position);
  closeSync(file);
}

/** The root page of a table, whose first byte says what kind of page it is. */
function rootOf(path: string, table: string): number {
  const [row] = ask(path, `SELECT rootpage FROM sqlite_schema WHERE name = '${table}'`);
  return (Number(row?.rootpage) - 1) * PAGE;
}

const DAMAGES: Readonly<Record<string, (path: string) => void>> = {
  "a file of garbage": (path) => writeFileSync(path, "this was never a database\n".repeat(500)),
  "a header of zeros": (path) => overwrite(path, 0, new Uint8Array(100)),
  "a flipped bit in a page's head": (path) => {
    const position = rootOf(path, "messages");
    overwrite(path, position, Uint8Array.of((readFileSync(path)[position] ?? 0) ^ 0x80));
  },
  "a page of noise": (path) => overwrite(path, rootOf(path, "sessions"), new Uint8Array(PAGE).fill(0xa5)),
  "half of the file gone": (path) => truncateSync(path, Math.floor(statSync(path).size / 2 / PAGE) * PAGE),
  "torn inside a page": (path) => truncateSync(path, statSync(path).size - PAGE * 3 - 1234),
  "only its first bytes left": (path) => truncateSync(path, 700),
};

test.each(Object.entries(DAMAGES))(
  "a damaged database is set aside whole and a new one begun: %s",
  async (_what, damage) => {
    const path = await filled();
    damage(path);
    const bytes = readFileSync(path);
    const { store, setAside } = openSqliteStore(path, { now });
    expect(setAside).toMatch(/throughline\.db\.damaged-2026-01-01T00-00-00-000Z$/);
    expect(readFileSync(setAside ?? "").equals(bytes)).toBe(true);
    expect((await store.totals()).sessions).toBe(0);
    await stored(store, { key: "after" });
    await store.close();
    const again = openSqliteStore(path, { now });
    expect(again.setAside).toBeUndefined();
    expect((await again.store.sessions.list()).map((session) => session.key)).toEqual(["after"]);
    await again.store.close();
  },
);

test("a second damaged database in the same instant does not overwrite the first one set aside", async () => {
  const path = await filled();
  const kept: string[] = [];
  for (const text of ["first garbage ".repeat(100), "second garbage ".repeat(100)]) {
    writeFileSync(path, text);
    const { store, setAside } = openSqliteStore(path, { now });
    await store.close();
    kept.push(readFileSync(setAside ?? "", "utf8"));
  }
  expect(kept[0]).toMatch(/^first/);
  expect(kept[1]).toMatch(/^second/);
  expect(readdirSync(dirname(path)).filter((name) => /damaged-.*Z(-\d)?$/.test(name))).toHaveLength(2);
});

test("a database whose writer was killed is not damaged: its log is read and nothing set aside", async () => {
  const path = await filled();
  const { store } = openSqliteStore(path, { now });
  await stored(store, { key: "only in the log" });
  const copy = join(scratchFolder(), "throughline.db");
  for (const suffix of ["", "-wal"]) writeFileSync(copy + suffix, readFileSync(path + suffix));
  await store.close();
  const again = openSqliteStore(copy, { now });
  expect(again.setAside).toBeUndefined();
  expect(await again.store.sessions.byKey("claude-code", "only in the log")).toBeDefined();
  await again.store.close();
});

test("a file that cannot be opened is an error, not damage: nothing is moved", () => {
  const folder = scratchFolder();
  expect(() => openSqliteStore(folder, { now })).toThrow();
  expect(readdirSync(dirname(folder)).filter((name) => name.startsWith(`${basename(folder)}.`))).toEqual([]);
});

test("S7: the engine opens on a damaged database and leaves an incident that says where the old one is", async () => {
  const home = scratchFolder();
  writeFileSync(join(home, "throughline.db"), "garbage ".repeat(1000));
  const engine = await openThroughline({ home, clock: new ManualClock(), config: {} });
  const [incident] = await lastIncidents(engine.services.store, 5);
  await engine.close();
  expect(incident).toMatchObject({ kind: "store_damaged", createdAt: "2026-01-01T00:00:00.000Z" });
  const moved = incident?.detail.match(/moved to (\S+)/)?.[1] ?? "";
  expect(readFileSync(moved, "utf8")).toBe("garbage ".repeat(1000));
});
