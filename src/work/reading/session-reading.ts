import { z } from "zod";

const quoteFields = { text: z.string(), seq: z.number(), at: z.string(), by: z.enum(["user", "agent"]) };

/** Words of the conversation and where they are. */
const quoteShape = z.object(quoteFields).readonly();
export type Quote = z.infer<typeof quoteShape>;

/** A statement that may be valid beyond its session. */
const statementShape = z
  .object({
    ...quoteFields,
    kind: z.enum(["rule", "decision"]),
    /** The sentence that states it, where `text` has more of its message. */
    core: z.string(),
  })
  .readonly();
export type Statement = z.infer<typeof statementShape>;
export type StatementKind = Statement["kind"];

/** A sentence that a colleague might hand over. */
const highlightShape = z
  .object({
    ...quoteFields,
    /** How likely a careful reader would mark it, 0 to 1. */
    score: z.number(),
    /** Its place among the sentences of the session. */
    place: z.number(),
  })
  .readonly();
export type Highlight = z.infer<typeof highlightShape>;

const failureShape = z
  .object({
    command: z.string(),
    error: z.string(),
    /** What the agent said about it. */
    about: z.string(),
    seq: z.number(),
    at: z.string(),
  })
  .readonly();
export type Failure = z.infer<typeof failureShape>;

/** What was read of one session: requests, actions and outcome. It is stored as JSON. */
export const readingShape = z
  .object({
    /** Whether something was changed, planned or tried: questions and answers alone are not work. */
    isWork: z.boolean(),
    /** Whether the last request was carried out and accepted. */
    isFinished: z.boolean(),
    /** The first request. */
    goal: quoteShape.optional(),
    /** The last request that is clear without its context. */
    request: quoteShape.optional(),
    nextStep: quoteShape.optional(),
    statements: z.array(statementShape).readonly(),
    highlights: z.array(highlightShape).readonly(),
    failures: z.array(failureShape).readonly(),
    /** What the user said by which a failure is over: "the policy check passes now". */
    settled: z.array(quoteShape).readonly(),
    /** The last words of both, where the work is finished: they name what is. */
    closing: z.string(),
    /** Commands that passed and have not failed since. */
    passed: z.array(z.string()).readonly(),
    /** Edited files, newest first. */
    files: z.array(z.string()).readonly(),
  })
  .readonly();
export type SessionReading = z.infer<typeof readingShape>;
