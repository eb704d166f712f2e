import fc from "fast-check";
import { expect, test } from "vitest";
import { committedText, patchText, REASONS, readKept, withBesides } from "./kept.ts";

const sha = fc.string({ unit: fc.constantFrom(..."0123456789abcdef"), minLength: 40, maxLength: 40 });

test("V2: where the work of a session lies is read again as it was written", () => {
  fc.assert(
    fc.property(sha, fc.nat(), fc.boolean(), (commit, files, isNew) => {
      expect(readKept(committedText(commit))).toMatchObject({ commit, patch: null, appliesTo: null });
      const appliesTo = isNew ? null : commit;
      const text = patchText("work/patches/a.patch", files, appliesTo);
      const where = { commit: null, patch: "work/patches/a.patch", appliesTo };
      expect(readKept(text)).toEqual({ text, ...where, notCommitted: null, leftOut: [], leftOutMore: 0 });
    }),
  );
  expect(readKept("nothing uncommitted")).toMatchObject({ commit: null, patch: null });
});

test("V2: what was left out, and why it was not committed, is read again as it was written; the line fits its account", () => {
  const name = fc.string({ unit: fc.constantFrom(..."ab /.;:()-ä"), minLength: 1, maxLength: 60 });
  const entry = fc.tuple(name, fc.constantFrom(...Object.values(REASONS))).map(([path, why]) => `${path}x: ${why}`);
  const reason = fc.option(fc.string({ minLength: 1, maxLength: 100 }), { nil: undefined });
  fc.assert(
    fc.property(sha, fc.array(entry, { maxLength: 12 }), reason, (commit, leftOut, notCommitted) => {
      const patch = patchText(`work/patches/2026-11-16T02-30-32-000Z-${commit.slice(0, 8)}.patch`, 99, commit);
      const text = withBesides(patch, { notCommitted, leftOut });
      expect(text.length).toBeLessThanOrEqual(400);
      const kept = readKept(text);
      expect(kept).toMatchObject({ appliesTo: commit, notCommitted: notCommitted ?? null });
      expect(kept.leftOut.length + kept.leftOutMore).toBe(leftOut.length);
      for (const [at, one] of kept.leftOut.entries()) expect(leftOut[at]?.endsWith(one.replace(/^…/, ""))).toBe(true);
    }),
  );
});
