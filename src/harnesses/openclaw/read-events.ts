import { z } from "zod";
import type { Entry } from "../../capture/index.ts";
import { jsonIn } from "../../core/index.ts";
import { withInheritedTimes } from "../client-times.ts";
import { inBatches } from "../histories/batches.ts";
import { ClientDatabase } from "../histories/client-database.ts";
import type { Batch, Broken } from "../histories/history-contract.ts";
import { type EventRow, eventsAfter, eventText, generationOf } from "./rows.ts";
import { eventEntries, type ReadContext } from "./transcript.ts";

const markShape = z.object({ generation: z.string(), seq: z.number() });
type Mark = z.infer<typeof markShape>;

type ReadEvent = (row: EventRow, index: number) => Entry[];

function readPage(page: readonly EventRow[], readEvent: ReadEvent): { entries: Entry[]; broken: Broken[] } {
  const broken: Broken[] = [];
  const entries = page.flatMap((row, index) => {
    try {
      return readEvent(row, index);
    } catch {
      // Never the error's message: it quotes the event, which may hold secrets.
      broken.push({ where: `event ${row.seq}`, why: "it has not the form that the client writes" });
      return [];
    }
  });
  return { entries, broken };
}

async function* pages(
  database: ClientDatabase,
  sessionId: string,
  mark: Mark | undefined,
  readEvent: ReadEvent,
): AsyncIterable<Batch> {
  const generation = generationOf(database, sessionId);
  // Events that were renumbered are read again; they keep their ids.
  let after = mark?.generation === generation ? mark.seq : -1;
  for (;;) {
    const page = eventsAfter(database, sessionId, after);
    const last = page.at(-1);
    if (last === undefined) return;
    after = last.seq;
    const bytes = page.reduce((sum, { size }) => sum + (size ?? 0), 0);
    yield { ...readPage(page, readEvent), bytes, mark: JSON.stringify({ generation, seq: after }) };
  }
}

/** Reads the events of a session from a mark. The client only appends. */
export async function* readEvents(
  path: string,
  sessionId: string,
  mark: string | undefined,
  context: ReadContext,
): AsyncIterable<Batch> {
  const readEvent = withInheritedTimes(
    (row: EventRow, before) => eventEntries(eventText(row), { ...context, fallbackTime: row.createdAt ?? before }),
    context.fallbackTime,
  );
  const database = ClientDatabase.open(path);
  try {
    yield* inBatches(pages(database, sessionId, markShape.safeParse(jsonIn(mark ?? "")).data, readEvent));
  } finally {
    database.close();
  }
}
