import type { ClientTraits } from "../traits/client-traits.ts";

export const openClawTraits: ClientTraits = {
  editTools: ["edit", "write", "apply_patch"],
  readTools: ["read"],
  shellTools: ["exec"],
  readOnlyTools: ["read", "grep", "find", "ls", "session_status"],
  ownTools: /^throughline__/,
  pathFields: ["path"],
  commandFields: ["command"],
  // Its legacy integration has no event for prompts: its users ask by these commands.
  resumeCommand: /^\s*\/(?:recall|context)(?:\s|$)/,
};
