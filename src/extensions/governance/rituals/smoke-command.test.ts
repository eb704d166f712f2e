import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { defaultConfig } from "../../../core/index.ts";
import { scratchFolder } from "../../../scratch.test-kit.ts";
import { smokeSettingOf } from "./smoke-command.ts";

const rules = { rulesFor: async () => defaultConfig };

function settingIn(policy: string | undefined) {
  const root = scratchFolder();
  mkdirSync(join(root, ".agentic-governance"));
  if (policy !== undefined) writeFileSync(join(root, ".agentic-governance", "config.json"), policy);
  return smokeSettingOf(rules, { project: root, root });
}

test.each([
  '{"smokeCommand":"npm test"}',
  '\uFEFF{"smokeCommand":"npm test"}',
  '{"smoke_command":"npm test","smokeCommand":""}',
  '{"smoke":"npm test"}',
  '{"smoke":{"command":"npm test","timeout":5}}',
  '{"commands":{"build":["a"],"smoke":"npm test"}}',
])("V1: %s names the smoke command", async (policy) => {
  expect(await settingIn(policy)).toEqual({ command: "npm test", limitMs: 300_000 });
});

test.each([undefined, "{}", '{"smokeCommand":null}', '{"smokeCommand":" "}', '{"commands":["a"]}', '{"smoke":{}}'])(
  "V1: %s names none",
  async (policy) => {
    expect(await settingIn(policy)).toEqual({});
  },
);

test.each([
  ...["{bad json", '{"smokeCommand":"exit 7",}', "", "[]", "null", '{"smokeCommand":["a","b"]}', '{"smokeCommand":7}'],
  ...['{"smoke":{"command":7}}', '{"smoke":true}', '{"commands":{"smoke":["a"]}}', '{"smoke_command":{}}'],
])("V1: of %j nobody can tell, and that is no healthy code", async (policy) => {
  const problem = expect.stringMatching(/^the smoke command cannot be read from .*config\.json: \S/);
  expect(await settingIn(policy)).toEqual({ problem });
});

test("V1: a folder in the place of the settings file is reported like a file that cannot be read", async () => {
  const root = scratchFolder();
  mkdirSync(join(root, ".agentic-governance", "config.json"), { recursive: true });
  expect(await smokeSettingOf(rules, { project: root, root })).toMatchObject({
    problem: expect.stringContaining("is not a regular file"),
  });
});
