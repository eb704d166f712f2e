import { isOwnTool } from "../../text/index.ts";
import { callOf } from "./call-text.ts";
import { type ItemKey, itemOf } from "./items.ts";
import { WORTH } from "./rank-items.ts";
import type { Trail, TrailMessage } from "./trail.ts";

/** What an agent does in so many calls shows what it needed; after fewer than these it is too early to say. */
export const CALLS_LOOKED_AT = 60;
const FEWEST_CALLS = 10;

export interface RescueUsage {
  /** By where the agent had it from: the summary, our text, or nowhere. */
  readonly needed: Readonly<Record<"kept" | "told" | "missed", readonly ItemKey[]>>;
  /** The share of what it needed and no longer had that our text gave back, 0 to 1; null where it needed none. */
  readonly score: number | null;
}

const worthOf = (keys: readonly ItemKey[]): number => keys.reduce((sum, key) => sum + WORTH[itemOf(key).kind], 0);

/** What the agent used, in its calls after a compaction, of what had come up before it. */
export function rescueUsage(
  trail: Trail,
  calls: readonly TrailMessage[],
  summary: string,
  injected: string,
): RescueUsage | undefined {
  if (calls.length < FEWEST_CALLS) return undefined;
  const before = new Set(trail.steps.flatMap(({ items }) => [...items]));
  const [kept, shown] = [trail.itemsOf(summary), trail.itemsOf(injected)];
  const used = calls.flatMap(({ content, toolName }) =>
    isOwnTool(toolName) ? [] : [...trail.itemsOf(callOf(content).text)],
  );
  const needed: Record<"kept" | "told" | "missed", ItemKey[]> = { kept: [], told: [], missed: [] };
  for (const key of new Set(used))
    if (before.has(key)) needed[kept.has(key) ? "kept" : shown.has(key) ? "told" : "missed"].push(key);
  const lost = worthOf(needed.told) + worthOf(needed.missed);
  return { needed, score: lost === 0 ? null : worthOf(needed.told) / lost };
}
