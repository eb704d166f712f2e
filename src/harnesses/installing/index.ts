export { applyChanges } from "./apply.ts";
export { type FileChange, renderChange, type Strip } from "./change.ts";
export { findExecutable } from "./executables.ts";
export { readExact } from "./files.ts";
export { elements, JsonText, member, members, nodeValue } from "./json-text.ts";
export { withBlock, withoutBlock } from "./marked-block.ts";
export { planReversal, revertChanges } from "./revert.ts";
