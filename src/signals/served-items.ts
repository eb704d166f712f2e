import { collectionOf, type Tables } from "../store/index.ts";

/** How something reached an agent: a recall, a reminder with a prompt, its next context, or its start. */
export const SERVED_WAYS = ["recall", "prompt", "context", "recovery"] as const;
export type ServedWay = (typeof SERVED_WAYS)[number];

/** Something served to a session, and whether the agent used it: no text, only ids, numbers and hashes. */
export interface Served {
  readonly id: string;
  /** A memory, message or checkpoint. */
  readonly itemId: string;
  readonly itemKind: string;
  readonly sessionId: string;
  readonly servedAt: string;
  readonly way: ServedWay;
  /** Its rank among what was served with it, from 1. */
  readonly rank: number;
  readonly score: number | null;
  /** Its features, as JSON. */
  readonly features: string;
  /** What would show that it was used, as JSON. */
  readonly marks: string;
  readonly usedAt: string | null;
}

const [USED, UNUSED] = [(way: ServedWay) => `${way} used`, (way: ServedWay) => `${way} unused`];
const ALL_UNUSED = SERVED_WAYS.map(UNUSED);
const WITH_AN_ANSWER = (["prompt", "recovery"] as const).flatMap((way) => [USED(way), UNUSED(way)]);

export const served = collectionOf<Served>("served", ({ id, sessionId, servedAt: at, way, usedAt }) => ({
  ...{ id, sessionId, at, state: usedAt === null ? UNUSED(way) : USED(way) },
}));

type Stored = Pick<Tables, "documents">;

/** Served to a session and not used yet, newest first. */
export const unusedIn = (tables: Stored, sessionId: string, limit: number): Promise<Served[]> =>
  served(tables).list({ sessionId, states: ALL_UNUSED }, { newestFirst: true, limit });

/** The first use counts. */
export async function markUsed(tables: Stored, id: string, usedAt: string): Promise<void> {
  await served(tables).update(id, (one) => (one.usedAt === null ? { ...one, usedAt } : undefined));
}

/** The hook's answer never arrived: nothing was served. */
export async function takeBackServed(tables: Stored, sessionId: string, servedAt: string): Promise<void> {
  await served(tables).remove({ sessionId, states: WITH_AN_ANSWER, fields: { servedAt } });
}

export interface WayTotals {
  readonly way: ServedWay;
  readonly served: number;
  readonly used: number;
}

/** The ways in which something was served. */
export async function totalsByWay(tables: Stored): Promise<WayTotals[]> {
  const totals: WayTotals[] = [];
  for (const way of [...SERVED_WAYS].sort()) {
    const used = await served(tables).count({ states: [USED(way)] });
    const all = used + (await served(tables).count({ states: [UNUSED(way)] }));
    if (all > 0) totals.push({ way, served: all, used });
  }
  return totals;
}

/** Keeps at most `most` since then; returns how many were removed. */
export async function pruneServed(tables: Stored, before: string, most: number): Promise<number> {
  const old = await served(tables).remove({ before });
  return (await served(tables).count()) > most ? old + (await served(tables).remove({ beyond: most })) : old;
}
