import { z } from "zod";
import { jsonIn } from "../../core/index.ts";
import { isoAt } from "../client-times.ts";
import type { ClientDatabase } from "../histories/client-database.ts";
import { header } from "./transcript.ts";
import { unzstd } from "./zstd.ts";

/** The columns without which a database is not this client's. */
const COLUMNS = { transcript_events: ["session_id", "seq", "event_json", "created_at"] };
const ZSTD = { transcript_events: ["event_zstd", "event_utf8_bytes"] };
const LINEAGE = {
  session_windows: ["session_id", "session_key", "previous_session_id", "parent_session_key", "spawned_by"],
  session_nodes: ["session_key", "current_session_id", "created_via", "fork_source_session_id"],
};
const GENERATION = { transcript_rewrite_watermarks: ["session_id", "generation"] };

export const isOpenClaw = (database: ClientDatabase): boolean => database.hasColumns(COLUMNS);

const LONGEST_EVENT_BYTES = 64 << 20;
const PAGE_BYTES = 1 << 20;
const EVENTS_PER_PAGE = 500;

export interface SessionRow {
  readonly id: string;
  readonly bytes: number;
  /** When it began; undefined where its rows say nothing that is a time. */
  readonly startedAt: string | undefined;
  readonly cwd: string | undefined;
  readonly lineage: Lineage;
}

const optionalText = z.string().nullable();

const lineageShape = z.object({
  id: z.string(),
  previous: optionalText,
  forkedFrom: optionalText,
  isSpawned: z.number(),
  spawner: optionalText,
  createdVia: optionalText,
});
/** The session that spawned this one, that it was forked from, or that it continues. */
export type Lineage = Omit<z.infer<typeof lineageShape>, "id">;

const NO_LINEAGE: Lineage = { previous: null, forkedFrom: null, isSpawned: 0, spawner: null, createdVia: null };

// Parents are named by the keys of their conversations; which session that is, the conversation knows.
const LINEAGES = `
  SELECT w.session_id AS id, w.previous_session_id AS previous,
    coalesce(n.fork_source_session_id, p.current_session_id) AS forkedFrom,
    w.spawned_by IS NOT NULL AS isSpawned, s.current_session_id AS spawner, n.created_via AS createdVia
  FROM session_windows w
  LEFT JOIN session_nodes n ON n.session_key = w.session_key
  LEFT JOIN session_nodes s ON s.session_key = w.spawned_by
  LEFT JOIN session_nodes p ON p.session_key = w.parent_session_key`;

function lineages(database: ClientDatabase): Map<string, Lineage> {
  if (!database.hasColumns(LINEAGE)) return new Map();
  return new Map(
    z
      .array(lineageShape)
      .parse(database.all(LINEAGES))
      .map(({ id, ...rest }) => [id, rest]),
  );
}

const sizeOf = (database: ClientDatabase): string =>
  database.hasColumns(ZSTD) ? "coalesce(event_utf8_bytes, octet_length(event_json))" : "octet_length(event_json)";

/** An invalid time must not hide the rest of the row. */
const optionalTime = z
  .number()
  .optional()
  .catch(undefined)
  .transform((ms) => isoAt(ms));

const sessionShape = z.object({ id: z.string(), bytes: z.number(), startedAt: optionalTime, first: optionalText });

export function sessionRows(database: ClientDatabase): SessionRow[] {
  const known = lineages(database);
  const sessions = database.all(`
    SELECT session_id AS id, sum(${sizeOf(database)}) AS bytes, min(created_at) AS startedAt,
      (SELECT f.event_json FROM transcript_events f WHERE f.session_id = e.session_id ORDER BY f.seq LIMIT 1) AS first
    FROM transcript_events e GROUP BY session_id ORDER BY startedAt, id`);
  return z
    .array(sessionShape)
    .parse(sessions)
    .map(({ first, ...row }) => ({
      ...row,
      cwd: header.safeParse(jsonIn(first ?? "")).data?.cwd,
      lineage: known.get(row.id) ?? NO_LINEAGE,
    }));
}

/** The version of the transcript: when the client rewrites it, its events are renumbered. */
export function generationOf(database: ClientDatabase, sessionId: string): string {
  if (!database.hasColumns(GENERATION)) return "";
  const found = database.all("SELECT generation FROM transcript_rewrite_watermarks WHERE session_id = ?", sessionId);
  return z.array(z.object({ generation: z.string() })).parse(found)[0]?.generation ?? "";
}

const eventShape = z.object({
  seq: z.number(),
  json: optionalText,
  zstd: z.instanceof(Uint8Array).nullable(),
  size: z.number().nullable(),
  createdAt: optionalTime,
});
export type EventRow = z.infer<typeof eventShape>;

/** The next events of a session, as many as fit a page, at least one. */
export function eventsAfter(database: ClientDatabase, sessionId: string, after: number): EventRow[] {
  const size = sizeOf(database);
  const zstd = database.hasColumns(ZSTD) ? "event_zstd" : "NULL";
  return z.array(eventShape).parse(
    database.all(
      `WITH next AS (
         SELECT seq, ${size} AS size FROM transcript_events WHERE session_id = ?1 AND seq > ?2
         ORDER BY seq LIMIT ${EVENTS_PER_PAGE}
       ), page AS (
         SELECT seq, sum(size) OVER (ORDER BY seq) - size AS before FROM next
       )
       SELECT e.seq, event_json AS json, ${zstd} AS zstd, ${size} AS size, created_at AS createdAt
       FROM page JOIN transcript_events e ON e.session_id = ?1 AND e.seq = page.seq
       WHERE before < ${PAGE_BYTES} ORDER BY e.seq`,
      sessionId,
      after,
    ),
  );
}

/** Throws when it is neither there as a text nor as a sound compressed one. */
export function eventText({ json, zstd, size }: EventRow): string {
  if (json !== null) return json;
  return unzstd(zstd ?? new Uint8Array(), Math.min(size ?? LONGEST_EVENT_BYTES, LONGEST_EVENT_BYTES));
}
