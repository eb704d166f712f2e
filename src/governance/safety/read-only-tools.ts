import { actOf, callContent } from "../../capture/index.ts";
import type { ClientTraits } from "../../core/index.ts";
import { isOwnTool } from "../../text/index.ts";
import { isReadOnlyCommand } from "./shell/read-only.ts";

/** In a worktree or on a remote machine a subagent is no longer under this hook. */
const isIsolated = (input: unknown): boolean => input !== null && typeof input === "object" && "isolation" in input;

/** What was asked for: a tool of a client, with its input. */
export interface ToolCall {
  readonly name: string;
  readonly input: unknown;
}

/** Whether a call certainly changes nothing. A tool that nobody knows may do anything. */
export function isReadOnlyTool({ readOnlyTools, subagentTools }: ClientTraits, { name, input }: ToolCall): boolean {
  if (isOwnTool(name) || readOnlyTools.includes(name)) return true;
  if (subagentTools.includes(name)) return !isIsolated(input);
  const act = actOf({ content: callContent(name, input) });
  return act.kind === "run" && name !== "PowerShell" && isReadOnlyCommand(act.command);
}
