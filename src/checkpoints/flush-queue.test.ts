import { expect, test } from "vitest";
import { ManualClock } from "../core/index.ts";
import { FlushQueue } from "./flush-queue.ts";

const DELAY = 2500;

function setUp(write: (sessionId: string) => Promise<void> = async () => {}) {
  const clock = new ManualClock();
  const written: string[] = [];
  const queue = new FlushQueue(clock, DELAY, async (sessionId) => {
    written.push(sessionId);
    await write(sessionId);
  });
  return { clock, written, queue };
}

test("C3: no prompt waits for a write", () => {
  const { clock, written, queue } = setUp();
  queue.add("a");
  clock.advance(DELAY - 1);
  expect(written).toEqual([]);
  clock.advance(1);
  expect(written).toEqual(["a"]);
});

test("C3: merges pending writes of one session, and being asked again does not put it off", () => {
  const { clock, written, queue } = setUp();
  for (let n = 0; n < 10; n++) {
    queue.add("a");
    clock.advance(DELAY / 10);
  }
  expect(written).toEqual(["a"]);
  clock.advance(10 * DELAY);
  expect(written).toEqual(["a"]);
});

test("C3: sessions wait apart from each other", () => {
  const { clock, written, queue } = setUp();
  queue.add("a");
  clock.advance(1000);
  queue.add("b");
  clock.advance(DELAY - 1000);
  expect(written).toEqual(["a"]);
  clock.advance(1000);
  expect(written).toEqual(["a", "b"]);
});

test("C3: what was cancelled is not written; it can be asked for again", () => {
  const { clock, written, queue } = setUp();
  queue.add("a");
  queue.cancel("a");
  queue.cancel("never asked for");
  clock.advance(2 * DELAY);
  expect(written).toEqual([]);
  queue.add("a");
  clock.advance(DELAY);
  expect(written).toEqual(["a"]);
});

test("C3: a flush writes everything at once, waits until it is done, and leaves nothing to write twice", async () => {
  let finish = () => {};
  const slow = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const { clock, written, queue } = setUp((sessionId) => (sessionId === "slow" ? slow : Promise.resolve()));
  queue.add("slow");
  clock.advance(DELAY);
  queue.add("a");
  queue.add("b");
  let done = false;
  const flushed = queue.flushAll().then(() => {
    done = true;
  });
  await new Promise((resolve) => setImmediate(resolve));
  expect(written).toEqual(["slow", "a", "b"]);
  expect(done).toBe(false);
  finish();
  await flushed;
  clock.advance(10 * DELAY);
  expect(written).toEqual(["slow", "a", "b"]);
});

test("C3: one asked for while it is being written is written once more afterwards", () => {
  const { clock, written, queue } = setUp();
  queue.add("a");
  clock.advance(DELAY);
  queue.add("a");
  clock.advance(DELAY);
  expect(written).toEqual(["a", "a"]);
});

test("C3: a write that fails does not keep the others from being flushed", async () => {
  const { written, queue } = setUp((sessionId) =>
    sessionId === "a" ? Promise.reject(new Error("no")) : Promise.resolve(),
  );
  queue.add("a");
  queue.add("b");
  await queue.flushAll();
  expect(written).toEqual(["a", "b"]);
});
