import { linkSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { Stage } from "../../../engine.test-kit.ts";
import type { ProjectLocation } from "../../../project-files/index.ts";
import { scratchFolder } from "../../../scratch.test-kit.ts";

/* A person saves a file in the middle of our writing it: the moments are calls of ours that they come before. */

vi.mock(import("node:fs"), async (original) => {
  const fs = await original();
  return { ...fs, linkSync: vi.fn(fs.linkSync), renameSync: vi.fn(fs.renameSync) };
});

const fs = await vi.importActual<typeof import("node:fs")>("node:fs");

let stage: Stage;
let project: string;
let location: ProjectLocation;
beforeEach(async () => {
  const folder = scratchFolder();
  project = join(folder, "project");
  mkdirSync(join(project, ".git"), { recursive: true });
  stage = await Stage.open({ home: join(folder, "home") });
  onTestFinished(() => stage.engine.close());
  onTestFinished(() => {
    vi.restoreAllMocks();
  });
  location = await stage.engine.ledger.at(project);
});

const ledger = () => stage.engine.ledger;
const notes = () => join(project, ".throughline", "NOTES.md");
const taskFile = () => join(project, ".throughline", "tasks", "work", "task.yaml");
const read = (path: string) => readFileSync(path, "utf8");
const content = { rationale: "edit-0", alternatives: [], evidence: [], testScenarios: [] };

const reworded = (path: string) => read(path).replace("edit-0", "edit-1");
const byRenaming = (path: string): void => {
  fs.writeFileSync(`${path}.swp`, reworded(path));
  fs.renameSync(`${path}.swp`, path);
};
const inPlace = (path: string): void => writeFileSync(path, reworded(path));

type Save = (path: string) => void;

const whileWorking = (path: string, save: Save): void => {
  const { memory } = stage.engine;
  const remember = memory.remember.bind(memory);
  vi.spyOn(memory, "remember").mockImplementationOnce((one) => {
    save(path);
    return remember(one);
  });
};

/** Before our file is moved to `path`, or the file there is renamed. */
const before =
  (call: "linkSync" | "renameSync") =>
  (path: string, save: Save): void => {
    let isSaved = false;
    const calls = { linkSync: vi.mocked(linkSync), renameSync: vi.mocked(renameSync) };
    calls[call].mockImplementation((from, to) => {
      const about = call === "linkSync" ? from : to;
      if (!isSaved && about === path) {
        isSaved = true;
        save(path);
      }
      fs[call](from, to);
    });
  };

const SAVES: [string, (path: string, save: Save) => void, Save][] = [
  ["by renaming, while the entry is made", whileWorking, byRenaming],
  ["by renaming, while our file is made ready", before("linkSync"), byRenaming],
  ["in place, while our file is made ready", before("linkSync"), inPlace],
  ["in place, after our last look", before("renameSync"), inPlace],
];

for (const [how, at, save] of SAVES)
  for (const [what, file] of [
    ["the notes", notes],
    ["a task's file", taskFile],
  ] as const)
    test(`L1: what a person saves ${how}, is kept in ${what} and imported, and so is the entry`, async () => {
      await ledger().tasks.add(location, { title: "Work" });
      const { id } = await ledger().decide(location, { ...content, decision: "Cache it", task: "work" });
      at(file(), save);
      const later = { ...content, decision: "Queue it", rationale: "Load", task: "work" };
      expect((await ledger().decide(location, later)).behind).toEqual([]);
      for (const path of [notes(), taskFile()]) {
        expect(read(path)).toContain("edit-1");
        expect(read(path)).toContain("Queue it");
        expect(readdirSync(dirname(path)).filter((name) => name.endsWith(".tmp"))).toEqual([]);
      }
      expect(await ledger().decisions.show(location.project, id)).toMatchObject({ rationale: "edit-1" });
      expect(await ledger().clashes(location, 10)).toEqual([]);
    });

test("L1: a file that somebody keeps saving is left to them; the entry is in the store, and follows", async () => {
  await ledger().decide(location, { ...content, decision: "Cache it" });
  let saves = 0;
  vi.mocked(linkSync).mockImplementation((from, to) => {
    if (from === notes()) writeFileSync(notes(), read(notes()).replace(/edit-\d+/u, `edit-${++saves}`));
    fs.linkSync(from, to);
  });
  const { behind } = await ledger().decide(location, { ...content, decision: "Queue it", rationale: "" });
  expect(behind).toMatchObject([{ path: notes(), problem: expect.stringContaining("kept changing") }]);
  expect(read(notes())).toContain(`edit-${saves}`);
  vi.mocked(linkSync).mockImplementation(fs.linkSync);
  await ledger().decide(location, { ...content, decision: "Log it", rationale: "" });
  expect(read(notes())).toMatch(new RegExp(`edit-${saves}[\\s\\S]*Queue it[\\s\\S]*Log it`, "u"));
});
