import type { ClientTraits } from "../../core/index.ts";

export const codexTraits: ClientTraits = {
  readOnlyTools: ["read_file", "list_dir", "grep_files", "view_image", "update_plan"],
  subagentTools: [],
  showsFilesAgain: false,
};
