import type { HonoRequest } from "hono";
import { badInput, explain, inputErrorText } from "../core/index.ts";
import type { EventStreams } from "../events/index.ts";
import { eventFilter, eventQuery } from "../operations/index.ts";
import type { Throughline } from "../throughline.ts";

const HINT = "GET /api/events?types=session.*,checkpoint.created&session=…; see docs/events.md.";

/** The last event id of a reconnecting client; an invalid one is ignored. */
function lastRead(req: HonoRequest): number | undefined {
  const header = req.header("last-event-id");
  return header !== undefined && /^\d{1,16}$/.test(header) ? Number(header) : undefined;
}

/** Events as they happen, as server-sent events. */
export async function eventsAnswer(engine: Throughline, streams: EventStreams, req: HonoRequest): Promise<Response> {
  const asked = eventQuery.safeParse(req.query(), { error: inputErrorText });
  if (!asked.success) throw badInput(explain(asked.error), HINT);
  const filter = await eventFilter(engine, asked.data);
  const body = streams.open({ ...filter, after: lastRead(req) ?? filter.after });
  return new Response(body, { headers: { "content-type": "text/event-stream", "cache-control": "no-store" } });
}
