import type { ClientTraits } from "../../core/index.ts";

export const geminiTraits: ClientTraits = {
  readOnlyTools: ["read_file", "read_many_files", "list_directory", "glob", "search_file_content", "grep_search"],
  subagentTools: [],
  showsFilesAgain: false,
};
