import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { Stage } from "../../engine.test-kit.ts";
import { scratchFolder } from "../../scratch.test-kit.ts";
import { formatBufferEntry } from "../autosave/working-buffer.ts";
import { type ProjectFolder, projectFolderOf, readText, writeText } from "./project-folder.ts";
import { buildDraft, loadSources } from "./sources.ts";

let stage: Stage;
let folder: string;
let place: ProjectFolder;
beforeEach(async () => {
  folder = scratchFolder();
  const project = join(folder, "project");
  mkdirSync(join(project, ".git"), { recursive: true });
  stage = await Stage.open({ home: join(folder, "home") });
  onTestFinished(() => stage.engine.close());
  place = projectFolderOf(await stage.engine.ledger.at(project));
});

test("N1: the sources of a checkpoint are the project's files and what was captured, the newest of it also", async () => {
  writeText(place, place.places.sessionState, "Task: Fix the parser\n");
  writeText(place, place.places.workingBuffer, "User: go on\n");
  mkdirSync(join(place.root, "src"));
  writeFileSync(join(place.root, "src", "parse.ts"), "one\ntwo\nthree\n");
  await stage.start("one");
  await stage.hook("post-tool-use", "one", {
    ...{ hook_event_name: "PostToolUse", tool_name: "Edit", tool_use_id: "t1", tool_response: "ok" },
    tool_input: { file_path: join(place.root, "src", "parse.ts"), old_string: "x", new_string: "two\nthree" },
  });
  const sources = await loadSources(stage.store, place, await stage.session("one"));
  expect(sources).toMatchObject({ sessionState: "Task: Fix the parser\n", workingBuffer: "User: go on\n" });
  expect(buildDraft(sources)).toMatchObject({ task: "Fix the parser", progress: ["Changed `src/parse.ts` lines 2-3"] });
});

test("N1: of SESSION-STATE.md the part of another session is left out, and nothing else", async () => {
  const state = (key: string) =>
    `<!-- throughline:begin session-state -->\n**Session:** claude-code ${key}\n**Task:** Task of ${key}\n<!-- throughline:end session-state -->\n\n## Blockers\n- No key for staging\n`;
  await stage.start("one");
  for (const [key, task] of [
    ["one", "Task of one"],
    ["other", ""],
  ] as const) {
    writeText(place, place.places.sessionState, state(key));
    const draft = buildDraft(await loadSources(stage.store, place, await stage.session("one")));
    expect(draft).toMatchObject({ task, blockers: ["No key for staging"] });
  }
});

test("N1: of the working buffer another session's exchanges are left out", async () => {
  const said = (session: string, text: string) =>
    formatBufferEntry({ session, at: 0, percent: 70, speaker: "User", text });
  const exchanges = [said("claude-code one", "Split the grammar."), said("claude-code other", "Paint the shed.")];
  writeText(place, place.places.workingBuffer, exchanges.join(""));
  await stage.start("one");
  const { workingBuffer } = await loadSources(stage.store, place, await stage.session("one"));
  expect(workingBuffer).toContain("Split the grammar.");
  expect(workingBuffer).not.toContain("shed");
});

test("N1: a link that leads out of the project is neither read nor written", () => {
  const outside = join(folder, "outside");
  mkdirSync(outside);
  writeFileSync(join(outside, "SESSION-STATE.md"), "Task: not yours\n");
  symlinkSync(outside, join(place.root, ".throughline"));
  expect(readText(place, place.places.sessionState)).toBeUndefined();
  expect(() => writeText(place, join(place.places.checkpoints, "a-name.md"), "x")).toThrow(/leads out of the project/);
  expect(existsSync(join(outside, "checkpoints"))).toBe(false);
  expect(readFileSync(join(outside, "SESSION-STATE.md"), "utf8")).toBe("Task: not yours\n");
});
