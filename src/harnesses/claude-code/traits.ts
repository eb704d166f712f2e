import type { ClientTraits } from "../../core/index.ts";

export const claudeCodeTraits: ClientTraits = {
  readOnlyTools: [
    ...["Read", "Grep", "Glob", "LS", "LSP", "NotebookRead", "BashOutput", "TaskOutput", "AgentOutputTool"],
    ...["TodoWrite", "TodoRead", "TaskCreate", "TaskUpdate", "TaskGet", "TaskList", "ToolSearch"],
    ...["ListMcpResourcesTool", "ReadMcpResourceTool", "AskUserQuestion", "EnterPlanMode", "ExitPlanMode"],
  ],
  subagentTools: ["Agent", "Task"],
  showsFilesAgain: true,
};
