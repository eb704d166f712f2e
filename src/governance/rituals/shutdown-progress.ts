import { z } from "zod";
import { OUTCOMES, type SessionRecord } from "../../store/index.ts";
import { SHUTDOWN_STEPS } from "./ritual-steps.ts";

/*
 * How far a shutdown ritual is. It is kept step by step: one that was cut off goes on where it stopped, in the same
 * words.
 */

const accountShape = z.object({
  outcome: z.enum(OUTCOMES),
  nextHint: z.string(),
  completed: z.string(),
  blocked: z.string(),
  next: z.string(),
});
/** What the steps tell of the session. */
export type Account = Readonly<z.infer<typeof accountShape>>;

const closingShape = z.object({
  /** When it was begun. */
  at: z.string(),
  isInterrupted: z.boolean(),
  done: z.array(z.enum(SHUTDOWN_STEPS)),
  /** As somebody judged the session. */
  given: z.enum(OUTCOMES).optional(),
  /** What became of the uncommitted work. */
  kept: z.string().optional(),
  account: accountShape.optional(),
});
export type ShutdownProgress = Readonly<z.infer<typeof closingShape>>;

/** The ritual that was cut off; none where work went on after it. */
export function interruptedShutdown(
  closing: string | null,
  { lastActivityAt }: SessionRecord,
): ShutdownProgress | undefined {
  const begun = closing === null ? undefined : closingShape.parse(JSON.parse(closing));
  return begun && lastActivityAt <= begun.at ? begun : undefined;
}
