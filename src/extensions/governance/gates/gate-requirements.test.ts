import { expect, test } from "vitest";
import { GATE_REQUIREMENTS, type GateContent } from "./gate-requirements.ts";

const content = (fields: Partial<GateContent> = {}): GateContent => ({
  ...{ task: undefined, commands: [], given: new Map(), smokeOutput: undefined },
  state: { filesChanged: [], tests: { passing: 0, failing: 0, pending: 0 }, decisions: [] },
  fileText: () => undefined,
  isThere: () => false,
  isCommit: () => false,
  ...fields,
});
const need = (gate: keyof typeof GATE_REQUIREMENTS, name: string) => {
  const found = GATE_REQUIREMENTS[gate].find((one) => one.name === name);
  if (!found) throw new Error(`${gate} needs no ${name}`);
  return found;
};

test.each([
  ["done and dusted", false],
  ["lgtm all good", false],
  ["TODO write them", false],
  ["tbd later", false],
  ["done done done", false],
  ["Rotation on use beats expiry: a stolen token is seen at once", true],
  ["Redis keeps sessions across restarts", true],
  ["the provider allows it", true],
  ["轮换令牌可以及时发现被盗的令牌", true],
])("V3: as findings of research, %j is content: %s", (text, isContent) => {
  const given = new Map([["findings", [text]]]);
  expect(need("G1", "findings").found(content({ given })) !== undefined).toBe(isContent);
});

const FILES: Readonly<Record<string, string>> = { "docs/found.md": "Rotation beats expiry.", "src/auth.ts": "export" };
const met = (gate: keyof typeof GATE_REQUIREMENTS, kind: string, text: string, fields: Partial<GateContent> = {}) => {
  const [fileText, isThere] = [(path: string) => FILES[path], (path: string) => path in FILES || path === "docs"];
  return (
    need(gate, kind).found(content({ given: new Map([[kind, [text]]]), fileText, isThere, ...fields })) !== undefined
  );
};

test.each([
  ["see docs/missing.md", false],
  ["in docs/none.md", false],
  ["docs/missing.md", false],
  ["docs/missing", false],
  ["Rotation beats expiry, as docs/missing.md shows.", false],
  ["see notes.md", false],
  ["see docs/found.md", true],
  ["docs/found.md", true],
  ["src/auth.ts:12 keeps the token too long", true],
  ["Node.js leaks memory", true],
  ["client/server clocks drift apart", true],
  ["https://example.org/docs/a.html says that tokens rotate", true],
  ["example.org/docs/a.html says that tokens rotate", true],
  ["/etc/nginx/nginx.conf caps the body at a megabyte", true],
])("V3: findings that name files, %j, are content: %s", (text, isContent) => {
  expect(met("G1", "findings", text)).toBe(isContent);
});

test("V3: a file that was deleted in this task may be named", () => {
  const filesChanged = [{ path: "src/old.ts", action: "deleted" }];
  const state = { ...content().state, filesChanged };
  expect(met("G6", "resolutions", "removed src/old.ts with its callers", { state })).toBe(true);
  expect(met("G6", "resolutions", "removed src/older.ts with its callers", { state })).toBe(false);
});

test.each([
  ["187 %", false],
  ["-5 %", false],
  ["lines 87 %, branches 870 %", false],
  ["high", false],
  ["87 % of lines", true],
  ["87,5%", true],
  ["100 %", true],
  ["80-90 %", true],
])("V3: as coverage, %j is possible: %s", (text, isPossible) => {
  expect(met("G5", "coverage", text)).toBe(isPossible);
});

test.each([
  ["looks good to me overall", false],
  ["rename the type of tokens", true],
  ["typo in README", true],
  ["Alice approved #12", true],
  ["see `rotate`", true],
  ["expiresAt is wrong", true],
  ["good, but see src/auth.ts", true],
  ["https://example.org/pull/12", true],
  ["建议把令牌的类型改名为会话令牌", true],
])("V3: as a review, %j says something: %s", (text, says) => {
  expect(met("G6", "review", text)).toBe(says);
});

test.each([
  ["all done and fixed now", false],
  ["fixed the typo", true],
  ["renamed it as they asked", true],
  ["resolved in #13", true],
])("V3: as resolutions, %j says something: %s", (text, says) => {
  expect(met("G6", "resolutions", text)).toBe(says);
});

test("V3: a text file is no documentation because of its ending; documents are", () => {
  const changed = (...paths: string[]) => {
    const filesChanged = paths.map((path) => ({ path, action: "modified" }));
    return content({ state: { ...content().state, filesChanged } });
  };
  expect(need("G7", "docs").found(changed("secret.txt", "src/a.ts"))).toBeUndefined();
  for (const path of ["docs/auth.txt", "README", "guide.md", "CONTRIBUTING.rst"])
    expect(need("G7", "docs").found(changed(path))).toBe(path);
});
