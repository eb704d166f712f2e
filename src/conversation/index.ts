export {
  type Activity,
  activityOf,
  type CommandRun,
  type FileTouched,
  type Said,
  type Spoken,
  unique,
} from "./activity/index.ts";
export { errorLineOf, exitCodeOf, isTestCommand } from "./activity/outcomes.ts";
export { isCourtesy } from "./activity/requests.ts";
export { isConstraint, isDecision } from "./activity/statements.ts";
export { oneLine, prose, type Written, withoutEmphasis, written } from "./activity/text.ts";
export { type Act, actOf, callContent } from "./activity/tools.ts";
export { type Captured, capture } from "./capture.ts";
export { FENCE_LENGTH, fence, hasEcho, isOwnTool } from "./echo.ts";
export type { Entry } from "./entry.ts";
export { Ledger } from "./ledger.ts";
export { promptSourceId, report, settle, waitingEntries } from "./provisional.ts";
export { type Reading, readForward } from "./transcript.ts";
