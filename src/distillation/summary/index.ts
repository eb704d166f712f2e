export { mergeItems } from "./merge.ts";
export { type Summary, type SummaryInput, writeSummary } from "./write.ts";
