import type { SignalTotals, WayTotals } from "../store/index.ts";

/** The share of what was served that was used: 0 to 1. */
const share = ({ served, used }: Pick<WayTotals, "served" | "used">): number =>
  served === 0 ? 0 : Number((used / served).toFixed(4));

const average = ({ sessions, novel }: SignalTotals["cold"]): number =>
  sessions === 0 ? 0 : Number((novel / sessions).toFixed(1));

/** The signals in the status. */
export const signalsView = ({ served, used, ways, recovered, cold }: SignalTotals) => ({
  ...{ served, used, usedShare: share({ served, used }) },
  ways: Object.fromEntries(ways.map(({ way, ...one }) => [way, { ...one, usedShare: share(one) }])),
  recovered: { sessions: recovered.sessions, novelContext: average(recovered) },
  cold: { sessions: cold.sessions, novelContext: average(cold) },
});
