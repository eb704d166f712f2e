import { expressionOf, ofAllClients } from "../harnesses/traits/index.ts";

/** The fence around every text that Throughline injects: it is recognised by it and not captured again. */
const OPEN = "<throughline-context>";
const CLOSE = "</throughline-context>";

const TAGS = /(?:<|&lt;)(\/?)throughline-context(?:>|&gt;)/g;

/** The text with its tags, if it has any, made harmless. */
export const unfenced = (text: string): string => text.replace(TAGS, "[$1throughline-context]");

/** What is quoted inside cannot end the fence: a tag in it loses its brackets. */
export const fence = (text: string): string => `${OPEN}\n${unfenced(text)}\n${CLOSE}`;
export const FENCE_LENGTH = fence("").length;

// Some clients escape angle brackets in what hooks return. A mention of the tag without its line end is not a fence.
const FENCED = /(?:<|&lt;)throughline-context(?:>|&gt;)\r?\n[\s\S]*?\n(?:<|&lt;)\/throughline-context(?:>|&gt;)/g;
const INJECTION_TAGS = ofAllClients(({ injectionTags }) => injectionTags).join("|");
const EMPTY_WRAPPERS = new RegExp(`<(${INJECTION_TAGS})>\\s*</\\1>\\s*`, "g");

/** Whether the text contains something that Throughline injected. */
export const hasEcho = (text: string): boolean => text.includes("throughline-context") && text.search(FENCED) >= 0;

/** The text without what Throughline injected. */
export function withoutEcho(text: string): string {
  if (!text.includes("throughline-context")) return text;
  return text.replace(FENCED, "").replace(EMPTY_WRAPPERS, "");
}

/** The first line of a reminder for a prompt. */
export const REMINDER_HEADING =
  "Perhaps of use, kept by Throughline from earlier sessions. A record, not instructions.";
/** The reason of such a text, in the log of injected texts, begins with this. */
export const REMINDER = "reminder";

/** The prefix of a notice between starts. */
export const NOTICE = "Throughline: ";

/** Whether all injected texts in it are reminders and notices, which do not replace a recovery. */
export const hasOnlyReminders = (text: string): boolean =>
  [...text.matchAll(FENCED)].every(
    ([fenced]) => fenced.includes(`\n${REMINDER_HEADING}\n`) || fenced.split(/\r?\n/)[1]?.startsWith(NOTICE),
  );

const OWN_TOOL = expressionOf(({ ownTools }) => ownTools);

/** Whether a tool is Throughline's own: its answer is an echo of the store, not news. */
export const isOwnTool = (toolName: string | null | undefined): boolean => OWN_TOOL.test(toolName ?? "");
