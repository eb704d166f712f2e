export { type BriefingInput, composeBriefing, type Digest, RECOVERY_HEADING } from "./briefing/briefing.ts";
export { piecesOf } from "./reading/pieces.ts";
export type { Failure, Highlight, Quote } from "./reading/reading.ts";
export type { Entry, Thread, ThreadState, WorkState } from "./state.ts";
export { type NewNote, Work } from "./work.ts";
