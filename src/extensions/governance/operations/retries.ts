import { z } from "zod";
import { defineOperation, idOf, sessionRef } from "../../../operation/index.ts";
import { governanceOf } from "../extension.ts";
import { briefedShape, FIXER_OUTCOMES, failingShape, fixerShape } from "../retries/retry-records.ts";

const list = defineOperation({
  name: "sessions.retries",
  summary: "show which steps of a session keep failing, and what to do about them",
  http: { method: "get", path: "/api/sessions/:session/retries" },
  cli: { command: "sessions retries", positional: ["session"] },
  input: z.strictObject({ session: sessionRef }),
  output: z.object({
    sessionId: z.string(),
    steps: z.array(failingShape),
    fixers: z.array(fixerShape).describe("Newest first"),
  }),
  async run(engine, { session }) {
    const found = await engine.sessions.find(session);
    const { retries } = governanceOf(engine);
    return { sessionId: found.id, steps: await retries.failing(found), fixers: await retries.fixers(found.id) };
  },
});

const show = defineOperation({
  name: "fixers.show",
  summary: "show the context for a fixer",
  http: { method: "get", path: "/api/fixers/:id" },
  cli: { command: "fixer show", positional: ["id"] },
  input: z.strictObject({ id: idOf("A fixer") }),
  output: briefedShape,
  run: (engine, { id }) => governanceOf(engine).retries.fixer(id),
});

const close = defineOperation({
  name: "fixers.close",
  summary: "end a fixer's work with a fix or an escalation",
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
  run: (engine, { id, outcome, note }) => governanceOf(engine).retries.close(id, outcome, note),
});

export const retryOperations = [list, show, close];
