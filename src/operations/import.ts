import { homedir } from "node:os";
import { isAbsolute } from "node:path";
import { z } from "zod";
import type { Engine } from "../engine.ts";
import { IMPORT_STATES, type ImportAccount, type ImportRequest } from "../harnesses/index.ts";
import { defineOperation, served, userPlace } from "../operation/index.ts";

const time = z.string().nullable().describe("ISO 8601, UTC");

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

const passedOver = z
  .array(z.object({ path: served, why: served }))
  .readonly()
  .describe("Files and folders that cannot be read");

const purgedSessions = z.number().describe("Purged sessions whose files still exist; they are not imported again");

export const surveyShape = z.object({
  harness: z.string(),
  title: z.string(),
  sessions: z.number(),
  newSessions: z.number().describe("Sessions not imported yet"),
  bytes: z.number(),
  unread: z.number().describe("Approximate size still to read"),
  oldest: time,
  newest: time,
  passedOver,
  purgedSessions,
});

export const accountShape = z.object({
  state: z.enum(IMPORT_STATES),
  startedAt: time,
  finishedAt: time,
  sessions: z.number().describe("Sessions to read"),
  sessionsDone: z.number(),
  newSessions: z.number(),
  emptySessions: z.number().describe("Sessions with nothing to store: no messages, or none that could be read"),
  messages: z.number().describe("New messages"),
  bytes: z.number().describe("Total size to read"),
  bytesRead: z.number(),
  current: z.object({ harness: z.string(), key: z.string(), cwd: served.nullable() }).nullable(),
  harnesses: z
    .array(
      z.object({
        harness: z.string(),
        title: z.string(),
        sessions: z.number(),
        newSessions: z.number(),
        messages: z.number(),
        bytes: z.number(),
      }),
    )
    .readonly(),
  brokenCount: z.number().describe("Lines that could not be read"),
  broken: z
    .array(z.object({ path: served, where: z.string(), why: served }))
    .readonly()
    .describe("The first few"),
  passedOver,
  purgedSessions,
  failures: z
    .array(z.object({ path: served, why: served }))
    .readonly()
    .describe("Histories that could not be read to the end"),
  followed: z
    .array(z.string())
    .describe("Clients found in their usual places; new sessions there are imported automatically"),
  error: served.nullable(),
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
  output: z.array(surveyShape),
  run: ({ imports }, input) => imports.survey(requestOf(input)),
});

const start = defineOperation({
  name: "import.start",
  summary: "import the histories that clients keep on disk, in the background",
  scope: "admin",
  http: { method: "post", path: "/api/import" },
  input: place,
  output: accountShape,
  run: async (engine, input) => withFollowed(engine, await engine.imports.start(requestOf(input))),
});

const progress = defineOperation({
  name: "import.progress",
  summary: "show the progress of the import, or the result of the last one",
  http: { method: "get", path: "/api/import" },
  input: z.strictObject({}),
  output: accountShape,
  run: (engine) => withFollowed(engine, engine.imports.account),
});

const stop = defineOperation({
  name: "import.stop",
  summary: "stop the import; the next one continues where it stopped",
  scope: "admin",
  http: { method: "delete", path: "/api/import" },
  input: z.strictObject({}),
  output: accountShape,
  run: async (engine) => withFollowed(engine, await engine.imports.stop()),
});

export const importOperations = [survey, start, progress, stop];
