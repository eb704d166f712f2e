export { mergeItems } from "./merge-items.ts";
export { type Line, layOut, SECTIONS, type Section, type SummaryRange } from "./summary-sections.ts";
export { lineWith, MOST_IDS, type Summary, type SummaryInput, writeSummary } from "./write-summary.ts";
