import type { ClientTraits } from "../traits/client-traits.ts";

export const codexTraits: ClientTraits = {
  editTools: ["apply_patch"],
  readTools: ["read_file"],
  shellTools: ["exec_command", "shell", "local_shell"],
  readOnlyTools: ["read_file", "list_dir", "grep_files", "view_image", "update_plan"],
  foreignTextTools: /search_query/,
  ownTools: /^throughline__/,
  pathFields: ["path"],
  commandFields: ["cmd", "command"],
  patch: { tool: "apply_patch", file: /^\*\*\* (Add|Update|Delete) File: (.+)$/gm },
};
