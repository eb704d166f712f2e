import { expect, test } from "vitest";
import { driftOf } from "./drift.ts";

const CODE = `export function issue(to) {
  const token = sign(to);
  return token;
}

export async function rotateRefreshToken(old) {
  const token = await next(old);
  return token;
}
`;
const cited = (line: number, quote: string, symbol?: string) => ({ path: "src/auth.ts", line, quote, symbol });

test("G7: a quote that stands where it stood is the same, whatever the white space", async () => {
  expect(await driftOf(cited(6, "export async function rotateRefreshToken(old)"), CODE)).toEqual({
    state: "same",
    line: 6,
  });
  const quote = "const token   = await next(old);\n\treturn token;";
  expect(await driftOf(cited(7, quote, "rotateRefreshToken"), CODE)).toEqual({ state: "same", line: 7 });
});

test("G7: a quote of several lines is the same by whichever of them it was cited", async () => {
  const quote = "const token = await next(old); return token;";
  for (const line of [7, 8])
    expect(await driftOf(cited(line, quote, "rotateRefreshToken"), CODE)).toEqual({ state: "same", line });
});

test("G7: a quote moves with its function, not to another that says the same", async () => {
  const text = CODE.replace("export async", "\n\n\nexport async");
  const moved = { state: "moved", line: 11, withSymbol: true };
  expect(await driftOf(cited(8, "return token;", "rotateRefreshToken"), text)).toEqual(moved);
  const before = cited(3, "return token;", "rotateRefreshToken");
  expect(await driftOf(before, CODE)).toEqual({ state: "moved", line: 8, withSymbol: true });
});

test("G7: a quote without a function that is known moves to the nearest place", async () => {
  expect(await driftOf(cited(9, "return token;"), CODE)).toEqual({ state: "moved", line: 8, withSymbol: false });
  const renamed = CODE.replace("rotateRefreshToken", "rotate");
  const drift = await driftOf(cited(12, "const token = await next(old);", "rotateRefreshToken"), renamed);
  expect(drift).toEqual({ state: "moved", line: 7, withSymbol: false });
});

test("G7: a quote that its function no longer has was changed; the nearest line is given", async () => {
  const text = CODE.replace("await next(old)", "await next(old, GRACE)");
  expect(await driftOf(cited(7, "const token = await next(old);", "rotateRefreshToken"), text)).toEqual({
    state: "changed",
    line: 7,
    symbol: { name: "rotateRefreshToken", kind: "function", from: 6, to: 9 },
    now: "const token = await next(old, GRACE);",
  });
  const emptied = CODE.replace("  return token;\n}\n\nexport async", "}\n\nexport async");
  expect(await driftOf(cited(3, "return token;", "issue"), `${emptied}${CODE.slice(90)}`)).toMatchObject({
    state: "changed",
  });
});

test("G7: a quote that is nowhere is gone, and why is said", async () => {
  expect(await driftOf(cited(3, "return null;"), CODE)).toEqual({
    state: "gone",
    because: "the quote is nowhere in the file",
  });
  expect(await driftOf(cited(3, "return null;", "verify"), CODE)).toEqual({
    state: "gone",
    because: "neither the quote nor verify is in the file",
  });
  expect(await driftOf({ ...cited(3, "x y", "A"), path: "a.md" }, "z")).toEqual({
    state: "gone",
    because: "the quote is nowhere in the file, and A was not looked for: no parser for .md",
  });
});

test("G7: half a word is no quote", async () => {
  expect(await driftOf(cited(3, "return tok"), CODE)).toMatchObject({ state: "gone" });
});
