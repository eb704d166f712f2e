export {
  type Activity,
  activityOf,
  type CommandRun,
  type FileTouched,
  type Said,
  type Spoken,
  unique,
} from "./activity/index.ts";
export { oneLine } from "./activity/text.ts";
export { callContent } from "./activity/tools.ts";
export { type Captured, capture } from "./capture.ts";
export { FENCE_LENGTH, fence, hasEcho } from "./echo.ts";
export type { Entry } from "./entry.ts";
export { Ledger } from "./ledger.ts";
export { promptSourceId, report, settle, waitingEntries } from "./provisional.ts";
export { type Reading, readForward } from "./transcript.ts";
