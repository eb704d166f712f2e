import { z } from "zod";
import { type Act, actOf } from "../../capture/index.ts";
import { jsonIn } from "../../core/index.ts";

const callShape = z.object({ name: z.string(), input: z.unknown() });

/** All texts in a value, however deep, without the names of fields. */
function textOf(value: unknown): string {
  if (typeof value === "string") return value;
  return value === null || typeof value !== "object" ? "" : Object.values(value).map(textOf).join("\n");
}

export interface Call {
  readonly act: Act;
  /** What the agent itself put into the call. */
  readonly text: string;
  /** What the tool, its fields and their choices are called. */
  readonly toolWords: readonly string[];
}

/**
 * A field, however deep, and what was chosen in it, as in `"status":"in_progress"`; not those of JSON within a text.
 */
const FIELD = /(?<!\\)"(\w+)":(?:(?<=(?:status|mode|type)":)"(\w+)")?/g;

/** What a tool call does, and says. */
export function callOf(content: string): Call {
  const act = actOf({ content });
  const { name, input } = callShape.catch({ name: "", input: undefined }).parse(jsonIn(content));
  const text = act.kind === "run" ? act.command : textOf(input);
  const fields = [...content.matchAll(FIELD)].flatMap(([, field = "", choice]) => (choice ? [field, choice] : [field]));
  return { act, text, toolWords: [name, ...fields] };
}
