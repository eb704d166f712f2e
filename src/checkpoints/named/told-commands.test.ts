import { expect, test } from "vitest";
import { commandsIn } from "./told-commands.ts";

test.each<[string, string[]]>([
  ["Run pytest tests/auth_test.py to verify login", ["pytest tests/auth_test.py"]],
  ["Run `npm test -- auth`, then commit", ["npm test -- auth"]],
  ["Fix it and run make check again", ["make check"]],
  ["Ask Ann", []],
])("N5: the command of %j", (text, commands) => {
  expect(commandsIn(text)).toEqual(commands);
});

test("N5: a bare command ends with its line and with its sentence", () => {
  expect(commandsIn("Run npm run build\nUse a table because it is faster")).toEqual(["npm run build"]);
  expect(commandsIn("Run npm run build. Use a table")).toEqual(["npm run build"]);
  expect(commandsIn("Run pytest tests/a.py -k login before the merge")).toEqual(["pytest tests/a.py -k login"]);
});

test("N5: of several commands in a row each is looked for", () => {
  expect(commandsIn("Run npm run report && make deploy")).toEqual(["npm run report", "make deploy"]);
  expect(commandsIn("First `npm test; make deploy`.")).toEqual(["npm test", "make deploy"]);
});

test("N5: commands are looked for in long texts quickly", () => {
  const before = performance.now();
  for (const text of ["a/".repeat(200_000), "lines 1-".repeat(50_000), "`a ".repeat(100_000), "run a ".repeat(50_000)])
    commandsIn(text);
  expect(performance.now() - before).toBeLessThan(3000);
});
