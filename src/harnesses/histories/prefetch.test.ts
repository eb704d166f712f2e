import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { prefetch } from "./prefetch.ts";

/** Everything that can happen without anybody's doing has happened. */
async function whenIdle(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await setImmediate();
}

test("H4: one more is read while one is in use, and no more than that", async () => {
  const read: number[] = [];
  async function* numbers(): AsyncGenerator<number> {
    for (let n = 1; ; n++) {
      read.push(n);
      yield n;
    }
  }
  const ahead = prefetch(numbers());
  expect((await ahead.next()).value).toBe(1);
  await whenIdle();
  expect(read).toEqual([1, 2]);
  const further = prefetch(prefetch(numbers()));
  read.length = 0;
  expect((await further.next()).value).toBe(1);
  await whenIdle();
  expect(read).toEqual([1, 2, 3]);
});

test("H4: what fails ahead fails where it is used", async () => {
  async function* broken(): AsyncGenerator<number> {
    yield 1;
    throw new Error("the disk is gone");
  }
  const ahead = prefetch(broken());
  expect((await ahead.next()).value).toBe(1);
  await whenIdle();
  await expect(ahead.next()).rejects.toThrow("the disk is gone");
});
