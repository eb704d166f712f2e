import fc from "fast-check";
import { expect, test } from "vitest";
import type { Predicted } from "./prediction.ts";
import type { Step } from "./steps.ts";
import { keyOf } from "./things.ts";
import { type Likely, likely, tell } from "./wording.ts";

const files = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 60 }), { maxLength: 5 });

const path = (value: string): Predicted => ({ key: keyOf("path", value), kind: "path", value, score: 1 });
const naming = (things: readonly Predicted[]): Step => ({
  ...{ source: "called", seq: 1, act: { kind: "other" }, file: undefined, chars: 1, range: undefined },
  ...{ things: new Set(things.map(({ key }) => key)), lines: new Map() },
});

test("R4: what is told keeps to its room, however little that is and however many files are in work", () => {
  fc.assert(
    fc.property(files, fc.nat({ max: 400 }), (paths, room) => {
      const ranges = new Map(paths.map((path) => [path, [{ from: 1, to: 40 }]]));
      const predicted = [{ key: "name someName" as const, kind: "name" as const, value: "someName", score: 1 }];
      const few: Likely = { predicted, places: new Map(), ranges, unproven: new Set() };
      expect(tell(few, room).text.length).toBeLessThanOrEqual(room);
    }),
  );
});

test("R4: the parts of a file that were looked at are told in the order of its lines", () => {
  const ranges = new Map([
    [
      "src/a.ts",
      [
        { from: 92, to: 171 },
        { from: 910, to: 953 },
        { from: 7, to: 9 },
      ],
    ],
  ]);
  expect(tell({ predicted: [], places: new Map(), ranges, unproven: new Set() }, 400).text).toContain(
    "- src/a.ts:7-9,92-171,910-953",
  );
});

test("R4: what is written like a path, and no file was ever seen there, is told as a reference", () => {
  const told = ["src/cli", "src/main.go", "alex/better-status", ".zshrc", "origin/main"].map(path);
  const steps = [naming([...told, path("src/cli/status.go")])];
  expect(tell(likely(told, steps), 400).text).toBe(
    "**Files**: src/cli, src/main.go, .zshrc\n**References**: alex/better-status, origin/main",
  );
});

test("R4: the endings and folders of a path that is told are not told again", () => {
  const things = ["status.go", "src/cli/status.go", "cli/status.go", "src", "src/cli", "status.ts"].map(path);
  expect(tell(likely(things, [naming(things)]), 400).text).toBe("**Files**: src/cli/status.go, status.ts");
});

test("R4: no more is told than anybody takes in, the likeliest of it; in more room, more", () => {
  const predicted = Array.from({ length: 200 }, (_, n) => {
    const value = `nm${n}`;
    return { key: keyOf("name", value), kind: "name" as const, value, score: 200 - n };
  });
  const many: Likely = { predicted, places: new Map(), ranges: new Map(), unproven: new Set() };
  fc.assert(
    fc.property(fc.nat({ max: 6000 }), (room) => {
      const { text, told } = tell(many, room);
      expect(text.length).toBeLessThanOrEqual(room);
      expect(told).toEqual(predicted.slice(0, told.length));
      expect(told.length).toBeLessThanOrEqual(Math.max(60, room / 25));
    }),
  );
  expect(tell(many, 1000).told).toHaveLength(60);
  expect(tell(many, 3000).told).toHaveLength(120);
  expect(tell(many, 1000, 4).told).toHaveLength(56);
});
