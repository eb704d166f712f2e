import type { WayTotals } from "./served.ts";
import type { StartTotals } from "./session-signals.ts";

export interface SignalTotals {
  readonly served: number;
  readonly used: number;
  readonly ways: readonly WayTotals[];
  readonly recovered: StartTotals;
  readonly cold: StartTotals;
}

/** The share of what was served that was used: 0 to 1. */
const share = ({ served, used }: Pick<WayTotals, "served" | "used">): number =>
  served === 0 ? 0 : Number((used / served).toFixed(4));

const average = ({ sessions, novel }: StartTotals): number =>
  sessions === 0 ? 0 : Number((novel / sessions).toFixed(1));

/** The signals in the status. */
export const signalsView = ({ served, used, ways, recovered, cold }: SignalTotals) => ({
  ...{ served, used, usedShare: share({ served, used }) },
  ways: Object.fromEntries(ways.map(({ way, ...one }) => [way, { ...one, usedShare: share(one) }])),
  recovered: { sessions: recovered.sessions, novelContext: average(recovered) },
  cold: { sessions: cold.sessions, novelContext: average(cold) },
});
