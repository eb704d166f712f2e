import type { ClientTraits } from "../../core/index.ts";

export const openClawTraits: ClientTraits = {
  readOnlyTools: ["read", "grep", "find", "ls", "session_status"],
  subagentTools: [],
  showsFilesAgain: false,
  // Its legacy integration has no event for prompts: its users ask by these commands.
  resumeCommand: /^\s*\/(?:recall|context)(?:\s|$)/,
};
