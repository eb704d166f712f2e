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
const OPENING = /(?:<|&lt;)throughline-context(?:>|&gt;)\r?\n/g;
const CLOSING = /\n(?:<|&lt;)\/throughline-context(?:>|&gt;)/g;
const INJECTION_TAGS = ofAllClients(({ injectionTags }) => injectionTags).join("|");
const EMPTY_WRAPPERS = new RegExp(`<(${INJECTION_TAGS})>\\s*</\\1>\\s*`, "g");

interface Fenced {
  readonly from: number;
  readonly to: number;
  /** With its tags. */
  readonly text: string;
}

/** The fenced texts in a text, each from an opening tag to the next closing one, read once from front to back. */
function* fencedIn(text: string): Generator<Fenced> {
  if (!text.includes("throughline-context")) return;
  let at = 0;
  for (;;) {
    OPENING.lastIndex = at;
    const opening = OPENING.exec(text);
    if (!opening) return;
    // The line end of the opening tag may be the one before the closing tag.
    CLOSING.lastIndex = OPENING.lastIndex - 1;
    if (!CLOSING.test(text)) return;
    at = CLOSING.lastIndex;
    yield { from: opening.index, to: at, text: text.slice(opening.index, at) };
  }
}

/** Whether the text contains something that has our fence. */
export const hasEcho = (text: string): boolean => fencedIn(text).next().done === false;

const unescaped = (text: string): string =>
  text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&").replaceAll("\r\n", "\n");

/**
 * The text without what Throughline injected: the fenced texts that the injected ones consist of. Others may write our
 * tags too.
 */
export function withoutEcho(text: string, injected: readonly string[]): string {
  const known = new Set(injected.flatMap((one) => [...fencedIn(unescaped(one))].map((fenced) => fenced.text)));
  if (known.size === 0) return text;
  let kept = "";
  let at = 0;
  for (const fenced of fencedIn(text)) {
    if (!known.has(unescaped(fenced.text))) continue;
    kept += text.slice(at, fenced.from);
    at = fenced.to;
  }
  return at === 0 ? text : (kept + text.slice(at)).replace(EMPTY_WRAPPERS, "");
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
  [...fencedIn(text)].every(
    (fenced) => fenced.text.includes(`\n${REMINDER_HEADING}\n`) || fenced.text.split(/\r?\n/, 2)[1]?.startsWith(NOTICE),
  );

const OWN_TOOL = expressionOf(({ ownTools }) => ownTools);

/** Whether a tool is Throughline's own: its answer is an echo of the store, not news. */
export const isOwnTool = (toolName: string | null | undefined): boolean => OWN_TOOL.test(toolName ?? "");
