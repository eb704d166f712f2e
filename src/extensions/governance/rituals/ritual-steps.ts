import { isoTime, type PublicEvent, redact } from "../../../core/index.ts";
import type { Services } from "../../../services.ts";
import { type GovernedChange, type GovernedRecord, governedSessions } from "../governed-sessions.ts";
import type { KeptWork } from "./kept-work.ts";
import type { StepName } from "./shutdown-steps.ts";

/**
 * Whether the last that is known of the code is that it is not healthy, though the smoke command may be under way
 * again: then by what its last run left in the account.
 */
export function isUnhealthy({ smoke, steps }: GovernedRecord): boolean {
  const last = steps.findLast(({ step }) => step === "health_check");
  return smoke === "failed" || (smoke === "running" && last?.detail.startsWith("fail") === true);
}

const LONGEST = 400;

/** Writes down that a step was done, and what came of it; `change` and `event` happen with it or not at all. */
export async function recordStep(
  { store, clock }: Services,
  sessionId: string,
  step: StepName,
  done: string | KeptWork,
  change: GovernedChange = {},
  event?: PublicEvent,
): Promise<void> {
  const [detail, kept] = typeof done === "string" ? [done] : [done.text, done];
  const trace = { step, at: isoTime(clock.now()), detail: redact(detail).slice(0, LONGEST), kept };
  await store.transaction(async (tables) => {
    const changed = await governedSessions(tables).update(sessionId, (record) => ({
      ...{ ...record, ...change },
      steps: [...record.steps, trace],
    }));
    if (changed && event) tables.emit(event);
  });
}
