import { messageOf, systemCode, ThroughlineError } from "../../core/index.ts";

/** What a person can mend, in words; anything else is our own mistake, and thrown on. */
export function problemOf(error: unknown): string {
  if (error instanceof ThroughlineError) return [error.message, error.hint].filter(Boolean).join(". ");
  if (systemCode(error) === undefined) throw error;
  return messageOf(error);
}
