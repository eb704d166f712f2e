export { type BriefingInput, composeBriefing, type Digest, RECOVERY_HEADING } from "./briefing/briefing.ts";
export { cite } from "./briefing/cite.ts";
export {
  type DecisionContent,
  type DecisionFilter,
  type DecisionRecord,
  decisionKey,
  decisionsOf,
  type Evidence,
  recordedDecisions,
  SCENARIO_TYPES,
  type Scenario,
  type ScenarioType,
} from "./decisions.ts";
export { summaryLine } from "./notices/notice-text.ts";
export { type Notice, WorkNotices } from "./notices/notices.ts";
export { commandKey } from "./reading/failures.ts";
export { piecesOf } from "./reading/message-pieces.ts";
export { kindOf, ownWords } from "./reading/own-words.ts";
export { type Scored, SessionReader, scoreOf } from "./reading/session-reader.ts";
export type { Failure, Highlight, Quote } from "./reading/session-reading.ts";
export { entryCalled, shortIds, threadCalled } from "./short-ids.ts";
export { type Entry, isOver, type Thread, type ThreadState, type WorkState } from "./state.ts";
export { type NewNote, Work } from "./work.ts";
