import { expect, test } from "vitest";
import { at, emptyStore } from "../../../store/store.test-kit.ts";
import { conflictsOf, fileConflicts } from "./file-conflicts.ts";
import { syncedFiles } from "./synced-files.ts";

const PROJECT = "/projects/alpha";

test("L1: the last agreed state of a file is stored until it is dropped", async () => {
  const files = syncedFiles(emptyStore());
  const file = { path: "/a/NOTES.md", project: PROJECT, base: "{}", copy: "0102", agreedAt: at(1) };
  await files.put(file);
  const second = { ...file, base: '{"a":1}', copy: null, agreedAt: at(2) };
  await files.put(second);
  await files.put({ ...file, path: "/a/NOTES.md.bak" });
  expect(await files.get("/a/NOTES.md")).toEqual(second);
  expect(await files.get("/b")).toBeUndefined();
  await files.remove({ id: "/a/NOTES.md" });
  expect((await files.list({ projects: [PROJECT] })).map(({ path }) => path)).toEqual(["/a/NOTES.md.bak"]);
});

test("L1: conflicts are kept, newest first", async () => {
  const store = emptyStore();
  const conflict = { project: PROJECT, path: "/a/NOTES.md", place: "state", inFile: '"a"', inStore: null };
  for (const step of [1, 3, 2]) await fileConflicts(store).add({ ...conflict, id: `${step}`, foundAt: at(step) });
  expect(await conflictsOf(store, PROJECT, 1)).toEqual([{ ...conflict, id: "3", foundAt: at(3) }]);
  expect((await conflictsOf(store, PROJECT, 5)).map(({ id }) => id)).toEqual(["3", "2", "1"]);
});
