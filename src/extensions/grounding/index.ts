export { readCited } from "./citations/read-cited-file.ts";
export { claimOf, type GroundedKind, groundingRatio, judge, passes } from "./claims.ts";
export { GroundingExtension, groundingOf } from "./extension.ts";
