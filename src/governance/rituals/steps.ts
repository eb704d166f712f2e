import { z } from "zod";
import type { Ambient } from "../../ambient.ts";
import { isoTime, redact } from "../../core/index.ts";
import type { GovernedChange, GovernedRecord } from "../../store/index.ts";

/** The steps of both rituals, in their order (seed 003, §2.1 and §4.1). */
export type StepName =
  | ("recall_context" | "read_progress" | "check_status" | "review_history" | "health_check" | "announce_goal")
  | ShutdownStep;

// biome-ignore format: in one line it is read as the order that it is.
export const SHUTDOWN_STEPS = ["commit_work", "update_progress", "checkpoint", "memorize", "update_status", "emit_event"] as const;
export type ShutdownStep = (typeof SHUTDOWN_STEPS)[number];

const stepsShape = z.array(z.object({ step: z.string(), at: z.string(), detail: z.string() }));
export type RitualStep = z.infer<typeof stepsShape>[number];

export const readSteps = (json: string): RitualStep[] => stepsShape.parse(JSON.parse(json));

/** Whether the smoke command failed when it was last run, by what it left in the account. */
const failedLast = ({ steps }: GovernedRecord): boolean =>
  readSteps(steps)
    .findLast(({ step }) => step === "health_check")
    ?.detail.startsWith("fail") ?? false;

/** Whether the last that is known of the code is that it is not healthy, though the smoke command may be under way again. */
export const isHeld = (record: GovernedRecord): boolean =>
  record.smoke === "failed" || (record.smoke === "running" && failedLast(record));

const LONGEST = 400;

/** Writes down that a step was done, and what came of it; `change` happens with it or not at all. */
export async function leaveTrace(
  { store, clock }: Ambient,
  sessionId: string,
  step: StepName,
  detail: string,
  change: GovernedChange = {},
): Promise<void> {
  const at = isoTime(clock.now());
  await store.transaction(async (tables) => {
    const record = await tables.governed.get(sessionId);
    if (!record) return;
    const steps = [...readSteps(record.steps), { step, at, detail: redact(detail).slice(0, LONGEST) }];
    await tables.governed.change(sessionId, { ...change, steps: JSON.stringify(steps) });
  });
}
