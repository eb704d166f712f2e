export { type Claim, claimOf, type GroundedKind, type Judgement, judge } from "./claims.ts";
export { checkEvidence } from "./evidence.ts";
export { GroundingExtension, groundingOf } from "./extension.ts";
export { ghostId } from "./ghosts/accepted-ghosts.ts";
export { PROMISE_KINDS, VERDICTS } from "./ghosts/promise.ts";
export type { Basis } from "./grounding.ts";
export { groundingRatio, passes } from "./grounding-ratio.ts";
export { MODES, STEP_STATES } from "./synthesis/steps.ts";
