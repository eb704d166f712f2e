export { type NewMemory, type Outcome, type Superseded, state } from "./facts/record-fact.ts";
export type { IndexState } from "./indexing/indexer.ts";
export { type EditInput, MEMORY_KINDS, type RecallInput, type RememberInput, STATED_KINDS } from "./input.ts";
export type { MemoryHistory } from "./lifecycle/history.ts";
export { type Edited, Memory, type Remembered } from "./memory.ts";
export { momentOf } from "./recall/as-of.ts";
export { JUST_DISTILLED } from "./recall/recall.ts";
export type { Match, RecalledMemory } from "./recall/recalled-memory.ts";
