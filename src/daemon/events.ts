import type { HonoRequest } from "hono";
import { badInput, explain, inputErrorText } from "../core/index.ts";
import type { EventStreams } from "../events/index.ts";
import { eventFilter, eventQuery } from "../operations/index.ts";
import type { Throughline } from "../throughline.ts";

const HINT = "GET /api/events?types=session.*,checkpoint.created&session=…; see docs/events.md.";

/** Events as they happen, as server-sent events. */
export async function eventsAnswer(engine: Throughline, streams: EventStreams, req: HonoRequest): Promise<Response> {
  const asked = eventQuery.safeParse(req.query(), { error: inputErrorText });
  if (!asked.success) throw badInput(explain(asked.error), HINT);
  const filter = await eventFilter(engine, asked.data);
  // A client that reconnects says what it read last; what is no id is ignored.
  const lastRead = req.header("last-event-id") ?? "";
  const after = /^\d{1,16}$/.test(lastRead) ? Number(lastRead) : filter.after;
  const body = streams.open({ ...filter, after });
  return new Response(body, { headers: { "content-type": "text/event-stream", "cache-control": "no-store" } });
}
