export { Extractor } from "./extractor.ts";
export { Gathering } from "./gathering.ts";
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
