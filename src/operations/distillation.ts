import { z } from "zod";
import { modelCallShape, modelCalls, verdictShape } from "../distillation/index.ts";
import {
  agentRef,
  defineOperation,
  isRefuted,
  limit,
  receiptShape,
  sessionIdOf,
  sessionRef,
} from "../operation/index.ts";

const previewShape = receiptShape.pick({
  ...{ sessionId: true, agent: true, reason: true, summary: true },
  ...{ messagesBefore: true, messagesAfter: true, tokensBefore: true, tokensAfter: true },
  ...{ factsExtracted: true, decisionsExtracted: true, openItemsExtracted: true },
});

/** The result of a distillation, or of its dry run. */
export const distilledShape = z.union([receiptShape, previewShape.extend({ dryRun: z.literal(true) })]);

const distill = defineOperation({
  name: "distill",
  summary: "distill a session now: a summary replaces its older messages, which stay in the ledger",
  http: { method: "post", path: "/api/sessions/:session/distill" },
  cli: { command: "distill", positional: ["session"] },
  input: z.strictObject({
    session: sessionRef,
    dryRun: z.boolean().default(false).describe("Only show what would happen"),
  }),
  output: distilledShape,
  async run({ sessions, distillation }, { session, dryRun }) {
    const found = await sessions.find(session);
    if (!dryRun) return distillation.distill(found);
    return { ...(await distillation.preview(found)), dryRun: true as const };
  },
});

const receipts = defineOperation({
  name: "receipts.list",
  summary: "list distillations and their receipts, newest first",
  http: { method: "get", path: "/api/receipts" },
  cli: { command: "receipts" },
  input: z.strictObject({
    session: sessionRef.optional(),
    agent: agentRef.optional().describe("Only distillations of this agent"),
    limit: limit.default(100),
  }),
  output: z.array(receiptShape),
  async run(engine, { session, ...filter }) {
    return engine.distillation.receipts({ ...filter, sessionId: await sessionIdOf(engine, session) });
  },
});

const verify = defineOperation({
  name: "receipts.verify",
  summary: "verify that distilled messages and receipts are unchanged",
  http: { method: "get", path: "/api/receipts/verify" },
  cli: { command: "receipts", insteadWhen: ["verify"], fails: isRefuted },
  input: z.strictObject({ session: sessionRef.optional() }),
  output: z.array(verdictShape),
  async run(engine, { session }) {
    const { store } = engine.services;
    if (session !== undefined) return engine.distillation.verify([await engine.sessions.find(session)]);
    // From the sessions, because deleted receipts cannot report themselves.
    const sessions = await store.sessions.list();
    return engine.distillation.verify(sessions.filter(({ receiptHead }) => receiptHead !== null));
  },
});

const listModelCalls = defineOperation({
  name: "model-calls",
  summary: "list calls of the configured model and their cost, newest first",
  http: { method: "get", path: "/api/model-calls" },
  cli: { command: "model-calls" },
  input: z.strictObject({ limit: limit.default(100) }),
  output: z.array(modelCallShape),
  run: ({ services: { store } }, input) => modelCalls(store).list({}, { newestFirst: true, limit: input.limit }),
});

export const distillationOperations = [distill, receipts, verify, listModelCalls];
