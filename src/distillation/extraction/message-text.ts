import type { ExtractedFrom } from "./item.ts";

const DEEPEST = 6;

function* stringsIn(value: unknown, depth = 0): Generator<string> {
  if (typeof value === "string") yield value;
  else if (depth < DEEPEST && value !== null && typeof value === "object")
    for (const inner of Object.values(value)) yield* stringsIn(inner, depth + 1);
}

/** The text of a message; of a call, which is stored as JSON, its arguments without the quoting. */
export function messageText(message: ExtractedFrom): string {
  if (message.kind !== "tool_use") return message.content;
  try {
    const call: unknown = JSON.parse(message.content);
    const input = call !== null && typeof call === "object" && "input" in call ? call.input : call;
    return [...stringsIn(input)].join("\n");
  } catch {
    return message.content;
  }
}
