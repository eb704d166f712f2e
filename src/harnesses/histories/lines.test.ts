import { appendFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Entry } from "../../capture/index.ts";
import { scratchFolder } from "../../scratch.test-kit.ts";
import { parseLine, textIn } from "../json-fields.ts";
import { lineHistory } from "./line-history.ts";
import { markOf, placeOf } from "./lines.ts";

const START = "2026-01-01T00:00:00.000Z";

/** Lines of a client that has but words and times. */
function readLine(line: string, otherwise: string): Entry[] {
  if (line === "") return [];
  const { said, at } = parseLine(line);
  const content = textIn(said) ?? "";
  return [{ sourceId: content, role: "user", kind: "prompt", content, createdAt: textIn(at) ?? otherwise }];
}

const HEAD = { text: "", lines: [], isWhole: true, bytes: 0, writtenAt: "2026-03-01T00:00:00.000Z" };
const historyOf = (path: string) =>
  lineHistory(HEAD, { key: "k", path, cwd: undefined, startedAt: START, parent: undefined }, readLine);

/** All that is new behind a mark, and where to go on from. */
async function readOn(path: string, mark?: string) {
  const result = { entries: [] as Entry[], broken: [] as string[], bytes: 0, mark };
  for await (const batch of historyOf(path).read(mark)) {
    result.entries.push(...batch.entries);
    result.broken.push(...batch.broken.map(({ where }) => where));
    result.bytes += batch.bytes;
    result.mark = batch.mark;
  }
  return result;
}

const line = (said: string) => `${JSON.stringify({ said })}\n`;

test("H4: an unchanged file brings nothing, a grown one what is new, a rewritten one all of it", async () => {
  const path = join(scratchFolder(), "a.jsonl");
  writeFileSync(path, line("one") + line("two"));
  const first = await readOn(path);
  expect(first.entries.map(({ content }) => content)).toEqual(["one", "two"]);
  expect(await readOn(path, first.mark)).toMatchObject({ entries: [], bytes: 0, mark: first.mark });
  appendFileSync(path, line("three"));
  const second = await readOn(path, first.mark);
  expect(second.entries.map(({ content }) => content)).toEqual(["three"]);
  writeFileSync(path, line("zero") + line("one") + line("two") + line("three"));
  const third = await readOn(path, second.mark);
  expect(third.entries.map(({ content }) => content)).toEqual(["zero", "one", "two", "three"]);
});

test("H4: however a file grows and whenever it is read, every line comes once, and broken ones by their number", async () => {
  const script = fc.array(fc.tuple(fc.boolean(), fc.boolean()), { minLength: 1, maxLength: 25 });
  await fc.assert(
    fc.asyncProperty(script, async (steps) => {
      const path = join(scratchFolder(), "a.jsonl");
      writeFileSync(path, "");
      const [entries, broken, expected]: [string[], string[], string[]] = [[], [], []];
      let mark: string | undefined;
      for (const [at, [isBroken, isReadNow]] of steps.entries()) {
        appendFileSync(path, isBroken ? "{ half\n" : line(`said ${at}`));
        if (isBroken) expected.push(`line ${at + 1}`);
        if (!isReadNow && at < steps.length - 1) continue;
        const result = await readOn(path, mark);
        entries.push(...result.entries.map(({ content }) => content));
        broken.push(...result.broken);
        mark = result.mark;
      }
      expect(entries).toEqual(steps.flatMap(([isBroken], at) => (isBroken ? [] : [`said ${at}`])));
      expect(broken).toEqual(expected);
    }),
    { numRuns: 30 },
  );
});

test("H4: a last line that was left without its end is read, half a line is not yet", async () => {
  const path = join(scratchFolder(), "a.jsonl");
  writeFileSync(path, `${line("one")}{"said":"two"}`);
  const first = await readOn(path);
  expect(first.entries.map(({ content }) => content)).toEqual(["one", "two"]);
  appendFileSync(path, '\n{"said":"thr');
  const second = await readOn(path, first.mark);
  expect(second).toMatchObject({ broken: [], entries: [{ content: "two" }] });
  appendFileSync(path, 'ee"}\n');
  expect((await readOn(path, second.mark)).entries.map(({ content }) => content)).toEqual(["three"]);
});

test("H4: a line without a time gets the time of the one before it", async () => {
  const path = join(scratchFolder(), "a.jsonl");
  const later = "2026-02-02T00:00:00.000Z";
  writeFileSync(path, `${line("one")}${JSON.stringify({ said: "two", at: later })}\n${line("three")}`);
  expect((await readOn(path)).entries.map(({ createdAt }) => createdAt)).toEqual([START, later, later]);
});

test("H4: a history much longer than a batch is read in several, none of them large", async () => {
  const path = join(scratchFolder(), "long.jsonl");
  const long = line("x".repeat(100_000));
  writeFileSync(path, long.repeat(60));
  const sizes: number[] = [];
  for await (const { bytes } of historyOf(path).read(undefined)) sizes.push(bytes);
  expect(sizes.length).toBeGreaterThan(2);
  expect(Math.max(...sizes)).toBeLessThan(2_500_000);
  expect(sizes.reduce((sum, bytes) => sum + bytes, 0)).toBe(60 * long.length);
});

test("H4: a mark names its place again, and another reader's mark names none", () => {
  const place = { offset: 5_000_000_000, fileId: "1:2", tail: "ab" };
  expect(placeOf(markOf(place))).toEqual(place);
  for (const mark of ["", "row 7", "7", '{"row":7}']) expect(placeOf(mark)).toBeUndefined();
});
