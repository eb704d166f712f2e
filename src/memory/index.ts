export { type Fact, NO_RIVALS, type Rivals } from "./facts/rivals.ts";
export { type NewMemory, type Outcome, type Superseded, state } from "./facts/state.ts";
export type { IndexState } from "./indexing/indexer.ts";
export type { MemoryHistory } from "./lifecycle/history.ts";
export { type Edited, type EditInput, Memory, type Remembered, type RememberInput } from "./memory.ts";
export type { RecalledMemory } from "./recall/found.ts";
export type { RecallInput } from "./recall/recall.ts";
export { queryTerms } from "./terms.ts";
