import { z } from "zod";
import {
  type Clock,
  type Config,
  isoTime,
  jsonIn,
  type Log,
  matchesType,
  type PublicEvent,
  redact,
} from "../core/index.ts";
import type { Placement, SessionRecord, Store } from "../store/index.ts";

/** What publishing works with. Its own transactions emit nothing. */
export interface EventParts {
  readonly store: Store;
  readonly clock: Clock;
  readonly config: Config;
  readonly log: Log;
}

const nullableText = z.string().nullable();

/** An event as it is published: the same on a stream, in the file and in a webhook. */
export const outsideEvent = z.object({
  id: z.number().int().describe("Increases with every event, also across restarts"),
  type: z.string(),
  time: z.string().describe("ISO 8601, UTC"),
  sessionId: nullableText,
  sessionKey: nullableText,
  project: nullableText,
  task: nullableText,
  payload: z.record(z.string(), z.unknown()),
});
export type OutsideEvent = Readonly<z.infer<typeof outsideEvent>>;

/** Texts in an event are excerpts; the full text is available from the API. */
const LONGEST_TEXT = 4000;

const cut = (text: string): string => (text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT)}…` : text);

/** The value with its texts redacted and shortened. */
function served(value: unknown): unknown {
  if (typeof value === "string") return cut(redact(value));
  if (Array.isArray(value)) return value.map(served);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, served(inner)]));
}

const servedText = (text: string | null | undefined): string | null => (text ? cut(redact(text)) : null);

/** Everything except type and session becomes the payload. */
export function outsideOf(
  { type, sessionId, ...payload }: PublicEvent,
  { id, at, session }: { id: number; at: number; session: SessionRecord | undefined },
): OutsideEvent {
  return {
    id,
    type,
    time: isoTime(at),
    sessionId,
    sessionKey: servedText(session?.key),
    project: servedText(session?.project),
    task: servedText(session?.task),
    payload: Object.fromEntries(Object.entries(payload).map(([name, value]) => [name, served(value)])),
  };
}

/** Selects events; absent fields match all. */
export interface EventFilter {
  /** Types, or groups of them; none means all. */
  readonly types?: readonly string[] | undefined;
  readonly sessionId?: string | undefined;
  /** Only events after the one with this id. */
  readonly after?: number | undefined;
  /** Only events at this time or later. */
  readonly since?: number | undefined;
}

export function isWanted(event: OutsideEvent, { types = [], sessionId, after, since }: EventFilter): boolean {
  if (after !== undefined && event.id <= after) return false;
  if (since !== undefined && Date.parse(event.time) < since) return false;
  if (sessionId !== undefined && event.sessionId !== sessionId) return false;
  return types.length === 0 || types.some((wanted) => matchesType(event.type, wanted));
}

/** Parses a line of the file; undefined if it is not an event. */
export const eventOf = (line: string): OutsideEvent | undefined => outsideEvent.safeParse(jsonIn(line)).data;

/** The first id of a moment: microseconds since 1970. */
export const idAt = (ms: number): number => ms * 1000;

/** Increasing ids, also if the clock went back. */
export const nextId = (last: number, now: number): number => Math.max(last + 1, idAt(now));

/** Ids as the store sorts them: as texts of the same length. */
export const orderOf = (id: number): string => String(id).padStart(16, "0");

/** Where the store finds an event: in order, and with its session, without which only the news of its end remains. */
export const placeOf = ({ id, type, sessionId }: OutsideEvent): Omit<Placement, "id"> => ({
  at: orderOf(id),
  sessionId: type === "session.purged" ? null : sessionId,
});
