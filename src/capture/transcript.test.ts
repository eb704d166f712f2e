import { appendFileSync, mkdirSync, mkdtempSync, renameSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeEach, expect, test } from "vitest";
import { type ReadFrom, readForward } from "./transcript.ts";

const folder = mkdtempSync(join(tmpdir(), "throughline-transcript-"));
let path: string;
let made = 0;
const fresh = (): string => {
  made += 1;
  return join(folder, `${made}.jsonl`);
};
beforeEach(() => {
  path = fresh();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Reads as the tailer does: from where it stopped, until the present end of the file. */
class Reader {
  readonly lines: string[] = [];
  skipped = 0;
  #from: ReadFrom = { offset: 0, fileId: null };

  async read(file = path, batchBytes = 1 << 20, longest?: number): Promise<void> {
    for (;;) {
      const reading = await readForward(
        file,
        this.#from,
        batchBytes,
        longest === undefined ? {} : { longestLineBytes: longest },
      );
      if (!reading) return;
      this.lines.push(...reading.lines);
      this.skipped += reading.skippedLines.length;
      this.#from = { offset: reading.offset, fileId: reading.fileId, tail: reading.tail };
      if (reading.atEnd) return;
    }
  }
}

const line = fc.string({ unit: fc.constantFrom("a", "é", "日", "🙂", '"', "\\", "{", " ", "\t"), maxLength: 12 });
const EOL = fc.constantFrom("\n", "\r\n");

test("S8: every line comes exactly once, whole, however the file grows and whenever it is read", async () => {
  const script = fc.array(fc.tuple(line, EOL), { minLength: 1, maxLength: 20 });
  await fc.assert(
    fc.asyncProperty(
      script,
      fc.array(fc.nat({ max: 9 })),
      fc.integer({ min: 1, max: 40 }),
      async (lines, cuts, batch) => {
        const file = fresh();
        const bytes = Buffer.from(lines.map(([text, end]) => text + end).join(""));
        const reader = new Reader();
        writeFileSync(file, "");
        // Chunks of any size: a read may fall inside a line, a character, or between \r and \n.
        for (let at = 0, n = 0; at < bytes.length; n++) {
          const size = 1 + (cuts[n % Math.max(1, cuts.length)] ?? 6);
          appendFileSync(file, bytes.subarray(at, at + size));
          at += size;
          await reader.read(file, batch);
        }
        expect(reader.lines).toEqual(lines.map(([text]) => text));
      },
    ),
    { numRuns: 60 },
  );
});

test("S8: a line that is still being written is left for the next time", async () => {
  const reader = new Reader();
  writeFileSync(path, '{"a":1}\n{"half');
  await reader.read();
  expect(reader.lines).toEqual(['{"a":1}']);
  await reader.read();
  appendFileSync(path, '":2}');
  await reader.read();
  expect(reader.lines).toHaveLength(1);
  appendFileSync(path, "\n");
  await reader.read();
  expect(reader.lines).toEqual(['{"a":1}', '{"half":2}']);
});

test("S8: a line longer than one chunk and one batch comes whole", async () => {
  const long = "日本語 🙂 ".repeat(300_000);
  writeFileSync(path, `first\n${long}\nlast\n`);
  const reader = new Reader();
  await reader.read(path, 10);
  expect(reader.lines.map((text) => text.length)).toEqual([5, long.length, 4]);
  expect(reader.lines[1] === long).toBe(true);
});

test("S8: a line beyond the longest is passed over and counted, what follows is read", async () => {
  writeFileSync(path, `a\n${"x".repeat(3_000_000)}\nb\n${"y".repeat(101)}\nc\n`);
  const reader = new Reader();
  await reader.read(path, 1 << 20, 100);
  expect(reader.lines).toEqual(["a", "b", "c"]);
  expect(reader.skipped).toBe(2);
});

test("S8: a file that became shorter is read from its start", async () => {
  const reader = new Reader();
  writeFileSync(path, "one\ntwo\nthree\n");
  await reader.read();
  truncateSync(path, 4);
  await reader.read();
  appendFileSync(path, "new\n");
  await reader.read();
  expect(reader.lines).toEqual(["one", "two", "three", "one", "new"]);
});

test("S8: another file under the same name is read from its start, though it is longer", async () => {
  const reader = new Reader();
  writeFileSync(path, "one\ntwo\n");
  await reader.read();
  writeFileSync(`${path}.new`, "other\none\ntwo\nthree\n");
  renameSync(`${path}.new`, path);
  await reader.read();
  expect(reader.lines).toEqual(["one", "two", "other", "one", "two", "three"]);
});

test("H4: a file that was rewritten in its place is read from its start, though it is longer", async () => {
  const reader = new Reader();
  writeFileSync(path, "one\ntwo\n");
  await reader.read();
  writeFileSync(path, "one\nand a half\ntwo\nthree\n");
  await reader.read();
  expect(reader.lines).toEqual(["one", "two", "one", "and a half", "two", "three"]);
});

test("S8: a byte order mark belongs to the file, not to its first line", async () => {
  const reader = new Reader();
  writeFileSync(path, "\uFEFFone\n\uFEFFtwo\n");
  await reader.read();
  expect(reader.lines).toEqual(["one", "\uFEFFtwo"]);
});

test("S8: where there is nothing to read, nothing is read", async () => {
  expect(await readForward(join(folder, "none.jsonl"), { offset: 0, fileId: null }, 1000)).toBeUndefined();
  mkdirSync(path);
  expect(await readForward(path, { offset: 0, fileId: null }, 1000)).toBeUndefined();
  expect(await readForward(join(path, "x", "y"), { offset: 0, fileId: null }, 1000)).toBeUndefined();
  expect(await readForward("a\0b", { offset: 0, fileId: null }, 1000)).toBeUndefined();
});
