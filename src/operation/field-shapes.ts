import { isAbsolute } from "node:path";
import { z } from "zod";
import { served } from "../core/index.ts";
import {
  CHECKPOINT_TRIGGERS,
  type CheckpointRecord,
  MESSAGE_KINDS,
  SESSION_STATES,
  SESSION_TYPES,
  type StructuredState,
} from "../store/index.ts";

export { served };
export const time = z.string().describe("ISO 8601, UTC");
const nullable = z.string().nullable();

/** A boolean in JSON, in a query string or on a command line. */
export const yesOrNo = z.union([z.boolean(), z.stringbool()], { error: "give true or false" }).default(false);

/** Whose files to use, and the environment variables that move clients' folders. */
export const userPlace = {
  userHome: z
    .string()
    .refine(isAbsolute, "give an absolute path")
    .optional()
    .describe("The home folder to search; by default yours"),
  env: z.record(z.string(), z.string()).default({}).describe("Environment variables that move clients' folders"),
};

export const limit = z.coerce.number().int().min(1).max(1_000_000).describe("At most this many");

export const sessionShape = z.object({
  id: z.string(),
  key: z.string(),
  agent: nullable,
  harness: z.string(),
  project: nullable,
  projectNormalized: nullable,
  task: nullable,
  type: z.enum(SESSION_TYPES),
  state: z.enum(SESSION_STATES),
  startedAt: time,
  lastActivityAt: time,
  endedAt: time.nullable(),
  endReason: nullable,
  gate: nullable,
  checkpointCount: z.number(),
  messageCount: z.number(),
  totalMessages: z.number(),
  promptCount: z.number(),
  contextTokens: z.number(),
  lastInputTokens: z.number(),
  cumulativeTokens: z.number(),
  lastDistilledAt: time.nullable(),
  parentId: nullable,
  lineage: nullable,
  model: nullable,
  childIds: z.array(z.string()).readonly(),
  subagentIds: z.array(z.string()).readonly().describe("Its subagents among its children"),
});

const stateShape = z.object({
  filesChanged: z.array(z.object({ path: served, action: z.string() })).readonly(),
  tests: z.object({ passing: z.number(), failing: z.number(), pending: z.number() }),
  decisions: z
    .array(z.object({ decision: served, rationale: served, alternatives: z.array(served).readonly() }))
    .readonly(),
  safetyMetrics: z
    .object({
      refusalRateWindow: z.number(),
      baselineRefusalRate: z.number(),
      delta: z.number(),
      action: z.string(),
    })
    .optional(),
});

/** Fields that only checkpoints of tasks have. */
const structuredShape = z.object({
  gate: nullable,
  step: z.number().nullable(),
  type: z.string(),
  summary: served,
  state: stateShape,
  nextSteps: z.array(served).readonly(),
  canResume: z.boolean(),
  resumeInstructions: served,
});

export const checkpointShape = z.object({
  id: z.string(),
  sessionId: z.string(),
  sessionKey: z.string(),
  harness: z.string(),
  project: nullable,
  projectNormalized: nullable,
  trigger: z.enum(CHECKPOINT_TRIGGERS),
  digest: served,
  promptCount: z.number(),
  memoryQueries: z.array(served).readonly(),
  recentRemembers: z.array(served).readonly(),
  createdAt: time,
  hash: z.string(),
  previousHash: nullable,
  ...structuredShape.partial().shape,
});

/** A checkpoint as it is served: the state of its task is flattened into it. */
export const checkpointView = (checkpoint: CheckpointRecord): CheckpointRecord & Partial<StructuredState> => ({
  ...checkpoint,
  ...checkpoint.structured,
});

/** Only present when false. */
export const unconfirmed = z
  .literal(false)
  .optional()
  .describe("Only a hook has reported it so far; the message from the transcript replaces it");

export const messageShape = z.object({
  id: z.string(),
  sessionId: z.string(),
  seq: z.number(),
  role: z.enum(["user", "assistant", "system", "tool"]),
  kind: z.enum(MESSAGE_KINDS),
  channel: nullable,
  content: served,
  toolName: nullable,
  toolUseId: nullable,
  isError: z.boolean().nullable(),
  createdAt: time,
  tokens: z.number(),
  hash: z.string(),
  sourceId: z.string(),
  confirmed: unconfirmed,
});

export const memoryShape = z.object({
  id: z.string(),
  agent: nullable,
  project: nullable,
  content: served,
  kind: z.string(),
  source: z.string(),
  createdAt: time,
  lastUsedAt: time.nullable(),
  supersededBy: nullable,
});

const kept = { supersededAt: time.nullable(), supersededWhy: served.nullable(), forgottenAt: time.nullable() };

/** A memory with its later history; a forgotten one has no content. */
export const keptShape = memoryShape.extend(kept);
/** The history fields are only present on request. */
export const listedShape = memoryShape.extend(z.object(kept).partial().shape);

export const rememberedShape = memoryShape.extend({
  supersedes: z
    .array(z.object({ id: z.string(), content: served, why: served }))
    .readonly()
    .optional()
    .describe("The memories it replaced, and why"),
  wasKnown: z.boolean().optional().describe("True if it was already remembered; there is still only one memory of it"),
  related: z
    .array(memoryShape)
    .readonly()
    .optional()
    .describe("Other current memories on the same subject, newest first; `supersedes` ends those that no longer hold"),
});

export const recalledShape = memoryShape.extend({
  score: z.number().min(0).max(1),
  reasons: z.array(z.string()).readonly(),
  newer: z.string().optional().describe("A newer memory on the same subject, listed before this one"),
  ended: z
    .enum(["withdrawn", "superseded"])
    .optional()
    .describe("It states a rule or a decision that was withdrawn or superseded since"),
  explanation: z.record(z.string(), z.number()).optional(),
  confirmed: unconfirmed,
  wholeTokens: z.number().optional().describe("Its full size in tokens, if it was cut to fit the budget"),
});

export const receiptShape = z.object({
  id: z.string(),
  sessionId: z.string(),
  agent: nullable,
  distilledAt: time,
  reason: z.string(),
  messagesBefore: z.number(),
  messagesAfter: z.number(),
  tokensBefore: z.number(),
  tokensAfter: z.number(),
  factsExtracted: z.number(),
  decisionsExtracted: z.number(),
  openItemsExtracted: z.number(),
  flushSucceeded: z.boolean(),
  summary: served,
  errors: z.array(served).readonly(),
  warnings: z.array(served).readonly(),
  rangeHash: z.string(),
  fromSeq: z.number(),
  toSeq: z.number(),
  continuityScore: z.number().nullable(),
  summarizer: z.string(),
  model: nullable,
  cost: z.number().nullable(),
});

export const incidentShape = z.object({
  id: z.string(),
  sessionId: nullable,
  kind: z.string(),
  detail: served,
  createdAt: time,
});

/** Whether any of the verdicts is bad. */
export const isRefuted = (verdicts: readonly { readonly ok: boolean }[]): boolean => verdicts.some(({ ok }) => !ok);

export const sessionRef = z
  .string()
  .min(1)
  .describe("A session: its id or key, or a unique part of the id or beginning of the key");

/** Absolute, because callers over HTTP or MCP do not know the daemon's working directory. */
export const projectPath = z.string().min(1).refine(isAbsolute, { error: "give an absolute path" });

const NOT_BLANK = { error: "it is empty" };
export const agentRef = z.string().refine((name) => name.trim() !== "", NOT_BLANK);

/** An id that may be shortened; the lookup decides whether it is unique. */
export const idOf = (what: string) => z.string().min(1).describe(`${what}: its id, or a unique part of it`);

/** The project and session that a call is about. */
export const where = {
  project: projectPath
    .optional()
    .describe("An absolute path in the project; by default your session's, or the current folder"),
  session: sessionRef.optional(),
};
