export { type Clock, formatDuration, isoDay, isoTime, localDay, ManualClock, systemClock } from "./clock.ts";
export { type Component, Components } from "./components.ts";
export { type Config, configSchema, defaultConfig, windowOf } from "./config/default-settings.ts";
export { loadConfig } from "./config/load.ts";
export { ProjectConfigs } from "./config/projects.ts";
export {
  badInput,
  type ErrorCode,
  messageOf,
  notFound,
  refused,
  systemCode,
  ThroughlineError,
  theOnly,
} from "./errors.ts";
export {
  type DomainEvent,
  type DomainEvents,
  EventBus,
  eventTypes,
  matchesAnyType,
  matchesType,
  type PublicEvent,
} from "./events.ts";
export {
  isInside,
  makePrivate,
  placeInside,
  readTextIfAny,
  realPathOf,
  temporaryFileFor,
  writeFileAtomic,
} from "./files.ts";
export {
  type Home,
  homeAt,
  homeDir,
  isOwnFolder,
  isSocketOurs,
  makeHome,
  socketFolderElsewhere,
} from "./home.ts";
export { canonicalJson, isPartOfId, newId, sha256 } from "./ids.ts";
export { explain, inputErrorText } from "./input-errors.ts";
export { jsonIn } from "./json.ts";
export { KeyedMutex } from "./keyed-mutex.ts";
export { fileLog, type Log, silentLog } from "./log.ts";
export { looksBinary } from "./looks-binary.ts";
export { runInGroup } from "./process-group.ts";
export { isAlive, type ProcessIdentity, startTimeOf } from "./processes.ts";
export {
  gitDirectoryOf,
  type ProjectIdentity,
  projectFolder,
  resolveProject,
  workingFolder,
} from "./project-folder.ts";
export { hasQuestion } from "./questions.ts";
export { RecentMap } from "./recent-map.ts";
export { MARKER, redact } from "./redaction/index.ts";
export {
  appendToFile,
  checkReplaceable,
  LARGEST_TEXT,
  openRegularFile,
  readRegularFile,
  readRegularFileAsync,
} from "./regular-files.ts";
export { hasRelativeTime } from "./relative-time.ts";
export { safeName } from "./safe-name.ts";
export { denials, wordsKey, wordsKeyWithoutArticles } from "./same-words.ts";
export { served } from "./served-text.ts";
export { suggest } from "./suggest.ts";
export { estimateTokens } from "./tokens.ts";
export { type Slot, slotOf } from "./value-slot.ts";
