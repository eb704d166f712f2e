import { z } from "zod";
import { isoTime, redact } from "../../core/index.ts";
import type { Services } from "../../services.ts";
import type { GovernedChange, GovernedRecord } from "../../store/index.ts";
import { type KeptWork, keptShape, nothingKept } from "./kept-work.ts";

/** The steps of both rituals, in their order (seed 003, §2.1 and §4.1). */
export type StepName =
  | ("recall_context" | "read_progress" | "check_status" | "review_history" | "health_check" | "announce_goal")
  | ShutdownStep;

// biome-ignore format: in one line it is read as the order that it is.
export const SHUTDOWN_STEPS = ["commit_work", "update_progress", "checkpoint", "memorize", "update_status", "emit_event"] as const;
export type ShutdownStep = (typeof SHUTDOWN_STEPS)[number];

const stepsShape = z.array(
  z.object({ step: z.string(), at: z.string(), detail: z.string(), kept: keptShape.optional() }),
);

export const readSteps = (json: string): z.infer<typeof stepsShape> => stepsShape.parse(JSON.parse(json));

/** What became of the work at the last end of a session; undefined where none was. */
export function keptIn({ steps }: GovernedRecord): KeptWork | undefined {
  const last = readSteps(steps).findLast(({ step }) => step === "commit_work");
  return last && (last.kept ?? nothingKept(last.detail));
}

/** Whether the smoke command failed when it was last run, by what it left in the account. */
const failedLast = ({ steps }: GovernedRecord): boolean =>
  readSteps(steps)
    .findLast(({ step }) => step === "health_check")
    ?.detail.startsWith("fail") ?? false;

/**
 * Whether the last that is known of the code is that it is not healthy, though the smoke command may be under way
 * again.
 */
export const isUnhealthy = (record: GovernedRecord): boolean =>
  record.smoke === "failed" || (record.smoke === "running" && failedLast(record));

const LONGEST = 400;

/** Writes down that a step was done, and what came of it; `change` happens with it or not at all. */
export async function recordStep(
  { store, clock }: Services,
  sessionId: string,
  step: StepName,
  done: string | KeptWork,
  change: GovernedChange = {},
): Promise<void> {
  const [detail, kept] = typeof done === "string" ? [done] : [done.text, done];
  const trace = { step, at: isoTime(clock.now()), detail: redact(detail).slice(0, LONGEST), kept };
  await store.transaction(async (tables) => {
    const record = await tables.governed.get(sessionId);
    if (!record) return;
    const steps = [...readSteps(record.steps), trace];
    await tables.governed.change(sessionId, { ...change, steps: JSON.stringify(steps) });
  });
}
