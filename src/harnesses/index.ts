export { ANSWER_TYPE } from "./client/answer.ts";
export { writeScripts } from "./client/script.ts";
export { SPOOL_FILE, SPOOL_FULL } from "./client/spool.ts";
export { DAEMON_FLAGS, daemonEnvironment } from "./client/start-daemon.ts";
export {
  type Check,
  type Connection,
  type EnabledPlugin,
  type Harness,
  HOOK_EVENTS,
  type HookAnswer,
  type HookEvent,
  type HookEventName,
  type InstallPlace,
} from "./client-contract.ts";
export {
  type ImportAccount,
  type ImportRequest,
  Imports,
  importAccountShape,
  importSurveyShape,
} from "./histories/index.ts";
export {
  at,
  type ContextSource,
  forgetHooks,
  HookHandler,
  type HookInterceptor,
  type HookOutcome,
  type HookRequest,
  injectedText,
  Orphans,
  TranscriptTailer,
  toolCalls,
} from "./hooks/index.ts";
export { applyChanges, planReversal, renderChange, revertChanges } from "./installing/index.ts";
export { clients, DEFAULT_HARNESS, harnesses, harnessNamed } from "./registry.ts";
export { continuationShape, HANDOVER, SessionTransfer } from "./session-transfer/index.ts";
export { shellWord } from "./shell-word.ts";
