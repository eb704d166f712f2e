import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { scratchFolder } from "../../../scratch.test-kit.ts";
import { isDay, trajectoryFile } from "./file-names.ts";
import { appendEntries, entriesOf, isObject } from "./trajectory-entries.ts";

const entry = fc.dictionary(fc.string(), fc.jsonValue());
const isJunk = (line: string): boolean => {
  try {
    return !isObject(JSON.parse(line));
  } catch {
    return true;
  }
};
const junk = fc.string({ unit: "binary", maxLength: 40 }).filter((line) => !line.includes("\n") && isJunk(line));
const asStored = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

describe("L6: one JSON object a line", () => {
  test("entries are read in order, whatever junk is between them and however the file ends", () => {
    const file = join(scratchFolder(), "t.jsonl");
    fc.assert(
      fc.property(
        fc.array(fc.oneof(entry, junk)),
        fc.constantFrom("\n", "\r\n"),
        fc.boolean(),
        (lines, end, closed) => {
          const text = lines.map((line) => (typeof line === "string" ? line : JSON.stringify(line))).join(end);
          writeFileSync(file, closed ? text + end : text);
          expect([...entriesOf(file)]).toEqual(lines.filter((line) => typeof line !== "string").map(asStored));
        },
      ),
    );
  });

  test("a line longer than what is read at once is whole", () => {
    const file = join(scratchFolder(), "t.jsonl");
    const long = { claim: "ü".repeat(700_000) };
    writeFileSync(file, `{"a":1}\n${JSON.stringify(long)}\n{"b":2}`);
    expect([...entriesOf(file)]).toEqual([{ a: 1 }, long, { b: 2 }]);
  });

  test("what is appended is one line more, and nothing before it changes", () => {
    const folder = scratchFolder();
    let number = 0;
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.array(entry, { minLength: 1, maxLength: 3 }), (before, added) => {
        const file = join(folder, "made", "on", "demand", `${number++}.jsonl`);
        appendEntries(file, [{}], dirname(file));
        writeFileSync(file, "");
        appendFileSync(file, before);
        for (const one of added) appendEntries(file, [one], dirname(file));
        const after = readFileSync(file);
        expect(after.subarray(0, Buffer.byteLength(before)).equals(Buffer.from(before))).toBe(true);
        expect([...entriesOf(file)].slice(-added.length)).toEqual(added.map(asStored));
      }),
      { numRuns: 50 },
    );
  });

  test("no file is no entries; a day is one of the calendar; names lead nowhere else", () => {
    expect([...entriesOf(join(scratchFolder(), "none.jsonl"))]).toEqual([]);
    expect(["2024-02-29", "0001-01-01", "9999-12-31"].every(isDay)).toBe(true);
    expect(["2023-02-29", "2024-00-10", "2024-1-1", "2024-01-01\n", ""].some(isDay)).toBe(false);
    expect(() => trajectoryFile("t", "../up", "2024-01-01")).toThrow("path separator");
    expect(() => trajectoryFile("t", "agent", "../2024")).toThrow("not a day");
  });
});
