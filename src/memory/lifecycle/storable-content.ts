import { badInput, MARKER, redact } from "../../core/index.ts";

/** `NAME=`: without its redacted value it says nothing. */
const NAME = /^[\s"'{]*[\w.-]+["']?\s*[:=]/;

/** The text without secrets; refused if nothing else is left. */
export function storableContent(text: string): string {
  const content = redact(text).trim();
  if (!/[\p{L}\p{N}\p{S}]/u.test(content)) throw badInput("there is nothing to remember", "Give the fact as text.");
  if (!content.includes(MARKER)) return content;
  const rest = content.split(MARKER).join(" ");
  if (/[\p{L}\p{N}]/u.test(rest.replace(NAME, ""))) return content;
  throw badInput(
    "the text is only a secret, and secrets are never stored",
    "Say where the secret is kept, or what it is for.",
  );
}
