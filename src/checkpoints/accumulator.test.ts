import fc from "fast-check";
import { expect, onTestFinished, test } from "vitest";
import { defaultConfig } from "../core/index.ts";
import { openSqliteStore } from "../store/index.ts";
import { stored } from "../store/store.test-kit.ts";
import {
  accumulators,
  emptyAccumulator,
  isDue,
  PENDING,
  withMemoriesAccessed,
  withPrompt,
  withRemember,
} from "./accumulator.ts";
import { anAccumulator } from "./test-kit.ts";

const { continuity } = defaultConfig;
const start = Date.parse("2026-01-01T00:00:00.000Z");
const MINUTE = 60_000;

test("C2: keeps the last 20 queries and the last 10 remembers, newest last, each once", () => {
  fc.assert(
    fc.property(fc.array(fc.string({ minLength: 1, maxLength: 3 }), { maxLength: 80 }), (items) => {
      const queried = items.reduce((one, item) => withPrompt(one, [item]), anAccumulator());
      const remembered = items.reduce((one, item) => withRemember(one, item), anAccumulator());
      const lastOfEach = [...new Set([...items].reverse())];
      expect([...queried.queries].reverse()).toEqual(lastOfEach.slice(0, 20));
      expect([...remembered.remembers].reverse()).toEqual(lastOfEach.slice(0, 10));
      expect(queried.promptsSince).toBe(items.length);
      expect(remembered.promptsSince).toBe(0);
    }),
  );
});

test("C2: a prompt without a word to search for counts, and adds no empty query", () => {
  expect(withPrompt(anAccumulator(), [])).toMatchObject({ promptsSince: 1, queries: [] });
  expect(withRemember(anAccumulator(), "").remembers).toEqual([]);
});

test("C2: memories that were served are kept too, and nothing else is touched by a step", () => {
  const full = anAccumulator({ promptsSince: 4, queries: ["q"], remembers: ["r"], messageSeq: 9 });
  expect(withMemoriesAccessed(full, ["a", "b", "a"])).toEqual({ ...full, memoriesAccessed: ["a", "b"] });
  expect(full).toEqual(anAccumulator({ promptsSince: 4, queries: ["q"], remembers: ["r"], messageSeq: 9 }));
});

test("C2: due after 10 prompts or 15 minutes, whichever is first; never with nothing asked", () => {
  fc.assert(
    fc.property(fc.nat({ max: 30 }), fc.nat({ max: 40 * MINUTE }), (promptsSince, elapsed) => {
      const due = isDue(anAccumulator({ promptsSince }), start + elapsed, continuity);
      expect(due).toBe(promptsSince > 0 && (promptsSince >= 10 || elapsed >= 15 * MINUTE));
    }),
  );
});

test("C2: exactly at the tenth prompt and at the fifteenth minute, not before", () => {
  expect(isDue(anAccumulator({ promptsSince: 9 }), start, continuity)).toBe(false);
  expect(isDue(anAccumulator({ promptsSince: 10 }), start, continuity)).toBe(true);
  expect(isDue(anAccumulator({ promptsSince: 1 }), start + 15 * MINUTE - 1, continuity)).toBe(false);
  expect(isDue(anAccumulator({ promptsSince: 1 }), start + 15 * MINUTE, continuity)).toBe(true);
});

test("C2: the intervals are the configured ones, and nothing is due where continuity is off", () => {
  const own = { ...continuity, promptInterval: 3, timeIntervalMs: 1000 };
  expect(isDue(anAccumulator({ promptsSince: 3 }), start, own)).toBe(true);
  expect(isDue(anAccumulator({ promptsSince: 1 }), start + 1000, own)).toBe(true);
  expect(isDue(anAccumulator({ promptsSince: 99 }), start + MINUTE, { ...own, enabled: false })).toBe(false);
});

test("C2: a clock that was turned back makes nothing due by time", () => {
  expect(isDue(anAccumulator({ promptsSince: 5 }), start - 3_600_000, continuity)).toBe(false);
});

test("C2: a fresh accumulator is empty and remembers where it begins", () => {
  expect(emptyAccumulator("s", "2026-01-01T00:00:00.000Z", 7)).toEqual(
    anAccumulator({ sessionId: "s", lastCheckpointAt: "2026-01-01T00:00:00.000Z", messageSeq: 7 }),
  );
});

test("C3: accumulators that hold uncovered prompts are found again, the others not", async () => {
  const { store } = openSqliteStore(":memory:", { now: new Date(start) });
  onTestFinished(() => store.close());
  const [waiting, empty] = [await stored(store), await stored(store)];
  const pending = anAccumulator({ sessionId: waiting.id, promptsSince: 1 });
  await accumulators(store).put(pending);
  await accumulators(store).put(anAccumulator({ sessionId: empty.id, promptsSince: 0 }));
  expect(await accumulators(store).list({ states: [PENDING] })).toEqual([pending]);
  await accumulators(store).put({ ...pending, promptsSince: 0 });
  expect(await accumulators(store).list({ states: [PENDING] })).toEqual([]);
  expect(await accumulators(store).get(waiting.id)).toEqual({ ...pending, promptsSince: 0 });
});
