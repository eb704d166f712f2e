export { isCourtesy, isMostlyCourtesy } from "./courtesy.ts";
export {
  assignsRole,
  beginsAsQuestion,
  hasChoice,
  isForNow,
  isQuestion,
  saysNothing,
  soundsLikeAnswer,
  soundsLikeConsent,
  soundsLikeCorrection,
  soundsLikeDecision,
  soundsLikeDone,
  soundsLikeFailure,
  soundsLikeNextStep,
  soundsLikeProposal,
  soundsLikeRule,
  soundsLikeSettled,
} from "./cues.ts";
export { errorLineOf } from "./error-lines.ts";
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
  withoutEcho,
} from "./fence.ts";
export {
  asksUser,
  didNotRun,
  endedWith,
  hasFailedTests,
  hidesFailure,
  isCheckCommand,
  isTestCommand,
  isUnderWay,
  LAUNCHERS,
  NO_RESULT,
  stoppedWith,
  typedAnswersIn,
  wasRefused,
} from "./outcomes.ts";
export { type Mention, mentionsIn, pathsNamedIn } from "./paths/named-paths.ts";
export { hasEnding } from "./paths/path-shape.ts";
export type { Lines } from "./paths/path-words.ts";
export { bothEnds, oneLine, prose, sentences, withoutEmphasis, written } from "./sentences.ts";
export { type TestResults, testResultsIn, withoutColours } from "./test-results.ts";
export { foldSpace, hasPhrase, placesOf } from "./whole-words.ts";
export { namesIn } from "./words/names.ts";
export { has, TRAITS, traitsOf } from "./words/passage-traits.ts";
export { queryTerms } from "./words/query-terms.ts";
export { Counter, entriesOf, signature, signatureOf, termHash } from "./words/signature.ts";
export { split } from "./words/split-passages.ts";
export { contentTerms } from "./words/stop-words.ts";
export { chanceOf, RARE, surpriseOf } from "./words/term-rarity.ts";
export { folded, stem, termsOf } from "./words/words.ts";
