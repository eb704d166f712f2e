export { type Line, layOut, SECTIONS, type Section, type SummaryRange } from "./layout.ts";
export { mergeItems } from "./merge-items.ts";
export { fewOf, lineWith, type Summary, type SummaryInput, writeSummary } from "./write-summary.ts";
