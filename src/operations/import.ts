import { homedir } from "node:os";
import { isAbsolute } from "node:path";
import { z } from "zod";
import type { Engine } from "../engine.ts";
import { type ImportAccount, type ImportRequest, importAccountShape, importSurveyShape } from "../harnesses/index.ts";
import { defineOperation, userPlace } from "../operation/index.ts";

const place = z.strictObject({
  harness: z.string().min(1).optional().describe("Only the histories of this client"),
  paths: z
    .array(z.string().refine(isAbsolute, "give an absolute path"))
    .default([])
    .describe("Files, databases or folders instead of the usual places"),
  ...userPlace,
});

const requestOf = ({ harness, paths, userHome, env }: z.output<typeof place>): ImportRequest => ({
  harness,
  paths,
  place: { userHome: userHome ?? homedir(), env },
});

/** The progress of an import and what runs in parallel. */
const withFollowed = async ({ imports }: Pick<Engine, "imports">, account: ImportAccount) => ({
  ...account,
  followed: await imports.followed(),
});

const survey = defineOperation({
  name: "import.survey",
  summary: "preview what would be imported, changing nothing",
  scope: "admin",
  http: { method: "post", path: "/api/import/survey" },
  input: place,
  output: z.array(importSurveyShape),
  run: ({ imports }, input) => imports.survey(requestOf(input)),
});

const start = defineOperation({
  name: "import.start",
  summary: "import the histories that clients keep on disk, in the background",
  scope: "admin",
  http: { method: "post", path: "/api/import" },
  input: place,
  output: importAccountShape,
  run: async (engine, input) => withFollowed(engine, await engine.imports.start(requestOf(input))),
});

const progress = defineOperation({
  name: "import.progress",
  summary: "show the progress of the import, or the result of the last one",
  http: { method: "get", path: "/api/import" },
  input: z.strictObject({}),
  output: importAccountShape,
  run: (engine) => withFollowed(engine, engine.imports.account),
});

const stop = defineOperation({
  name: "import.stop",
  summary: "stop the import; the next one continues where it stopped",
  scope: "admin",
  http: { method: "delete", path: "/api/import" },
  input: z.strictObject({}),
  output: importAccountShape,
  run: async (engine) => withFollowed(engine, await engine.imports.stop()),
});

export const importOperations = [survey, start, progress, stop];
