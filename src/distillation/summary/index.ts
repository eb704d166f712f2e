export { type Line, layOut, type SummaryRange } from "./layout.ts";
export { mergeItems } from "./merge-items.ts";
export { SECTIONS, type Section } from "./sections.ts";
export { fewOf, lineWith, type Summary, type SummaryInput, writeSummary } from "./write-summary.ts";
