export { type Compaction, listCompactions, takeBackRescue } from "./compactions.ts";
export { type FormattedItems, formatItems } from "./format-items.ts";
export type { Likely, RankedItem } from "./rank-items.ts";
export { likelyNext } from "./read-trail.ts";
export { COMPACTED, type LeadFor, RESCUE, Rescue } from "./rescue.ts";
