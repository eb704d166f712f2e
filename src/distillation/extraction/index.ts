export { Extractor } from "./extractor.ts";
export { type ExtractedFrom, ITEM_KINDS, type Item, type ItemKind, storedItems } from "./item.ts";
export { fewOf, mergeSimilar } from "./merge-similar.ts";
