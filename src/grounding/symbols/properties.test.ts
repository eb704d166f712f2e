import fc from "fast-check";
import { expect, test } from "vitest";
import { driftOf } from "./drift.ts";
import { outlineOf } from "./outline.ts";
import { findSymbol, symbolAt } from "./symbols.ts";

const PATHS = ["a.ts", "a.tsx", "a.js", "a.py", "a.java", "a.cpp", "a.rs", "a.go", "a.php", "a.md"];
const PIECES =
  "class A {|function f(|) {|}|=> {|const x =|def g():|\n|    |fn h() {|impl S {|<?php|'|\"|`|${|/*|*/|//|#|(|)|;|export|template<|namespace n {|func (s *S) M() {|\r\n|\u0000|\uD800|😀".split(
    "|",
  );
const broken = fc.oneof(
  fc.array(fc.constantFrom(...PIECES), { maxLength: 40 }).map((pieces) => pieces.join(" ")),
  fc.string({ unit: "binary", maxLength: 200 }),
);

/** A file of functions, each with a body of its own. */
const file = fc
  .uniqueArray(fc.stringMatching(/^[a-z]{3,8}$/), { minLength: 1, maxLength: 6 })
  .map((names) => names.map((name, at) => ({ name: `${name}Fn`, body: `  return run("${name}", ${at});` })));
type Functions = readonly { readonly name: string; readonly body: string }[];
const written = (functions: Functions): string =>
  functions.map(({ name, body }) => `export function ${name}() {\n${body}\n}\n`).join("\n");
const lineOf = (text: string, part: string): number => text.slice(0, text.indexOf(part)).split("\n").length;
const comments = fc.array(fc.constantFrom("// why", "", "/* so */"), { maxLength: 12 });

test("G7: broken source never throws, and what is found lies within the file", async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...PATHS), broken, fc.integer({ min: -2, max: 60 }), async (path, text, line) => {
      const lines = text.split(/\r\n|\n|\r/).length;
      for (const { from, to } of await outlineOf(path, text)) {
        expect(from).toBeGreaterThanOrEqual(1);
        expect(to).toBeGreaterThanOrEqual(from);
        expect(to).toBeLessThanOrEqual(lines);
      }
      const symbol = await symbolAt(path, text, line);
      await driftOf({ path, line, quote: text.slice(0, 40), symbol: symbol?.name ?? "f" }, text);
    }),
    { numRuns: 600 },
  );
});

test("G7: lines put in above move a citation with its function", async () => {
  await fc.assert(
    fc.asyncProperty(file, comments, fc.nat(), async (functions, above, pick) => {
      const chosen = functions[pick % functions.length] ?? { name: "", body: "" };
      const before = written(functions);
      const line = lineOf(before, chosen.body);
      const symbol = await symbolAt("a.ts", before, line);
      expect(symbol?.name).toBe(chosen.name);
      const after = [...above, before].join("\n");
      const citation = { path: "a.ts", line, quote: chosen.body, symbol: chosen.name };
      expect(await driftOf(citation, before)).toEqual({ state: "same", line });
      expect(await driftOf(citation, after)).toEqual(
        above.length === 0 ? { state: "same", line } : { state: "moved", line: line + above.length, withSymbol: true },
      );
      const found = await findSymbol("a.ts", after, chosen.name);
      expect(found?.from).toBe((symbol?.from ?? 0) + above.length);
    }),
    { numRuns: 150 },
  );
});

test("G7: a function that is renamed keeps its quotes; one that is rewritten has changed; one that is deleted takes them along", async () => {
  await fc.assert(
    fc.asyncProperty(file, fc.nat(), async (functions, pick) => {
      const at = pick % functions.length;
      const chosen = functions[at] ?? { name: "", body: "" };
      const text = written(functions);
      const citation = { path: "a.ts", line: lineOf(text, chosen.body), quote: chosen.body, symbol: chosen.name };
      const renamed = functions.map((one) => (one === chosen ? { ...one, name: `${one.name}Renamed` } : one));
      expect(await driftOf(citation, written(renamed))).toEqual({ state: "same", line: citation.line });
      const rewritten = functions.map((one) => (one === chosen ? { ...one, body: "  throw new Error();" } : one));
      expect(await driftOf(citation, written(rewritten))).toMatchObject({ state: "changed", line: expect.any(Number) });
      const without = functions.filter((one) => one !== chosen);
      expect(await driftOf(citation, written(without))).toMatchObject({ state: "gone" });
    }),
    { numRuns: 150 },
  );
});

test("G7: the order of functions and the white space of a quote change nothing but lines", async () => {
  await fc.assert(
    fc.asyncProperty(file, fc.nat(), fc.constantFrom(" ", "\t", "\n", "   \r\n "), async (functions, pick, space) => {
      const chosen = functions[pick % functions.length] ?? { name: "", body: "" };
      const [before, after] = [written(functions), written([...functions].reverse())];
      const quote = chosen.body.replaceAll(" ", space);
      const drift = await driftOf(
        { path: "a.ts", line: lineOf(before, chosen.body), quote, symbol: chosen.name },
        after,
      );
      expect(drift).toMatchObject({ line: lineOf(after, chosen.body) });
    }),
    { numRuns: 100 },
  );
});

test("G7: two megabytes are read while others get their turn", async () => {
  const text = "export function f() {\n  return [1, 2, 3];\n}\n".repeat(43_000);
  let turns = 0;
  const timer = setInterval(() => {
    turns += 1;
  }, 1);
  const found = await symbolAt("a.ts", text, 3 * 42_000 + 2);
  clearInterval(timer);
  expect(found?.from).toBe(3 * 42_000 + 1);
  expect(turns).toBeGreaterThan(5);
});
