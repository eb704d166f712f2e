export { type Claim, claimOf, type GroundedKind, type Judgement, judge } from "./claims.ts";
export { checkEvidence } from "./evidence.ts";
export { AcceptedGhosts, ghostId } from "./ghosts/accepted-ghosts.ts";
export { findGhosts } from "./ghosts/ghost-scan.ts";
export { PROMISE_KINDS, VERDICTS } from "./ghosts/promise.ts";
export { type Basis, Grounding } from "./grounding.ts";
export { groundingRatio, passes } from "./grounding-ratio.ts";
export { MODES, STEP_STATES } from "./synthesis/steps.ts";
export { Synthesis } from "./synthesis/synthesis.ts";
