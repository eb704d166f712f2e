import { z } from "zod";
import { served } from "../../core/index.ts";
import { clients } from "../registry.ts";

const time = z.string().nullable().describe("ISO 8601, UTC");
const unreadFiles = z.array(z.object({ path: served, why: served })).readonly();
const passedOver = unreadFiles.describe("Files and folders that cannot be read");
const purgedSessions = z.number().describe("Purged sessions whose files still exist; they are not imported again");

export const titleOf = (harness: string): string => clients.find(({ name }) => name === harness)?.title ?? harness;

/** What a client has left on disk. */
export const importSurveyShape = z.object({
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
export type ImportSurvey = z.output<typeof importSurveyShape>;

const harnessAccount = z.object({
  harness: z.string(),
  title: z.string(),
  sessions: z.number(),
  newSessions: z.number(),
  messages: z.number(),
  bytes: z.number(),
});
export type HarnessAccount = z.output<typeof harnessAccount>;

/** How far an import is, and what came of it. */
const accountShape = z.object({
  /** `idle` where nothing was ever imported. */
  state: z.enum(["idle", "running", "done", "stopped", "failed"]),
  startedAt: time,
  finishedAt: time,
  // One session may be in several files.
  sessions: z.number().describe("Sessions to read"),
  sessionsDone: z.number(),
  newSessions: z.number(),
  emptySessions: z.number().describe("Sessions with nothing to store: no messages, or none that could be read"),
  messages: z.number().describe("New messages"),
  bytes: z.number().describe("Total size to read"),
  bytesRead: z.number(),
  current: z.object({ harness: z.string(), key: z.string(), cwd: served.nullable() }).nullable(),
  harnesses: z.array(harnessAccount).readonly(),
  brokenCount: z.number().describe("Lines that could not be read"),
  broken: z
    .array(z.object({ path: served, where: z.string(), why: served }))
    .readonly()
    .describe("The first few"),
  passedOver,
  purgedSessions,
  failures: unreadFiles.describe("Histories that could not be read to the end"),
  error: served.nullable(),
});
export type ImportAccount = z.output<typeof accountShape>;

/** The same with what runs in parallel. */
export const importAccountShape = accountShape.extend({
  followed: z
    .array(z.string())
    .describe("Clients found in their usual places; new sessions there are imported automatically"),
});

export const NO_IMPORT: ImportAccount = {
  ...{ state: "idle", startedAt: null, finishedAt: null, current: null, error: null },
  ...{ sessions: 0, sessionsDone: 0, newSessions: 0, emptySessions: 0, messages: 0, bytes: 0, bytesRead: 0 },
  ...{ harnesses: [], brokenCount: 0, broken: [], passedOver: [], purgedSessions: 0, failures: [] },
};
