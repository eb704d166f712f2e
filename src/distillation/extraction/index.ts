export { Extractor } from "./extractor.ts";
export {
  ANCHOR_KINDS,
  type Anchor,
  type AnchorKind,
  type ExtractedFrom,
  type Extraction,
  ITEM_KINDS,
  type Item,
  type ItemKind,
} from "./item.ts";
export { mergeSimilar } from "./merge-similar.ts";
