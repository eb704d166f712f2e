/**
 * What the client writes by itself where the user's words stand; a user who quotes such a tag in a sentence still
 * speaks.
 */
const WRITTEN_BY_CLIENT =
  /^\s*<(?:local-command-caveat|local-command-stdout|local-command-stderr|task-notification|bash-stdout|bash-stderr)>/;

export const isWrittenByClient = (text: string): boolean => WRITTEN_BY_CLIENT.test(text);

function partText(part: unknown): string {
  const isText = part !== null && typeof part === "object" && "text" in part && typeof part.text === "string";
  return isText ? String(part.text) : JSON.stringify(part);
}

/** What a tool answered, in any of the forms in which hooks and transcripts tell it. */
export function resultText(result: unknown): string {
  if (result === undefined) return "";
  if (typeof result === "string") return result;
  if (Array.isArray(result)) return result.map(partText).join("\n");
  if (result !== null && typeof result === "object" && "stdout" in result) {
    const stderr = "stderr" in result ? result.stderr : "";
    return [result.stdout, stderr].filter((part) => typeof part === "string" && part !== "").join("\n");
  }
  return JSON.stringify(result);
}
