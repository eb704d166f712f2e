export { type FormattedItems, formatItems } from "./format-items.ts";
export type { Likely, RankedItem } from "./rank-items.ts";
export { likelyNext } from "./read-trail.ts";
export { COMPACTED, type CompactionAccount, type LeadFor, RESCUE, Rescue } from "./rescue.ts";
