export { contentTerms } from "./indexing/analyse.ts";
export type { IndexState } from "./indexing/indexer.ts";
export { Memory, type RememberInput } from "./memory.ts";
export type { Match, RecalledMemory } from "./recall/found.ts";
export type { RecallInput } from "./recall/recall.ts";
export { queryTerms } from "./terms.ts";
export { namesIn } from "./text/names.ts";
export { termHash } from "./text/signature.ts";
export { chanceOf, RARE, surpriseOf } from "./text/surprise.ts";
