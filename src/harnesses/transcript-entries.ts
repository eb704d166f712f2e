import { callContent, type Entry } from "../capture/index.ts";
import { sha256 } from "../core/index.ts";
import { hasEcho, hasOnlyReminders } from "../text/index.ts";

/** What the entries of one line, or message, have in common. */
export type Place = Pick<Entry, "sourceId" | "createdAt" | "turnId" | "usage">;

/** Of a line that has no id of its own. */
export const lineId = (raw: string): string => `line:${sha256(raw).slice(0, 32)}`;

export const toolUse = (place: Place, id: string | undefined, toolName: string, input: unknown): Entry => ({
  ...place,
  ...{ sourceId: id === undefined ? place.sourceId : `tool_use:${id}`, role: "assistant", kind: "tool_use" },
  ...{ content: callContent(toolName, input), toolName, toolUseId: id },
});

export const toolResult = (place: Place, id: string | undefined, content: string, isError: boolean): Entry => ({
  ...place,
  ...{ sourceId: id === undefined ? place.sourceId : `tool_result:${id}`, role: "tool", kind: "tool_result" },
  ...{ content, toolUseId: id, isError },
});

/** Text that hooks or plugins injected. Our own is only marked: its text is already in the store. */
export function injectedText(place: Place, ...texts: readonly string[]): Entry {
  const given = { ...place, role: "system", kind: "attachment" } as const;
  if (!texts.some(hasEcho)) return { ...given, content: texts.join("\n") };
  return { ...given, content: "", isEcho: true, ...(texts.every(hasOnlyReminders) && { isReminder: true }) };
}
