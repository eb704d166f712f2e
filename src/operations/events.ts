import { z } from "zod";
import { eventTypes, matchesAnyType } from "../core/index.ts";
import type { Engine } from "../engine.ts";
import { type EventFilter, outsideEvent, webhookShape } from "../events/index.ts";
import { defineOperation, limit, sessionIdOf, sessionRef } from "../operation/index.ts";

const KINDS = `${eventTypes.join(", ")}, or a group such as session.*`;

const types = z
  .string()
  .transform((text) => text.split(",").map((one) => one.trim()))
  .refine((all) => all.every(matchesAnyType), { error: `give types separated by commas: ${KINDS}` });

const UNITS: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** `2h` is two hours ago. */
function timeOf(text: string, now: number): number {
  const [, count, unit = ""] = /^(\d+)(\w)$/.exec(text) ?? [];
  return count === undefined ? Date.parse(text) : now - Number(count) * (UNITS[unit] ?? 0);
}

const since = z.union([z.iso.datetime({ offset: true }), z.iso.date(), z.string().regex(/^\d+[smhd]$/)], {
  error: "give a time such as 2026-01-31T09:00:00Z, a day, or 2h for two hours ago",
});

/** The filter for events, as in a query string. */
export const eventQuery = z.strictObject({
  types: types.optional().describe(`Only these: ${KINDS}; separated by commas`),
  session: sessionRef.optional(),
  since: since.optional().describe("Only events at this time or later: a time, a day, or 2h for two hours ago"),
  after: z.coerce.number().int().nonnegative().optional().describe("Only events after the one with this id"),
});

export async function eventFilter(
  engine: Engine,
  { session, since: from, ...rest }: z.output<typeof eventQuery>,
): Promise<EventFilter> {
  const now = engine.services.clock.now();
  const sessionId = await sessionIdOf(engine, session);
  return { ...rest, sessionId, since: from === undefined ? undefined : timeOf(from, now) };
}

const list = defineOperation({
  name: "events.list",
  summary: "list events, newest first",
  http: { method: "get", path: "/api/events/kept" },
  cli: { command: "events" },
  input: eventQuery.extend({ limit: limit.max(10_000).default(50) }),
  output: z.array(outsideEvent),
  async run(engine, { limit: most, ...query }) {
    return engine.events.newest(await eventFilter(engine, query), most);
  },
});

const webhooks = defineOperation({
  name: "webhooks",
  summary: "show webhook delivery status: last delivery, failures, pending events",
  http: { method: "get", path: "/api/webhooks" },
  cli: { command: "webhooks" },
  input: z.strictObject({}),
  output: z.array(webhookShape),
  run: ({ events }) => events.webhooks(),
});

export const eventOperations = [list, webhooks];
