import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import type { Batch } from "./contract.ts";
import { ReadQueue } from "./read-queue.ts";

const aBatch = (mark: string): Batch => ({ entries: [], mark, bytes: 1, broken: [] });

/** What was read of a history, and what was told of it. */
function watched() {
  const read: string[] = [];
  const told: string[] = [];
  const readings = new ReadQueue((id, { batch, error }) => {
    told.push(`${id}: ${error ?? batch?.mark ?? "end"}`);
  });
  async function* history(name: string, length: number): AsyncGenerator<Batch> {
    for (let n = 1; n <= length; n++) {
      read.push(`${name}${n}`);
      yield aBatch(`${name}${n}`);
    }
  }
  return { readings, read, told, history };
}

/** Everything that can happen without anybody's doing has happened. */
async function whenIdle(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await setImmediate();
}

test("H4: histories are read ahead of whoever stores them, but never far", async () => {
  const { readings, read, told, history } = watched();
  readings.begin(1, history("a", 100));
  await whenIdle();
  expect(told).toHaveLength(4);
  expect(read).toHaveLength(5);
  readings.taken();
  await whenIdle();
  expect(told).toHaveLength(5);
});

test("H4: histories are read in the order in which they were asked for, the next while the last is still stored", async () => {
  const { readings, told, history } = watched();
  readings.begin(1, history("a", 2));
  readings.begin(2, history("b", 1));
  await whenIdle();
  expect(told).toEqual(["1: a1", "1: a2", "1: end", "2: b1", "2: end"]);
});

test("H4: a reading that nobody wants any more makes way for the next", async () => {
  const { readings, read, told, history } = watched();
  readings.begin(1, history("a", 100));
  readings.begin(2, history("b", 100));
  readings.begin(3, history("c", 1));
  await whenIdle();
  readings.drop(1);
  readings.drop(2);
  for (let n = 0; n < 4; n++) readings.taken();
  await whenIdle();
  expect(told.slice(4)).toEqual(["1: end", "2: end", "3: c1", "3: end"]);
  expect(read.filter((one) => one.startsWith("b"))).toEqual([]);
});

test("H4: a history that cannot be read on is told as such, and the next is read", async () => {
  const { readings, told, history } = watched();
  async function* broken(): AsyncGenerator<Batch> {
    yield aBatch("x1");
    throw new Error("the disk is gone");
  }
  readings.begin(1, broken());
  readings.begin(2, history("b", 1));
  await whenIdle();
  expect(told).toEqual(["1: x1", "1: the disk is gone", "2: b1", "2: end"]);
});
