import { z } from "zod";
import { type Act, actOf } from "../../conversation/index.ts";

const callShape = z.object({ name: z.string(), input: z.record(z.string(), z.unknown()).catch({}) });

/** All texts in a value, however deep: what fields are called is the tool's affair. */
function textOf(value: unknown): string {
  if (typeof value === "string") return value;
  return value === null || typeof value !== "object" ? "" : Object.values(value).map(textOf).join("\n");
}

const editShape = z.looseObject({
  old_string: z.string().optional().catch(undefined),
  new_string: z.string().optional().catch(undefined),
  oldString: z.string().optional().catch(undefined),
  newString: z.string().optional().catch(undefined),
});

/** What an edit takes away names the place as well as what it puts there. */
function changedBy(input: Record<string, unknown>): string {
  const edits = [editShape.parse(input), ...z.array(editShape).catch([]).parse(input.edits)];
  const pieces = edits.flatMap((one) => [one.old_string, one.new_string, one.oldString, one.newString]);
  return [...pieces, input.content, input.patch ?? input.input].map(textOf).join("\n");
}

export interface Call {
  readonly act: Act;
  /** What the agent itself put into the call. */
  readonly text: string;
}

/** What a tool call does, and says. */
export function callOf(content: string): Call {
  const act = actOf({ content });
  const parsed = callShape.safeParse(parsedJson(content));
  const input = parsed.success ? parsed.data.input : {};
  if (act.kind === "run") return { act, text: act.command };
  if (act.kind === "edit") return { act, text: `${act.path}\n${changedBy(input)}` };
  return { act, text: textOf(input) };
}

function parsedJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
