export { type Activity, activityOf, type CommandRun, callsIn, type FileTouched, type Spoken } from "./activity.ts";
export { capture } from "./capture.ts";
export { clean } from "./clean-entry.ts";
export { runOf } from "./command-runs.ts";
export { calibrated, calibrations, contextSize, factorFor, modelOf, sentSize } from "./context-size.ts";
export { type Entry, isSpoken } from "./entry.ts";
export { nextStepsAfter, nextStepsIn, requestsIn } from "./next-steps.ts";
export { Preparation } from "./prepare-entries.ts";
export {
  isUnconfirmedId,
  newestSpoken,
  promptSourceId,
  provisionalEntries,
  report,
  settle,
  waitingEntries,
} from "./provisional.ts";
export { type Act, actOf, callContent, patchedFiles } from "./tool-acts.ts";
export { type ReadFrom, type Reading, readForward, type TranscriptCursor, transcriptCursors } from "./transcript.ts";
export { type UnconfirmedPrompt, unconfirmedPrompts } from "./unconfirmed-prompts.ts";
