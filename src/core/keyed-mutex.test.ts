import { expect, test } from "vitest";
import { KeyedMutex } from "./keyed-mutex.ts";

test("work under one key runs in the order of its calls, whatever fails; keys do not wait for each other", async () => {
  const mutex = new KeyedMutex();
  const log: string[] = [];
  const gates = new Map<string, () => void>();
  const work =
    (name: string, fails = false) =>
    async () => {
      log.push(`${name} starts`);
      await new Promise<void>((resolve) => gates.set(name, resolve));
      log.push(`${name} ends`);
      if (fails) throw new Error(name);
      return name;
    };
  const tick = () => new Promise((resolve) => setImmediate(resolve));
  const first = mutex.run("k", work("first", true));
  const second = mutex.run("k", work("second"));
  const other = mutex.run("other", work("other"));
  await tick();
  expect(log).toEqual(["first starts", "other starts"]);
  gates.get("first")?.();
  await expect(first).rejects.toThrow("first");
  await tick();
  expect(log.at(-1)).toBe("second starts");
  let idle = false;
  const idling = mutex.idle().then(() => {
    idle = true;
  });
  gates.get("second")?.();
  expect(await second).toBe("second");
  await tick();
  expect(idle).toBe(false);
  gates.get("other")?.();
  await other;
  await idling;
  expect(idle).toBe(true);
});
