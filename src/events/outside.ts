import { z } from "zod";
import { type DomainEvent, isoTime, isTypeMeant, jsonIn, redact } from "../core/index.ts";
import type { SessionRecord } from "../store/index.ts";

const told = z.string().nullable();

/** What happened, as others are told: the same on a stream, in the file and in a webhook. */
export const outsideEvent = z.object({
  id: z.number().int().describe("Grows with every event, also over a restart"),
  type: z.string(),
  time: z.string().describe("ISO 8601, UTC"),
  sessionId: told,
  sessionKey: told,
  project: told,
  task: told,
  payload: z.record(z.string(), z.unknown()),
});
export type OutsideEvent = Readonly<z.infer<typeof outsideEvent>>;

/** Text in an event is a reason or a hint; who needs all of it asks for the thing itself. */
const LONGEST_TEXT = 4000;

const cut = (text: string): string => (text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT)}…` : text);

/** The same value with secrets taken out of its texts, and none of them endless. */
function served(value: unknown): unknown {
  if (typeof value === "string") return cut(redact(value));
  if (Array.isArray(value)) return value.map(served);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, served(inner)]));
}

const servedText = (text: string | null | undefined): string | null => (text ? cut(redact(text)) : null);

/** Everything that an event says beside its type and its session is its payload. */
export function outsideOf(
  { type, sessionId, ...payload }: DomainEvent,
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

/** Which events somebody wants; what is left out does not matter. */
export interface EventFilter {
  /** Types, or groups of them; none means all. */
  readonly types?: readonly string[] | undefined;
  readonly sessionId?: string | undefined;
  /** Only what came after the event of this id. */
  readonly after?: number | undefined;
  /** Only what happened at this time or later. */
  readonly since?: number | undefined;
}

export function isWanted(event: OutsideEvent, { types = [], sessionId, after, since }: EventFilter): boolean {
  if (after !== undefined && event.id <= after) return false;
  if (since !== undefined && Date.parse(event.time) < since) return false;
  if (sessionId !== undefined && event.sessionId !== sessionId) return false;
  return types.length === 0 || types.some((wanted) => isTypeMeant(event.type, wanted));
}

/** An event as a line of a file; undefined where the line is none. */
export const eventOf = (line: string): OutsideEvent | undefined => outsideEvent.safeParse(jsonIn(line)).data;

/** Ids that only grow: microseconds since 1970 as far as the clock tells, and past the last one where it went back. */
export const nextId = (last: number, now: number): number => Math.max(last + 1, now * 1000);
