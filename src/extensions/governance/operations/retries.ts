import { z } from "zod";
import { defineOperation, idOf, served, sessionRef, time } from "../../../operation/index.ts";
import { governanceOf } from "../extension.ts";
import { FAILURE_KINDS, FIXER_OUTCOMES } from "../index.ts";

const fixerShape = z.object({
  id: z.string(),
  sessionId: z.string(),
  step: served,
  kind: z.string(),
  failures: z.number(),
  openedAt: time,
  deadlineAt: time,
  closedAt: time.nullable(),
  outcome: z.enum(FIXER_OUTCOMES).nullable(),
  note: served.nullable(),
});
const briefShape = fixerShape.extend({ brief: served.describe("The full context for the fixer") });

const retries = defineOperation({
  name: "sessions.retries",
  summary: "show which steps of a session keep failing, and what to do about them",
  scope: "read",
  http: { method: "get", path: "/api/sessions/:session/retries" },
  cli: { command: "sessions retries", positional: ["session"] },
  input: z.strictObject({ session: sessionRef }),
  output: z.object({
    sessionId: z.string(),
    steps: z.array(
      z.object({
        step: served,
        kind: z.enum(FAILURE_KINDS),
        failures: z.number().describe("In a row"),
        firstFailedAt: time,
        lastFailedAt: time,
        strategy: z.string(),
        checkpointId: z.string().nullable().describe("The last checkpoint before the failures"),
        fixerId: z.string().nullable(),
      }),
    ),
    fixers: z.array(fixerShape).describe("Newest first"),
  }),
  async run(engine, { session }) {
    const found = await engine.sessions.find(session);
    const steps = await governanceOf(engine).retries.failing(found);
    return { sessionId: found.id, steps, fixers: await governanceOf(engine).retries.fixers(found.id) };
  },
});

const show = defineOperation({
  name: "fixers.show",
  summary: "show the context for a fixer",
  scope: "read",
  http: { method: "get", path: "/api/fixers/:id" },
  cli: { command: "fixer show", positional: ["id"] },
  input: z.strictObject({ id: idOf("A fixer") }),
  output: briefShape,
  run: (engine, { id }) => governanceOf(engine).retries.fixer(id),
});

const close = defineOperation({
  name: "fixers.close",
  summary: "end a fixer's work with a fix or an escalation",
  scope: "write",
  http: { method: "post", path: "/api/fixers/:id/close" },
  cli: { command: "fixer close", positional: ["id"] },
  input: z.strictObject({
    id: idOf("A fixer"),
    outcome: z.enum(FIXER_OUTCOMES).describe("Whether it found a fix or needs a person"),
    note: z
      .string()
      .refine((text) => text.trim() !== "", { error: "describe the fix, or what must be decided" })
      .describe("The fix, or what must be decided"),
  }),
  output: fixerShape,
  run: async (engine, { id, outcome, note }) =>
    governanceOf(engine).retries.close(await governanceOf(engine).retries.fixer(id), outcome, note),
});

export const retryOperations = [retries, show, close];
