import { actOf, callContent } from "../../capture/index.ts";
import { isOwnTool } from "../../text/index.ts";
import { isReadOnlyCommand } from "./shell/read-only.ts";

/*
 * The tools that change nothing outside the session, by client. A subagent may be sent out: its own tools come to the
 * same hook. Fetching from the web is not among them, since an address can carry out what was read; nor are skills,
 * which may run commands that no hook sees.
 */
const READ_ONLY: Readonly<Record<string, readonly string[]>> = {
  "claude-code": [
    ...["Read", "Grep", "Glob", "LS", "LSP", "NotebookRead", "BashOutput", "TaskOutput", "AgentOutputTool"],
    ...["TodoWrite", "TodoRead", "TaskCreate", "TaskUpdate", "TaskGet", "TaskList", "ToolSearch"],
    ...["ListMcpResourcesTool", "ReadMcpResourceTool", "AskUserQuestion", "EnterPlanMode", "ExitPlanMode"],
  ],
  codex: ["read_file", "list_dir", "grep_files", "view_image", "update_plan"],
  gemini: ["read_file", "read_many_files", "list_directory", "glob", "search_file_content", "grep_search"],
  opencode: ["read", "grep", "glob", "list", "todoread", "todowrite"],
  openclaw: ["read", "grep", "find", "ls", "session_status"],
};

/** With an isolation of their own (a worktree, a remote machine) they are no longer under this hook. */
const SENDERS = ["Agent", "Task"];

const hasOwnPlace = (input: unknown): boolean => input !== null && typeof input === "object" && "isolation" in input;

/** What was asked for: a tool of a client, with its input. */
export interface ToolCall {
  readonly name: string;
  readonly input: unknown;
}

/** Whether a call certainly changes nothing. A tool that nobody knows may do anything. */
export function isReadOnlyTool(harness: string, { name, input }: ToolCall): boolean {
  if (isOwnTool(name) || READ_ONLY[harness]?.includes(name)) return true;
  if (harness === "claude-code" && SENDERS.includes(name)) return !hasOwnPlace(input);
  const act = actOf({ content: callContent(name, input) });
  return act.kind === "run" && name !== "PowerShell" && isReadOnlyCommand(act.command);
}
