export { type Block, blocksOf, type Lines } from "./blocks.ts";
export { type PlacedSection, placedBlocks, placedSections } from "./headings.ts";
export { behindBlock, type MarkedBlock, readBlock, withoutBlock, writeBlock } from "./marked-blocks.ts";
export { begin, end, markersOf } from "./markers.ts";
export {
  bodyOf,
  findSection,
  findSectionNamed,
  isCalled,
  type Notes,
  readNotes,
  type Section,
  sectionsIn,
} from "./sections.ts";
