import { messageOf, systemCode, ThroughlineError } from "../core/index.ts";

/** A message for what a person can fix; anything else is a bug, and rethrown. */
export function problemOf(error: unknown): string {
  if (error instanceof ThroughlineError) return [error.message, error.hint].filter(Boolean).join(". ");
  if (systemCode(error) === undefined) throw error;
  return messageOf(error);
}
