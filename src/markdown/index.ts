export { type Block, blocksOf, type Lines } from "./blocks.ts";
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
