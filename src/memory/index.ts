export type { IndexState } from "./indexing/indexer.ts";
export { Memory, type RememberInput } from "./memory.ts";
export type { RecalledMemory } from "./recall/found.ts";
export type { RecallInput } from "./recall/recall.ts";
export { queryTerms } from "./terms.ts";
