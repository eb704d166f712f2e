import { appendFileSync, chmodSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { ManualClock, silentLog } from "../core/index.ts";
import { scratchFolder } from "../scratch.test-kit.ts";
import { emptyStore, stored } from "../store/store.test-kit.ts";
import { EventLog, unwritten } from "./log.ts";
import type { EventFilter, OutsideEvent } from "./outside.ts";

const anEvent = (id: number, fields: Partial<OutsideEvent> = {}): OutsideEvent => ({
  ...{ id, type: "session.start", time: "2026-01-01T00:00:00.000Z" },
  ...{ sessionId: "s", sessionKey: "key", project: "/p", task: null, payload: {} },
  ...fields,
});

async function aLog(options: { path?: string; rotateAtBytes?: number } = {}) {
  const { path = join(scratchFolder(), "events.jsonl"), ...rest } = options;
  const clock = new ManualClock();
  const store = emptyStore();
  const log = await EventLog.open(path, { store, clock, log: silentLog(), ...rest });
  const append = async (event: OutsideEvent) => {
    if (event.sessionId !== null) await stored(store, { id: event.sessionId, key: event.sessionId });
    await unwritten(store).add(event);
    log.soon();
  };
  return { path, clock, log, append };
}

async function ids(log: EventLog, filter: EventFilter = {}): Promise<number[]> {
  const found: number[] = [];
  for await (const { id } of log.read(filter)) found.push(id);
  return found;
}

const linesOf = (path: string): string[] => readFileSync(path, "utf8").split("\n").slice(0, -1);

test("V8: events are written a little later, many at once, a line each, for the owner alone", async () => {
  const { path, clock, append } = await aLog();
  await append(anEvent(1));
  await append(anEvent(2));
  expect(existsSync(path)).toBe(false);
  clock.advance(200);
  await vi.waitFor(() => expect(linesOf(path).map((line) => JSON.parse(line))).toEqual([anEvent(1), anEvent(2)]));
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

test("V8: what was kept is read in order, by id, time, type and session", async () => {
  const { log, append } = await aLog();
  for (let id = 1; id <= 4; id++)
    await append(
      anEvent(id, {
        time: `2026-01-0${id}T00:00:00.000Z`,
        type: id % 2 === 0 ? "checkpoint.created" : "session.start",
        sessionId: `s${id}`,
      }),
    );
  expect(await ids(log)).toEqual([1, 2, 3, 4]);
  expect(await ids(log, { after: 2 })).toEqual([3, 4]);
  expect(await ids(log, { since: Date.parse("2026-01-04T00:00:00Z") })).toEqual([4]);
  expect(await ids(log, { types: ["checkpoint.*"] })).toEqual([2, 4]);
  expect(await ids(log, { sessionId: "s3" })).toEqual([3]);
});

test("V8: the file is rotated by its size, the one before is kept and read, and no more than the two", async () => {
  const { path, log, append } = await aLog({ rotateAtBytes: 1000 });
  for (let id = 1; id <= 40; id++) {
    await append(anEvent(id));
    await log.flush();
  }
  const found = await ids(log);
  expect(found.at(-1)).toBe(40);
  expect(found).toEqual(Array.from({ length: found.length }, (_, at) => 41 - found.length + at));
  expect(found.length).toBeGreaterThan(7);
  for (const file of [path, `${path}.1`]) {
    expect(statSync(file).size).toBeLessThanOrEqual(1000);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  }
  expect(existsSync(`${path}.2`)).toBe(false);
});

test.each([
  ["half a line", JSON.stringify(anEvent(3)).slice(0, 40), [1, 2, 4]],
  ["a whole line without its end", JSON.stringify(anEvent(3)), [1, 2, 3, 4]],
  ["bytes of half a character", `{"id":3,"type":"\u{1f600}`.slice(0, -1), [1, 2, 4]],
])("V8: what a crash left of the last line is put right: %s", async (_what, rest, expected) => {
  const first = await aLog();
  await first.append(anEvent(1));
  await first.append(anEvent(2));
  await first.log.flush();
  appendFileSync(first.path, rest);
  chmodSync(first.path, 0o644);
  const { log, path, append } = await aLog({ path: first.path });
  expect(await log.lastId()).toBe(expected.includes(3) ? 3 : 2);
  await append(anEvent(4));
  expect(await ids(log)).toEqual(expected);
  expect(linesOf(path).map((line) => JSON.parse(line).id)).toEqual(expected);
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

test("V8: the last id is also found in the file before, when the new one is still empty", async () => {
  const path = join(scratchFolder(), "events.jsonl");
  writeFileSync(`${path}.1`, `${JSON.stringify(anEvent(9))}\n`);
  writeFileSync(path, "");
  const { log } = await aLog({ path });
  expect(await log.lastId()).toBe(9);
});

test("V8: a disk that takes nothing breaks nothing; what waited is written once it does, bounded", async () => {
  const folder = join(scratchFolder(), "away");
  const { clock, log, append } = await aLog({ path: join(folder, "events.jsonl") });
  for (let id = 1; id <= 1500; id++) await append(anEvent(id));
  await log.flush();
  mkdirSync(folder);
  clock.advance(10_000);
  await log.flush();
  const found = await ids(log);
  expect(found).toHaveLength(1000);
  expect([found[0], found.at(-1)]).toEqual([501, 1500]);
});

test("V8: a reader that stops early, and many at once, leave no file open and miss nothing", async () => {
  const { log, append } = await aLog();
  for (let id = 1; id <= 500; id++) await append(anEvent(id));
  for await (const { id } of log.read()) if (id === 3) break;
  const all = await Promise.all(Array.from({ length: 10 }, () => ids(log)));
  expect(all.every((one) => one.length === 500)).toBe(true);
});

test("V8: the events of a purged session are removed of both files, the rest stays", async () => {
  const { path, log, append } = await aLog({ rotateAtBytes: 1500 });
  for (let id = 1; id <= 12; id++) {
    await append(anEvent(id, { sessionId: id % 3 === 0 ? "gone" : "s" }));
    await log.flush();
  }
  await append(anEvent(13, { type: "session.purged", sessionId: "gone" }));
  await log.flush();
  expect(await ids(log)).toEqual([1, 2, 4, 5, 7, 8, 10, 11, 13]);
  const lines = [...linesOf(`${path}.1`), ...linesOf(path)].filter((line) => line.includes("gone"));
  expect(lines.map((line) => JSON.parse(line).id)).toEqual([13]);
});
