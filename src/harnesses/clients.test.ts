import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { clients } from "./registry.ts";
import { traitsOf } from "./traits/index.ts";

/*
 * What is particular to a client is in its folder: a new client is a new folder, and a change of a client's form is
 * found in one place.
 */

const src = fileURLToPath(new URL("..", import.meta.url));
const folderOf = (name: string): string => join(src, "harnesses", name);

/** Files that name a client for a reason of their own. */
const ALLOWED: Readonly<Record<string, string>> = {
  "harnesses/registry.ts": "the list of clients",
  "harnesses/traits/index.ts": "the list of their traits",
  "harnesses/client/main.ts": "the hook program: it loads nothing, and only one client has hooks",
  "harnesses/client/script.ts": "the hook's shell script: only one client has hooks",
  "cli/demo/player.ts": "the demonstration plays one client against the real hook",
  "cli/commands/demo.ts": "the demonstration plays one client against the real hook",
  "cli/demo/story.ts": "the demonstration plays one client against the real hook",
  "core/config/default-settings.ts": "a layout of files in a project, chosen in the configuration",
  "project-files/file-places.ts": "a layout of files in a project, chosen in the configuration",
  "operations/session-status.ts": "a tool of ours with the same name as one of a client",
  "extensions/loa/synthesis-checkpoint/evidence.ts": "where Loa keeps its scripts",
  "extensions/loa/synthesis-checkpoint/steps.ts": "where Loa keeps its scripts",
};

const isTest = (path: string): boolean => /\.test\.ts$|test-kit|^store\/contract\//.test(path);
const isOfClient = (path: string): boolean => clients.some(({ name }) => path.startsWith(`harnesses/${name}/`));

const sources = readdirSync(src, { recursive: true, encoding: "utf8" })
  .map((path) => path.replaceAll("\\", "/"))
  .filter((path) => path.endsWith(".ts") && !isTest(path) && !isOfClient(path));

const CLIENT_NAMES = /claude|codex|gemini|open-?code|open-?claw|clawd/i;
/** The forms of events that one client has; the engine has names of its own (`HOOK_EVENTS`). */
const EVENT_NAMES =
  /\b(?:SessionStart|UserPromptSubmit|(?:Pre|Post)ToolUse|PreCompact|SubagentStop|hookSpecificOutput)\b/;

/** Names of tools that are no plain words: `write_file`, `NotebookEdit`. Plain ones count where they are quoted. */
function toolNames(): RegExp {
  const all = clients.flatMap(({ name }) => {
    const traits = traitsOf(name);
    const { editTools, readTools, shellTools, readOnlyTools, subagentTools } = traits;
    const tools = [editTools, readTools, shellTools, readOnlyTools, subagentTools].flatMap((names) => names ?? []);
    const tags = [traits.promptTags, traits.resultTags, traits.injectionTags].flatMap((names) => names ?? []);
    return [...tools, ...tags.filter((tag) => /^[a-z]+[-_][a-z]+$/.test(tag)), ...(traits.pathFields ?? [])];
  });
  const special = all.filter((name) => /_|-|[a-z][A-Z]|^LS/.test(name) || name === "Bash");
  return new RegExp(`\\b(?:${[...new Set(special)].join("|")})\\b`);
}

function knowsClient(): (text: string) => boolean {
  const expressions = [CLIENT_NAMES, EVENT_NAMES, toolNames()];
  return (text) => expressions.some((one) => one.test(text));
}

test("nothing outside a client's folder knows its name, its tools, its events or its tags", () => {
  const knows = knowsClient();
  const found = sources
    .filter((path) => !(path in ALLOWED))
    .flatMap((path) => {
      const lines = readFileSync(join(src, path), "utf8").split("\n");
      return lines.flatMap((line, at) => (knows(line) ? [`${path}:${at + 1}: ${line.trim()}`] : []));
    });
  expect(found).toEqual([]);
});

test("what may name a client exists and does", () => {
  const knows = knowsClient();
  for (const path of Object.keys(ALLOWED)) {
    const text = readFileSync(join(src, path), "utf8");
    expect(knows(text), path).toBe(true);
  }
});

test("each client has a folder of its name with the same files, and traits", () => {
  for (const client of clients) {
    const has = (file: string): boolean => existsSync(join(folderOf(client.name), `${file}.ts`));
    for (const file of ["index", "traits", "transcript", "history"])
      expect(has(file), `${client.name}: ${file}`).toBe(true);
    expect(has("session-file"), relative(src, folderOf(client.name))).toBe(client.writer !== undefined);
    for (const file of ["events", "install"]) expect(has(file), client.name).toBe(client.hooks !== undefined);
    expect(client.history).toMatchObject({ harness: client.name, title: client.title });
    expect(traitsOf(client.name)).not.toEqual({});
  }
});
