import { z } from "zod";
import type { Throughline } from "../engine.ts";
import { SERVED_WAYS, START_KINDS } from "../store/index.ts";
import { defineOperation } from "./operation.ts";
import { limit, sessionRef } from "./shapes.ts";

const servedShape = z.object({
  itemId: z.string(),
  itemKind: z.string(),
  sessionId: z.string(),
  servedAt: z.string(),
  way: z.enum(SERVED_WAYS),
  rank: z.number(),
  score: z.number().nullable(),
  features: z.record(z.string(), z.number()),
  usedAt: z.string().nullable(),
});

const sessionSignalsShape = z.object({
  sessionId: z.string(),
  start: z.enum(START_KINDS).nullable(),
  novelContext: z.number(),
  updatedAt: z.string(),
});

const filter = { session: sessionRef.optional(), limit: limit.default(100) };

async function asked({ sessions }: Throughline, input: { session?: string | undefined; limit: number }) {
  const sessionId = input.session === undefined ? undefined : (await sessions.find(input.session)).id;
  return { sessionId, limit: input.limit };
}

const features = z.record(z.string(), z.number()).catch({});

const served = defineOperation({
  name: "signals",
  summary: "lists what was served to agents and whether they used it, newest first",
  scope: "read",
  http: { method: "get", path: "/api/signals" },
  cli: { command: "signals" },
  input: z.strictObject(filter),
  output: z.array(servedShape),
  async run(engine, input) {
    const rows = await engine.signals.list(await asked(engine, input));
    return rows.map((one) => ({ ...one, features: features.parse(JSON.parse(one.features)) }));
  },
});

const bySession = defineOperation({
  name: "signals.sessions",
  summary: "tells of sessions whether they started recovered or cold, and how much came up that nothing served had",
  scope: "read",
  http: { method: "get", path: "/api/signals/sessions" },
  cli: { command: "signals", insteadWhen: ["sessions"] },
  input: z.strictObject(filter),
  output: z.array(sessionSignalsShape),
  async run(engine, input) {
    const rows = await engine.signals.sessions(await asked(engine, input));
    return rows.map(({ novel, ...one }) => ({ ...one, novelContext: novel }));
  },
});

export const signalOperations = [served, bySession];
