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
export { answers, makeProbes, PROBE_KINDS, type Probe, type ProbeKind } from "./probes/index.ts";
export { mergeItems, type Summary, type SummaryInput, writeSummary } from "./summary/index.ts";
export { unreachable } from "./survival.ts";
