import { z } from "zod";
import type { Engine } from "../engine.ts";
import { defineOperation, limit, served, sessionIdOf, sessionRef } from "../operation/index.ts";
import { SERVED_WAYS, START_KINDS } from "../signals/index.ts";
import { oneLine } from "../text/index.ts";

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
  text: served.nullable().describe("The text in one line; null if it was deleted"),
});

const sessionSignalsShape = z.object({
  sessionId: z.string(),
  start: z.enum(START_KINDS).nullable(),
  novelContext: z.number(),
  updatedAt: z.string(),
});

const filter = { session: sessionRef.optional(), limit: limit.default(100) };

const features = z.record(z.string(), z.number()).catch({});

const LONGEST_TEXT = 100;

/** A message, a memory or a checkpoint in one line. */
async function textOf({ services: { store } }: Engine, id: string): Promise<string | null> {
  const [message] = await store.messages.find(id);
  const [memory] = message ? [] : await store.memories.find(id);
  const [checkpoint] = message || memory ? [] : await store.checkpoints.find(id);
  const text = message?.content ?? memory?.content ?? checkpoint?.digest;
  return text === undefined ? null : oneLine(text, LONGEST_TEXT);
}

const servedItems = defineOperation({
  name: "signals",
  summary: "list items given to agents and whether they were used, newest first",
  http: { method: "get", path: "/api/signals" },
  cli: { command: "signals" },
  input: z.strictObject(filter),
  output: z.array(servedShape),
  async run(engine, { session, limit: most }) {
    const rows = await engine.signals.list({ sessionId: await sessionIdOf(engine, session), limit: most });
    const texts = await Promise.all(rows.map(({ itemId }) => textOf(engine, itemId)));
    return rows.map((one, at) => ({
      ...{ ...one, features: features.parse(JSON.parse(one.features)), text: texts[at] ?? null },
    }));
  },
});

const bySession = defineOperation({
  name: "signals.sessions",
  summary: "list sessions with how they started (recovered or cold) and how much new context came up",
  http: { method: "get", path: "/api/signals/sessions" },
  cli: { command: "signals", insteadWhen: ["sessions"] },
  input: z.strictObject(filter),
  output: z.array(sessionSignalsShape),
  async run(engine, { session, limit: most }) {
    const rows = await engine.signals.sessions({ sessionId: await sessionIdOf(engine, session), limit: most });
    return rows.map(({ novel, ...one }) => ({ ...one, novelContext: novel }));
  },
});

export const signalOperations = [servedItems, bySession];
