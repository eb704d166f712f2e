export type { ChainVerdict } from "./chain.ts";
export { Checkpoints, type WriteInput } from "./checkpoints.ts";
export type { Comparison } from "./compare.ts";
export { displayPath } from "./digest.ts";
