/** Text of the client in the user's messages; only at the start, because users may quote such a tag. */
const WRITTEN_BY_CLIENT =
  /^\s*<(?:local-command-caveat|local-command-stdout|local-command-stderr|task-notification|bash-stdout|bash-stderr)>/;
/** What an agent of the same team says arrives as a message of the user's. */
const FROM_A_TEAMMATE = /^\s*Another Claude session sent a message:\s*<teammate-message\s/;

export const isWrittenByClient = (text: string): boolean => WRITTEN_BY_CLIENT.test(text) || FROM_A_TEAMMATE.test(text);

function partText(part: unknown): string {
  const isText = part !== null && typeof part === "object" && "text" in part && typeof part.text === "string";
  return isText ? String(part.text) : JSON.stringify(part);
}

/** A tool's result, in any form that hooks and transcripts use. */
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
