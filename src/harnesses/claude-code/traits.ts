import type { ClientTraits } from "../traits/client-traits.ts";

export const claudeCodeTraits: ClientTraits = {
  editTools: ["Edit", "MultiEdit", "Write", "NotebookEdit", "Update"],
  readTools: ["Read", "NotebookRead"],
  shellTools: ["Bash", "PowerShell"],
  otherShellTools: ["PowerShell"],
  readOnlyTools: [
    ...["Read", "Grep", "Glob", "LS", "LSP", "NotebookRead", "BashOutput", "TaskOutput", "AgentOutputTool"],
    ...["TodoWrite", "TodoRead", "TaskCreate", "TaskUpdate", "TaskGet", "TaskList", "ToolSearch"],
    ...["ListMcpResourcesTool", "ReadMcpResourceTool", "AskUserQuestion", "EnterPlanMode", "ExitPlanMode"],
  ],
  subagentTools: ["Agent", "Task"],
  isolationField: "isolation",
  foreignTextTools: /^mcp__/,
  ownTools: /^mcp__(?:plugin_throughline_)?throughline__/,
  pathFields: ["file_path", "notebook_path"],
  commandFields: ["command"],

  writtenForUser:
    /^\s*(?:<[a-z]+(?:-[a-z]+)+[\s>]|\[Request interrupted|Caveat:|Operation stopped by hook:|This session is being continued)/,
  handedOver: /^\s*(?:<summary>|this session is being continued from a previous conversation\b)/i,
  promptTags: ["system-reminder", "task-notification", "command-[a-z]{1,30}", "local-command-[a-z]{1,30}"],
  resultTags: ["system-reminder", "tool_use_error", "usage"],
  injectionTags: ["system-reminder"],
  stoppedCall:
    /^\s*(?:(?:Error:|Exit code \d{1,3})\s+)?(?:The user doesn['’]t want to|The tool use was rejected|User rejected|Permission .{0,40}denied by user|\[Request interrupted by user)(?:[\s\S]*?the user said:\s*([\s\S]+))?/,
  refusedCall:
    /^\s*(?:(?:Error:|Exit code \d{1,3})\s+)?(?:<tool_use_error>|Permission to use [\s\S]{1,20000}? (?:has been|was) denied|Claude requested permissions? to .{1,500} but you haven['’]t granted it|This command requires approval|.{0,80}\b(?:denied this tool|blocked by (?:a )?hook\b))/,
  questions: { tool: "AskUserQuestion", answered: /"((?:[^"\\]|\\.){1,2000})"="((?:[^"\\]|\\.){1,4000})"/g },
  backgroundRun: /^Command (?:running|was moved) (?:in|to) (?:the )?background\b/,
  speakerNames: ["claude"],

  showsFilesAgain: true,
  mcpToolUseId: "claudecode/toolUseId",
  projectVariable: "CLAUDE_PROJECT_DIR",
};
