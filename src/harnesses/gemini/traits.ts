import type { ClientTraits } from "../traits/client-traits.ts";

export const geminiTraits: ClientTraits = {
  editTools: ["write_file", "replace"],
  readTools: ["read_file"],
  shellTools: ["run_shell_command"],
  readOnlyTools: ["read_file", "read_many_files", "list_directory", "glob", "search_file_content", "grep_search"],
  ownTools: /^mcp_throughline_/,
  pathFields: ["file_path", "path"],
  commandFields: ["command"],
  injectionTags: ["hook_context"],
  rewritesMessages: true,
};
