import { messageOf } from "../../../core/index.ts";

/*
 * What must be done before a context is thrown away: the full form before it is cleared, a short one before it is
 * compacted.
 */

export const MODES = ["clear", "compact"] as const;
export type Mode = (typeof MODES)[number];

export const STEP_STATES = ["passed", "done", "warning", "failed", "skipped"] as const;
export type StepState = (typeof STEP_STATES)[number];

export interface Step {
  readonly title: string;
  readonly state: StepState;
  readonly detail: string;
  /** What would make it pass, where it did not. */
  readonly missing?: string | undefined;
}

export interface SynthesisReport {
  readonly mode: Mode;
  readonly enforcement: "strict" | "warn" | "disabled";
  readonly permitted: boolean;
  readonly steps: readonly Step[];
  readonly missing: readonly string[];
}

type Found = Omit<Step, "title">;

/** A step that cannot be taken has failed: nobody is let through because a check broke. */
export async function step(title: string, take: () => Promise<Found>): Promise<Step> {
  try {
    return { title, ...(await take()) };
  } catch (error) {
    const detail = `could not be done: ${messageOf(error)}`;
    return { title, state: "failed", detail, missing: `${title}: ${detail}` };
  }
}

/** What a check that did not pass means: by how strictly the project is kept. */
export const unmet = (enforcement: SynthesisReport["enforcement"], detail: string, missing: string): Found =>
  enforcement === "strict" ? { state: "failed", detail, missing } : { state: "warning", detail, missing };

export function reportOf(
  mode: Mode,
  enforcement: SynthesisReport["enforcement"],
  steps: readonly Step[],
): SynthesisReport {
  return {
    ...{ mode, enforcement, steps },
    permitted: steps.every(({ state }) => state !== "failed"),
    missing: steps.flatMap(({ missing }) => missing ?? []),
  };
}
