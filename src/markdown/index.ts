export { bodyOf, findSection, findSectionNamed, type Notes, readNotes, type Section, sectionsIn } from "./sections.ts";
