import fc from "fast-check";
import { expect, test } from "vitest";
import { CHECKPOINT_TRIGGERS } from "../store/index.ts";
import { compare } from "./compare.ts";
import { beyondLimit, beyondRetention } from "./pruning.ts";
import { aCheckpoint } from "./test-kit.ts";

const triggers = fc.array(fc.constantFrom("periodic", ...CHECKPOINT_TRIGGERS), { maxLength: 120 });
const newestFirst = triggers.map((all) => all.map((trigger, n) => aCheckpoint(n + 1, { trigger })).reverse());

test("C7: leaves exactly the limit, the newest among them, and never prunes one twice", () => {
  fc.assert(
    fc.property(newestFirst, fc.integer({ min: 1, max: 60 }), (all, limit) => {
      const gone = beyondLimit(all, limit);
      expect(new Set(gone).size).toBe(gone.length);
      expect(all.length - gone.length).toBe(Math.min(all.length, limit));
      if (all[0]) expect(gone).not.toContain(all[0].id);
      for (const id of gone) expect(all.map((one) => one.id)).toContain(id);
    }),
  );
});

test("C7: periodic ones go before any other, and of each kind the oldest first", () => {
  fc.assert(
    fc.property(newestFirst, fc.integer({ min: 1, max: 60 }), (all, limit) => {
      const gone = new Set(beyondLimit(all, limit));
      const prunable = all.slice(1).reverse();
      const periodic = prunable.filter((one) => one.trigger === "periodic");
      const others = prunable.filter((one) => one.trigger !== "periodic");
      for (const kind of [periodic, others]) {
        const kept = kind.findIndex((one) => !gone.has(one.id));
        if (kept >= 0) for (const younger of kind.slice(kept)) expect(gone.has(younger.id)).toBe(false);
      }
      if (others.some((one) => gone.has(one.id))) expect(periodic.every((one) => gone.has(one.id))).toBe(true);
    }),
  );
});

test("C7: what is past its time goes, what is inside the window stays", () => {
  fc.assert(
    fc.property(newestFirst, fc.nat({ max: 130 }), (all, step) => {
      const before = aCheckpoint(step).createdAt;
      const gone = beyondRetention(all, before);
      expect(new Set(gone)).toEqual(new Set(all.filter((one) => one.createdAt < before).map((one) => one.id)));
    }),
  );
});

test("C11: shows what changed between two, the older first in whatever order they are passed", () => {
  const older = aCheckpoint(1, { digest: "## Head\n\nkept\nremoved", promptCount: 3 });
  const newer = aCheckpoint(4, { digest: "## Head\nkept\n  \nadded\nadded too", promptCount: 12 });
  const expected = {
    from: older.id,
    to: newer.id,
    elapsedMs: 3 * 60_000,
    prompts: 9,
    removed: ["removed"],
    added: ["added", "added too"],
  };
  expect(compare(older, newer)).toEqual(expected);
  expect(compare(newer, older)).toEqual(expected);
});

test("C11: of two made in the same instant, the one made first is the older", () => {
  const first = aCheckpoint(1, { createdAt: "2026-01-01T00:00:00.000Z" });
  const second = aCheckpoint(2, { createdAt: "2026-01-01T00:00:00.000Z" });
  expect(compare(second, first)).toEqual(compare(first, second));
  expect(compare(second, first)).toMatchObject({ from: first.id, to: second.id });
});

test("C11: a checkpoint compared with itself shows no change", () => {
  fc.assert(
    fc.property(fc.string(), (digest) => {
      const one = aCheckpoint(1, { digest });
      expect(compare(one, one)).toMatchObject({ elapsedMs: 0, prompts: 0, removed: [], added: [] });
    }),
  );
});
