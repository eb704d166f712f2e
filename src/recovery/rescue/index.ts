export type { Likely, RankedItem } from "./rank.ts";
export { likelyNext } from "./read.ts";
export { COMPACTED, type CompactionAccount, type LeadFor, RESCUE, Rescue } from "./rescue.ts";
export { type Telling, tell } from "./tell.ts";
