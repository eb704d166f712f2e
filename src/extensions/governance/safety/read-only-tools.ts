import { actOf, callContent } from "../../../capture/index.ts";
import { type ClientTraits, nameIn } from "../../../harnesses/traits/index.ts";
import { isOwnTool } from "../../../text/index.ts";
import { isReadOnlyCommand } from "./shell/read-only.ts";

/** An isolated subagent is no longer under this hook. */
const isIsolated = (input: unknown, field: string | undefined): boolean =>
  field !== undefined && input !== null && typeof input === "object" && field in input;

const OTHER_SHELLS = nameIn(({ otherShellTools }) => otherShellTools);

/** What was asked for: a tool of a client, with its input. */
export interface ToolCall {
  readonly name: string;
  readonly input: unknown;
}

/** Whether a call certainly changes nothing. A tool that nobody knows may do anything. */
export function isReadOnlyTool(traits: ClientTraits, { name, input }: ToolCall): boolean {
  if (isOwnTool(name) || traits.readOnlyTools?.includes(name)) return true;
  if (traits.subagentTools?.includes(name)) return !isIsolated(input, traits.isolationField);
  const act = actOf({ content: callContent(name, input) });
  return act.kind === "run" && !OTHER_SHELLS.test(name) && isReadOnlyCommand(act.command);
}
