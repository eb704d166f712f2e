import { z } from "zod";
import { served } from "../../operation/index.ts";
import { PROMISE_KINDS, VERDICTS } from "./ghosts/promise.ts";

export const judgedClaimShape = z.object({
  claim: served,
  grounded: z.boolean(),
  why: served.nullable().describe("Why it is not grounded, or where the quote is now"),
});

const enforcement = z.enum(["strict", "warn", "disabled"]);

export const groundingShape = z.object({
  ...{ total: z.number(), grounded: z.number(), assumptions: z.number(), ratio: z.number(), threshold: z.number() },
  enforcement,
  status: z.enum(["pass", "fail", "skipped"]),
  message: z.string(),
  ungrounded: z.array(judgedClaimShape).readonly(),
  moved: z.array(judgedClaimShape).readonly().describe("Claims that hold, but at another line"),
});

export const driftShape = z.object({
  ...{ claim: served, path: z.string(), line: z.number(), quote: served },
  ...{ state: z.enum(["same", "moved", "changed", "gone"]), note: served },
});

/** The full form before a context is cleared, a short one before it is compacted. */
export const MODES = ["clear", "compact"] as const;

export const stepShape = z.object({
  title: z.string(),
  state: z.enum(["passed", "done", "warning", "failed", "skipped"]),
  detail: served,
  missing: served.optional().describe("What would make it pass"),
});

export const synthesisShape = z.object({
  mode: z.enum(MODES),
  enforcement,
  permitted: z.boolean(),
  steps: z.array(stepShape).readonly(),
  missing: z.array(served).readonly(),
});

export const ghostShape = z.object({
  promise: served,
  kind: z.enum(PROMISE_KINDS),
  promisedAt: z.array(served).readonly().describe("Where it is promised: path:line"),
  mentions: z.number().describe("How many places in the documents mention it"),
  searches: z
    .array(z.object({ query: served, hits: z.number() }))
    .readonly()
    .describe("The two searches of the code, and what each found"),
  verdict: z
    .enum(VERDICTS)
    .describe("confirmed: no code has it; high_ambiguity: the same, but so many mentions that a person must check"),
  inTests: z.boolean().describe("Only tests name it, which is no proof"),
});

export const toCheckShape = z.object({
  promise: served,
  kind: z.enum([...PROMISE_KINDS, "feature"]),
  promisedAt: z.array(served).readonly(),
});

export const scanShape = z.object({
  project: served,
  documents: z.array(served).readonly().describe("The documents that were read"),
  lookedFor: z.string().nullable().describe("The documents searched for, if none was found"),
  promises: z.number().describe("Distinct promises in the documents"),
  codeFiles: z.number().describe("Code files searched"),
  ghosts: z.array(ghostShape).readonly(),
  toCheck: z
    .array(toCheckShape)
    .readonly()
    .describe(
      "Features described in prose, or possibly another program's: check them yourself; they never fail the check",
    ),
  unread: z
    .array(z.object({ path: served, why: z.string() }))
    .readonly()
    .describe("Files that could not be read"),
  cut: z.array(z.string()).readonly().describe("What was skipped because there was too much"),
});
