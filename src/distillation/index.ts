export type { Finding, Verdict } from "./audit.ts";
export type { MemoryFolder } from "./compress.ts";
export { ContextBudget } from "./context-budget.ts";
export { Distillation } from "./distillation.ts";
export {
  ANCHOR_KINDS,
  type Anchor,
  type AnchorKind,
  type ExtractedFrom,
  type Extraction,
  Extractor,
  ITEM_KINDS,
  type Item,
  type ItemKind,
} from "./extraction/index.ts";
export type { Preview } from "./prepare.ts";
export { answers, makeProbes, PROBE_KINDS, type Probe, type ProbeKind } from "./probes.ts";
export { STEPS, type Step } from "./steps.ts";
export { mergeItems, type Summary, type SummaryInput, writeSummary } from "./summary/index.ts";
export { unreachable } from "./survival.ts";
