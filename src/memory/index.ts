export { Memory, type RecalledMemory, type RecallInput, type RememberInput } from "./memory.ts";
export { queryTerms } from "./terms.ts";
