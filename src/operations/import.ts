import { homedir } from "node:os";
import { isAbsolute } from "node:path";
import { z } from "zod";
import type { Throughline } from "../engine.ts";
import { IMPORT_STATES, type ImportAccount, type ImportRequest } from "../harnesses/index.ts";
import { defineOperation } from "./operation.ts";
import { served, userPlace } from "./shapes.ts";

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

const purgedSessions = z.number().describe("Sessions that were purged and whose files are still there: they stay out");

export const surveyShape = z.object({
  harness: z.string(),
  title: z.string(),
  sessions: z.number(),
  newSessions: z.number().describe("Those that are not known yet"),
  bytes: z.number(),
  unread: z.number().describe("How much of it is still to be read, about"),
  oldest: time,
  newest: time,
  passedOver,
  purgedSessions,
});

export const accountShape = z.object({
  state: z.enum(IMPORT_STATES),
  startedAt: time,
  finishedAt: time,
  sessions: z.number().describe("Sessions whose histories are looked at"),
  sessionsDone: z.number(),
  newSessions: z.number(),
  emptySessions: z
    .number()
    .describe(
      "Sessions of which there was nothing to store: nobody said anything in them, or nothing of it could be read",
    ),
  messages: z.number().describe("Messages that were not there before"),
  bytes: z.number().describe("How much there was to read"),
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
    .describe("The first of them"),
  passedOver,
  purgedSessions,
  failures: z
    .array(z.object({ path: served, why: served }))
    .readonly()
    .describe("Histories whose reading was begun and could not be ended"),
  followed: z
    .array(z.string())
    .describe("Clients that were looked for in their usual places: what they write there comes in by itself"),
  error: served.nullable(),
});

/** How an import stands, and what goes on beside it. */
const withFollowed = async ({ imports }: Pick<Throughline, "imports">, account: ImportAccount) => ({
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
  summary: "start importing the histories that clients have left on disk, in the background",
  scope: "admin",
  http: { method: "post", path: "/api/import" },
  input: place,
  output: accountShape,
  run: async (engine, input) => withFollowed(engine, await engine.imports.start(requestOf(input))),
});

const progress = defineOperation({
  name: "import.progress",
  summary: "show the progress of the import, or the result of the last one",
  scope: "read",
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
