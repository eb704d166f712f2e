import { badInput, MARKER, redact } from "../../core/index.ts";

/** A name that a value was given to: without the value it says nothing. */
const NAME = /^[\s"'{]*[\w.-]+["']?\s*[:=]/;

/** What may be kept of somebody's words: secrets are taken out first. */
export function storableContent(text: string): string {
  const content = redact(text).trim();
  if (!/[\p{L}\p{N}\p{S}]/u.test(content)) throw badInput("there is nothing to remember", "Give the fact as text.");
  if (!content.includes(MARKER)) return content;
  const rest = content.split(MARKER).join(" ");
  if (/[\p{L}\p{N}]/u.test(rest.replace(NAME, ""))) return content;
  throw badInput(
    "there is nothing to remember but a secret, and secrets are never stored",
    "Say where the secret is kept, or what it is for.",
  );
}
