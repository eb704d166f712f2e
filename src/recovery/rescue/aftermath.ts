import type { StepMessage, Trail } from "./steps.ts";
import { usedBy } from "./steps.ts";
import { type ThingKey, type ThingKind, thingOf } from "./things.ts";

/** What an agent does in so many calls shows what it needed; after so few of them it is too early to tell. */
export const CALLS_LOOKED_AT = 60;
const FEWEST_CALLS = 10;

/** What it costs to find a thing again. */
const COST: Readonly<Record<ThingKind, number>> = { path: 3, command: 3, reference: 2, name: 1, url: 3 };

/** Where the agent had something from that it needed: the summary, our text, or nowhere. */
export const WHENCE = ["kept", "told", "missed"] as const;
export type Whence = (typeof WHENCE)[number];

export interface Aftermath {
  readonly needed: Readonly<Record<Whence, readonly ThingKey[]>>;
  /** How much of what it no longer had it was told, 0 to 1; undefined where it needed nothing of that. */
  readonly score: number | undefined;
  /** Whether there is nothing more to wait for. */
  readonly isFinal: boolean;
}

const costOf = (keys: readonly ThingKey[]): number => keys.reduce((sum, key) => sum + COST[thingOf(key).kind], 0);

/** What the agent used, in its calls after a compaction, of what was there before it. */
export function aftermathOf(
  trail: Trail,
  after: readonly StepMessage[],
  isKept: (key: ThingKey) => boolean,
  isTold: (key: ThingKey) => boolean,
): Aftermath | undefined {
  const calls = after.filter(({ kind }) => kind === "tool_use").slice(0, CALLS_LOOKED_AT);
  if (calls.length < FEWEST_CALLS) return undefined;
  const before = new Set(trail.steps.flatMap(({ things }) => [...things].filter((key) => !trail.doubtful.has(key))));
  const used = new Set(calls.flatMap((call) => [...usedBy(call, trail)]));
  const needed: Record<Whence, ThingKey[]> = { kept: [], told: [], missed: [] };
  for (const key of used) if (before.has(key)) needed[isKept(key) ? "kept" : isTold(key) ? "told" : "missed"].push(key);
  const lost = costOf(needed.told) + costOf(needed.missed);
  return {
    needed,
    score: lost === 0 ? undefined : costOf(needed.told) / lost,
    isFinal: calls.length === CALLS_LOOKED_AT,
  };
}
