import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import type { Batch } from "./contract.ts";
import { ReadQueue } from "./read-queue.ts";

const aBatch = (mark: string): Batch => ({ entries: [], mark, bytes: 1, broken: [] });

/** A queue, what it read and what it reported. */
function watched() {
  const read: string[] = [];
  const reports: string[] = [];
  const queue = new ReadQueue((id, { batch, error }) => {
    reports.push(`${id}: ${error ?? batch?.mark ?? "end"}`);
  });
  async function* history(name: string, length: number): AsyncGenerator<Batch> {
    for (let n = 1; n <= length; n++) {
      read.push(`${name}${n}`);
      yield aBatch(`${name}${n}`);
    }
  }
  return { queue, read, reports, history };
}

/** Everything that can happen without anybody's doing has happened. */
async function whenIdle(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await setImmediate();
}

test("H4: histories are read a limited number of batches ahead", async () => {
  const { queue, read, reports, history } = watched();
  queue.begin(1, history("a", 100));
  await whenIdle();
  expect(reports).toHaveLength(4);
  expect(read).toHaveLength(5);
  queue.taken();
  await whenIdle();
  expect(reports).toHaveLength(5);
});

test("H4: histories are read in the order in which they were asked for, the next while the last is still stored", async () => {
  const { queue, reports, history } = watched();
  queue.begin(1, history("a", 2));
  queue.begin(2, history("b", 1));
  await whenIdle();
  expect(reports).toEqual(["1: a1", "1: a2", "1: end", "2: b1", "2: end"]);
});

test("H4: a dropped reading makes way for the next", async () => {
  const { queue, read, reports, history } = watched();
  queue.begin(1, history("a", 100));
  queue.begin(2, history("b", 100));
  queue.begin(3, history("c", 1));
  await whenIdle();
  queue.drop(1);
  queue.drop(2);
  for (let n = 0; n < 4; n++) queue.taken();
  await whenIdle();
  expect(reports.slice(4)).toEqual(["1: end", "2: end", "3: c1", "3: end"]);
  expect(read.filter((one) => one.startsWith("b"))).toEqual([]);
});

test("H4: a history that fails is reported, and the next is read", async () => {
  const { queue, reports, history } = watched();
  async function* broken(): AsyncGenerator<Batch> {
    yield aBatch("x1");
    throw new Error("the disk is gone");
  }
  queue.begin(1, broken());
  queue.begin(2, history("b", 1));
  await whenIdle();
  expect(reports).toEqual(["1: x1", "1: the disk is gone", "2: b1", "2: end"]);
});
