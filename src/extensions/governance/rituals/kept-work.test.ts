import fc from "fast-check";
import { expect, test } from "vitest";
import { keptAsPatch } from "./kept-work.ts";

test("V2: whatever is left out of a patch is named, and the line about it is short", () => {
  const leftOut = fc.array(fc.string({ minLength: 1, maxLength: 100 }), { maxLength: 30 });
  fc.assert(
    fc.property(leftOut, fc.option(fc.string(), { nil: undefined }), (all, refused) => {
      const patch = { bytes: Buffer.from(""), commit: "a1b2c3d", files: 3, leftOut: all };
      const kept = keptAsPatch(patch, "work/patches/a.patch", refused);
      expect(kept).toMatchObject({ patch: "work/patches/a.patch", appliesTo: "a1b2c3d", commit: null });
      expect(kept.leftOut).toEqual(all);
      expect(kept.notCommitted === null).toBe(refused === undefined);
      expect(kept.text.length).toBeLessThanOrEqual(400);
    }),
  );
});
