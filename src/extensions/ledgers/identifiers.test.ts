import fc from "fast-check";
import { expect, test } from "vitest";
import { PROJECT_ROOT, readIdentifier, writeIdentifier } from "./identifiers.ts";

const name = fc.stringMatching(/^[\w äöü@()+-]{1,12}(?:\.\w{1,4})?$/u).filter((part) => part.trim() === part);
const path = fc.array(name, { minLength: 1, maxLength: 4 }).map((parts) => parts.join("/"));
const lines = fc.option(fc.tuple(fc.integer({ min: 1, max: 9999 }), fc.option(fc.integer({ min: 1, max: 500 }))));

test("L3: an identifier is read as it was written", () => {
  fc.assert(
    fc.property(path, lines, (file, at) => {
      const [from, length] = at ?? [];
      const to = from !== undefined && length ? from + length : undefined;
      const one = { path: file, ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
      expect(readIdentifier(writeIdentifier(one))).toEqual(one);
    }),
  );
});

test.each([
  ["src/auth/jwt.ts:45", /is a relative path/],
  ["./src/auth/jwt.ts:45", /is a relative path/],
  ["/home/ada/project/src/jwt.ts:45", /is a hard-coded absolute path/],
  ["C:\\project\\jwt.ts:45", /is a hard-coded absolute path/],
  [`${PROJECT_ROOT}/../secrets.ts:1`, /names no file of the project/],
  [`${PROJECT_ROOT}/src/../../secrets.ts:1`, /names no file of the project/],
  [`${PROJECT_ROOT}/`, /names no file of the project/],
  [`${PROJECT_ROOT}/a\\..\\b`, /names no file of the project/],
  [`${PROJECT_ROOT}/a.ts:9-3`, /ends before it begins/],
])("L3: %s is refused, with the form that is right", (path, message) => {
  expect(() => readIdentifier(path)).toThrow(message);
});
