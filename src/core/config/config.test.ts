import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { defaultConfig } from "./default-settings.ts";
import { loadConfig } from "./load.ts";
import { ProjectConfigs } from "./projects.ts";

let folder: string;
let homeConfig: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "throughline-config-"));
  homeConfig = join(folder, "config.yaml");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const home = (text: string) => writeFileSync(homeConfig, text);
function project(text: string): string {
  const path = join(folder, "project");
  mkdirSync(path, { recursive: true });
  writeFileSync(join(path, "throughline.yaml"), text);
  return path;
}
const load = (env: NodeJS.ProcessEnv = {}, inProject?: string) => loadConfig({ homeConfig, project: inProject, env });

test("without any file every setting has its default", async () => {
  expect(await load({}, join(folder, "none"))).toEqual(defaultConfig);
  expect(defaultConfig.continuity).toMatchObject({ promptInterval: 10, timeIntervalMs: 900_000, flushDelayMs: 2500 });
});

test.each(["", "# only a comment\n", "---\n"])("an empty file changes nothing: %j", async (text) => {
  home(text);
  expect(await load()).toEqual(defaultConfig);
});

test("the environment overrides the project, the project the home, the home the defaults", async () => {
  home("continuity: { promptInterval: 2, retentionDays: 2, flushDelayMs: 2 }\nhooks: { deadlineMs: 2 }");
  const inProject = project("continuity: { promptInterval: 3, retentionDays: 3 }");
  const config = await load({ THROUGHLINE_CONTINUITY_PROMPT_INTERVAL: "4" }, inProject);
  expect(config.continuity).toMatchObject({ promptInterval: 4, retentionDays: 3, flushDelayMs: 2 });
  expect(config.continuity.maxCheckpointsPerSession).toBe(50);
  expect(config.hooks.deadlineMs).toBe(2);
});

test("a section left empty, as when all its lines are commented out, changes nothing", async () => {
  home("continuity:\n  # promptInterval: 3\nhooks: { deadlineMs: 900 }\ndistillation:\n  primary:\n");
  const inProject = project("hooks:\nmodels:\n");
  const config = await load({}, inProject);
  expect(config).toEqual({ ...defaultConfig, hooks: { deadlineMs: 900 } });
});

const WRONG: readonly [what: string, text: string, message: RegExp][] = [
  ["an unknown section", "# first\n\ncontinuty:\n  enabled: true\n", /config\.yaml:3: unknown setting "continuty"/],
  [
    "an unknown key",
    "continuity:\n  enabled: true\n  promptIntervall: 3\n",
    /:3: unknown setting "continuity\.promptIntervall"/,
  ],
  ["an unknown key without a value", "continuity:\n  typo:\n", /:2: unknown setting "continuity\.typo"/],
  ["an unknown section without a value", "typo:\n", /:1: unknown setting "typo"/],
  [
    "a deep unknown key",
    "distillation:\n  primary:\n    keep: 3\n",
    /:3: unknown setting "distillation\.primary\.keep"/,
  ],
  ["a wrong type", "hooks:\n\n  deadlineMs: soon\n", /:3: "hooks\.deadlineMs": .*number/],
  ["a setting without a value", "hooks:\n  deadlineMs:\n", /:2: "hooks\.deadlineMs"/],
  ["a number out of range", "autosave:\n  contextPercent: 170\n", /:2: "autosave\.contextPercent"/],
  ["a word that is none of the choices", "layout: fancy\n", /:1: "layout": .*throughline/],
  ["a section that is no section", "hooks: 500\n", /:1: "hooks": /],
  ["a bad address", "store:\n  url: mysql://x\n", /:2: "store\.url": must be "sqlite" or a postgres/],
  [
    "an address that is none of the web's",
    "summarizer:\n  baseUrl: localhost:11434\n",
    /:2: "summarizer\.baseUrl": must be an http/,
  ],
  [
    "a price with half of it",
    "summarizer:\n  price: { inputPerMillion: 3 }\n",
    /:2: "summarizer\.price\.outputPerMillion"/,
  ],
  ["a list", "- a\n- b\n", /:1: the file must hold settings/],
  ["a word alone", "hello\n", /:1: the file must hold settings/],
  ["YAML that does not parse", "hooks:\n  deadlineMs: 500\n  bad: [1, 2\n", /config\.yaml:[34]: /],
  ["a repeated key", "hooks:\n  deadlineMs: 1\n  deadlineMs: 2\n", /:3: .*unique/],
  ["a tab for indentation", "hooks:\n\tdeadlineMs: 1\n", /:2: .*[Tt]ab/],
];

test.each(WRONG)("an error names file, line and key: %s", async (_what, text, message) => {
  home(text);
  await expect(load()).rejects.toMatchObject({ code: "bad_config", message: expect.stringMatching(message) });
  await expect(load()).rejects.toHaveProperty("hint", expect.stringMatching(/\w/));
  await expect(load()).rejects.toHaveProperty("message", expect.stringContaining(homeConfig));
});

test.each([
  ["anthropic without a model", "provider: anthropic", /config\.yaml:2: "summarizer\.provider": .*summarizer\.model/],
  ["Ollama without a model", "provider: openai-compatible\n  baseUrl: http://a/v1", /:2: .*needs summarizer\.model/],
  ["a server without an address", "provider: openai-compatible\n  model: m", /:2: .*needs summarizer\.baseUrl/],
])("D10: a summarizer that lacks something is refused: %s", async (_what, text, message) => {
  home(`summarizer:\n  ${text}\n`);
  await expect(load()).rejects.toMatchObject({ code: "bad_config", message: expect.stringMatching(message) });
});

test("D10: one layer may name the provider and another the model", async () => {
  home("summarizer: { model: m, baseUrl: http://127.0.0.1:11434/v1 }");
  const config = await load({ THROUGHLINE_SUMMARIZER_PROVIDER: "openai-compatible" });
  expect(config.summarizer).toMatchObject({ provider: "openai-compatible", model: "m" });
  home("summarizer: { model: m }");
  await expect(load({ THROUGHLINE_SUMMARIZER_PROVIDER: "openai-compatible" })).rejects.toThrow(
    /environment variable THROUGHLINE_SUMMARIZER_PROVIDER: .*needs summarizer\.baseUrl/,
  );
});

test("D10: by default no model is called, and where one is, 50 times a day and 60 s at most", () => {
  expect(defaultConfig.summarizer).toEqual({
    provider: "extractive",
    maxCallsPerDay: 50,
    timeoutMs: 60_000,
    maxOutputTokens: 8000,
  });
});

test("an error in the project's file names that file, not the home's", async () => {
  home("hooks: { deadlineMs: 500 }");
  await expect(load({}, project("\nhooks:\n  deadline: 1"))).rejects.toThrow(/project\/throughline\.yaml:3: unknown/);
});

test("a wrong value in the environment is reported with the variable's name", async () => {
  await expect(load({ THROUGHLINE_HOOKS_DEADLINE_MS: "soon" })).rejects.toThrow(
    /environment variable THROUGHLINE_HOOKS_DEADLINE_MS: "hooks\.deadlineMs"/,
  );
  await expect(load({ THROUGHLINE_CONTINUITY_ENABLED: "yes" })).rejects.toThrow(/THROUGHLINE_CONTINUITY_ENABLED/);
  await expect(load({ THROUGHLINE_HOOKS_DEADLINE_MS: " " })).rejects.toThrow(/THROUGHLINE_HOOKS_DEADLINE_MS/);
});

test("what a variable's text means is for its setting to say", async () => {
  const config = await load({
    THROUGHLINE_CONTINUITY_ENABLED: "false",
    THROUGHLINE_GROUNDING_THRESHOLD: "0.5",
    THROUGHLINE_GOVERNANCE_SMOKE_COMMAND: "true",
    THROUGHLINE_SUMMARIZER_MODEL: "4",
    THROUGHLINE_SUMMARIZER_MAX_CALLS_PER_DAY: "7",
    THROUGHLINE_SUMMARIZER_PRICE_INPUT_PER_MILLION: "0.25",
    THROUGHLINE_SUMMARIZER_PRICE_OUTPUT_PER_MILLION: "2",
    THROUGHLINE_LAYOUT: "loa",
    THROUGHLINE_STORE_URL: "",
    THROUGHLINE_HOME: "/not/a/setting",
  });
  expect(config.continuity.enabled).toBe(false);
  expect(config.grounding.threshold).toBe(0.5);
  expect(config.governance.smokeCommand).toBe("true");
  expect(config.summarizer).toMatchObject({
    model: "4",
    maxCallsPerDay: 7,
    price: { inputPerMillion: 0.25, outputPerMillion: 2 },
  });
  expect(config.layout).toBe("loa");
  expect(config.store.url).toBe("sqlite");
});

test("the projects whose settings are remembered are bounded, and one that was forgotten is read again", async () => {
  const configs = new ProjectConfigs(defaultConfig, homeConfig, () => {});
  const known = project("continuity: { promptInterval: 3 }");
  expect((await configs.of(known)).continuity.promptInterval).toBe(3);
  for (let n = 0; n < 500; n++) await configs.of(join(folder, `project-${n}`));
  expect(configs.size).toBeLessThanOrEqual(100);
  expect((await configs.of(known)).continuity.promptInterval).toBe(3);
});
