export { type BriefingInput, composeBriefing, type Digest, RECOVERY_HEADING } from "./briefing/briefing.ts";
export { entryCalled, shortIds, threadCalled } from "./names.ts";
export { type Notice, WorkNotices } from "./notices/notices.ts";
export { summaryLine } from "./notices/wording.ts";
export { piecesOf } from "./reading/pieces.ts";
export type { Failure, Highlight, Quote } from "./reading/reading.ts";
export { type Entry, isOver, type Thread, type ThreadState, type WorkState } from "./state.ts";
export { type NewNote, Work } from "./work.ts";
