import type { ClientTraits } from "../../core/index.ts";

export const openCodeTraits: ClientTraits = {
  readOnlyTools: ["read", "grep", "glob", "list", "todoread", "todowrite"],
  subagentTools: [],
  showsFilesAgain: false,
};
