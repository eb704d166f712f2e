import type { ClientTraits } from "../traits/client-traits.ts";

export const openCodeTraits: ClientTraits = {
  editTools: ["edit", "write", "apply_patch"],
  readTools: ["read"],
  shellTools: ["bash"],
  readOnlyTools: ["read", "grep", "glob", "list", "todoread", "todowrite"],
  ownTools: /^throughline_/,
  pathFields: ["filePath"],
  commandFields: ["command"],
  rewritesMessages: true,
};
