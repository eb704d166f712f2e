import fc from "fast-check";
import { expect, test } from "vitest";
import { type Likely, tell } from "./wording.ts";

const files = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 60 }), { maxLength: 5 });

test("R4: what is told keeps to its room, however little that is and however many files are in work", () => {
  fc.assert(
    fc.property(files, fc.nat({ max: 400 }), (paths, room) => {
      const ranges = new Map(paths.map((path) => [path, [{ from: 1, to: 40 }]]));
      const predicted = [{ key: "name someName" as const, kind: "name" as const, value: "someName", score: 1 }];
      const likely: Likely = { predicted, places: new Map(), ranges };
      expect(tell(likely, room).text.length).toBeLessThanOrEqual(room);
    }),
  );
});
