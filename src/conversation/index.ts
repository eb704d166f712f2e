export {
  beginsAsQuestion,
  isForNow,
  isQuestion,
  soundsLikeConsent,
  soundsLikeCorrection,
  soundsLikeDecision,
  soundsLikeDone,
  soundsLikeFailure,
  soundsLikeNextStep,
  soundsLikeRule,
} from "./activity/cues.ts";
export { errorLineOf } from "./activity/errors.ts";
export {
  type Activity,
  activityOf,
  type CommandRun,
  type FileTouched,
  type Said,
  type Spoken,
} from "./activity/index.ts";
export { nextStepsAfter, nextStepsIn, requestsIn } from "./activity/next-steps.ts";
export {
  endedWith,
  hasFailedTests,
  isCheckCommand,
  isTestCommand,
  NO_RESULT,
  stoppedWith,
  wasRefused,
} from "./activity/outcomes.ts";
export { isCourtesy } from "./activity/requests.ts";
export { runOf } from "./activity/runs.ts";
export { bothEnds, oneLine, prose, sentences, type Written, withoutEmphasis, written } from "./activity/text.ts";
export { type Act, actOf, callContent } from "./activity/tools.ts";
export { Agents, type Profile } from "./agents.ts";
export { type AppendInput, appendShape } from "./append-input.ts";
export { type Captured, capture } from "./capture.ts";
export { type Context, type ContextMessage, composeContext } from "./context.ts";
export {
  type Appended,
  type ContextInput,
  Conversation,
  type Distiller,
  LEAST_BUDGET,
} from "./conversation.ts";
export {
  FENCE_LENGTH,
  fence,
  hasEcho,
  hasOnlyReminders,
  isOwnTool,
  NOTICE,
  REMINDER,
  REMINDER_HEADING,
  unfenced,
} from "./echo.ts";
export { type Entry, isSpoken } from "./entry.ts";
export type { Lines } from "./paths/lines.ts";
export { hasEnding } from "./paths/looks.ts";
export { type Mention, mentionsIn, pathsNamedIn } from "./paths/named-paths.ts";
export { Preparation } from "./prepare.ts";
export { isUnconfirmedId, promptSourceId, report, settle, waitingEntries } from "./provisional.ts";
export { contextSize, factorFor, modelOf } from "./size.ts";
export { type ReadFrom, type Reading, readForward } from "./transcript.ts";
export { type UnconfirmedPrompt, unconfirmedPrompts } from "./unconfirmed.ts";
