import type { Store } from "../../store/index.ts";
import type { AskedTime } from "../time/asked-time.ts";
import { type Ranked, rankedBy } from "./search.ts";

/**
 * Ranks memories for a past time: one that held then counts as being of that time even if it was superseded since; one
 * that came later has no advantage over messages.
 */
export async function rankAtTime(
  { memories }: Store,
  ranked: readonly Ranked[],
  time: AskedTime | undefined,
  now: number,
): Promise<readonly Ranked[]> {
  if (!time || time.to > now || ranked.length === 0) return ranked;
  const found = await memories.byNumber(ranked.map(({ owner }) => owner));
  const ends = new Map(found.map(({ pk, supersededAt }) => [pk, supersededAt]));
  return ranked.map((one) => {
    const { passage, features, source, asked, extra } = one;
    if (passage.at >= time.to) return rankedBy(one, source, Math.min(0, extra), asked);
    const heldUntil = ends.get(one.owner) ?? undefined;
    if (heldUntil === undefined || Date.parse(heldUntil) <= time.from) return one;
    return { ...rankedBy({ ...one, features: { ...features, time: 1 } }, source, extra, asked), heldUntil };
  });
}
